// Distinguished names in various notations: `CN=A, O=B` (RFC 4514 and its predecessors) or one part
// per line.

/** Whether both name the same subject, ignoring order, spacing and case. */
export function isSameName(one: string, other: string): boolean {
  const [parts, others] = [normalise(one), normalise(other)]
  return parts !== undefined && others !== undefined && parts.join('\n') === others.join('\n')
}

// Undefined when there are no parts, or one is not `type=value`.
function normalise(name: string): string[] | undefined {
  const parts = splitUnescaped(name).map((part) => part.trim())
  const pairs = parts.map((part) => /^([A-Za-z][A-Za-z0-9-]*|[0-9.]+)\s*=\s*(.+)$/s.exec(part))
  if (pairs.length === 0 || !pairs.every((pair) => pair !== null)) return undefined
  return pairs.map(([, type = '', value = '']) => `${type}=${unquote(value)}`.toLowerCase()).sort()
}

function splitUnescaped(name: string): string[] {
  return name.match(/(?:\\[\s\S]|"(?:\\[\s\S]|[^"\\])*"|[^\\",;+\n])+/g) ?? []
}

function unquote(value: string): string {
  const bare = /^"[\s\S]*"$/.test(value) ? value.slice(1, -1) : value
  const bytes = bare.replace(/(?:\\[0-9A-Fa-f]{2})+/g, (run) =>
    Buffer.from(run.replaceAll('\\', ''), 'hex').toString('utf8'),
  )
  return bytes
    .replace(/\\([\s\S])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}
