// Ids in paths: what cannot be one is looked for as one that nothing has.

const noId = '00000000-0000-0000-0000-000000000000'

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

export function idOf(text: string): string {
  return isId(text) ? text : noId
}

/** An id begins with the milliseconds of its making (UUID, version 7). */
export function madeAt(id: string): string {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString()
}
