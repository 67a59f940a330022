// The tables of this folder, made from the published JSON of the Peppol code lists.

type Id = { scheme: string; value: string }
type Dated = { state: string; 'removal-date'?: string }
type DocumentType = Id & Dated & { name: string; abstract: boolean; 'process-ids': Id[] }
type Process = Id & Dated
type Scheme = Dated & { iso6523: string; schemeid: string; country: string; registrable: boolean }
type List<Entry> = { version: string; values: Entry[] }

/** The text of each file, by its name. */
export function filesOf(published: { documentTypes: string; processes: string; schemes: string }) {
  return {
    'document-types.ts': fileOf<DocumentType>(published.documentTypes, {
      about: 'A line for each document type; below it its identifier and its processes.',
      constant: 'documentTypeLines',
      linesOf: (type) => [
        `${readable(type.name)}${stateOf(type)}`,
        `  ${shortened(type).replace(/^urn:oasis:names:specification:ubl:schema:xsd:/, 'ubl:')}`,
        ...type['process-ids'].map((process) => `  ${shortened(process)}`),
      ],
    }),
    'processes.ts': fileOf<Process>(published.processes, {
      about: 'Processes of documents.',
      constant: 'processLines',
      linesOf: (process) => [`${shortened(process)}${stateOf(process)}`],
    }),
    'participant-schemes.ts': fileOf<Scheme>(published.schemes, {
      about: 'Schemes of participants: number, country and name.',
      constant: 'participantSchemeLines',
      linesOf: (scheme) => [
        `${scheme.iso6523} ${scheme.country} ${scheme.schemeid}${stateOf(scheme)}`,
      ],
    }),
  }
}

function fileOf<Entry>(
  published: string,
  { about, constant, linesOf }: { about: string; constant: string; linesOf(one: Entry): string[] },
): string {
  const { version, values } = JSON.parse(published) as List<Entry>
  const lines = values.flatMap(linesOf)
  const odd = lines.find((line) => /[\\`$\n]/.test(line))
  if (odd !== undefined) throw new Error(`A line needs escaping: ${odd}`)
  return `// Made by make.ts from version ${version} of the Peppol code lists.
// ${about}
export const ${constant} = \`
${lines.join('\n')}
\`
`
}

/** Without the scheme that nearly all have. */
function shortened({ scheme, value }: Id): string {
  const usual = scheme === 'busdox-docid-qns' || scheme === 'cenbii-procid-ubl'
  return usual ? value : `${scheme}::${value}`
}

function stateOf(entry: Dated & { abstract?: boolean }): string {
  const { state, 'removal-date': removal = '', abstract = false } = entry
  const words = [state === 'active' ? '' : state, removal, abstract ? 'abstract' : '']
  const stated = words.filter(Boolean).join(' ')
  return stated && ` [${stated}]`
}

/** `Peppol BIS Billing UBL Invoice V3` as `BIS Billing UBL Invoice V3`, and so on. */
function readable(name: string): string {
  if (/^[A-Z0-9_]+$/.test(name)) return inLowerCase(name)
  return name
    .replace(/peppol /i, '')
    .replace(/ (transaction|profile)(?= )| \(Profile \w+\)/g, '')
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z]{2})(?=[A-Z][a-z])/g, ' ')
}

function inLowerCase(name: string): string {
  const [first = '', ...more] = name.replace(/_(\d+)_(\d+)$/, '_$1.$2').split('_')
  const words = more.map((word) => word.toLowerCase()).join(' ')
  return `${first.slice(0, 1)}${first.slice(1).toLowerCase()} ${words}`
}
