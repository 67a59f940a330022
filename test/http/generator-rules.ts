// What an OpenAPI document must not say if the clients that people generate from it are to import,
// compile and read well. Each rule was met with a generator: openapi-generator (Python, Java, Go),
// openapi-python-client, openapi-typescript.

type Node = { [key: string]: unknown }
type Place = { path: string[]; schema: Node }

export type OpenApi = {
  paths?: Record<string, Record<string, unknown>>
  components?: { schemas?: Record<string, Node> }
}

const named = '#/components/schemas/'

/** Every schema, with the path to it. */
function schemasOf(document: OpenApi): Place[] {
  const found: Place[] = []
  const visit = (node: unknown, path: string[]) => {
    if (typeof node !== 'object' || node === null) return
    const isMap = path.at(-1) === 'properties' || path.join('/') === 'components/schemas'
    if (!Array.isArray(node) && !isMap) found.push({ path, schema: node as Node })
    for (const [key, value] of Object.entries(node))
      if (isMap || !['examples', 'example', 'enum'].includes(key)) visit(value, [...path, key])
  }
  visit(document, [])
  return found
}

const isComponent = ({ path }: Place) =>
  path.length === 3 && path.slice(0, 2).join('/') === 'components/schemas'

function choicesOf({ anyOf, oneOf, allOf }: Node): Node[] {
  return [anyOf, oneOf, allOf].flatMap((choices) => (Array.isArray(choices) ? choices : []))
}

const places = (found: Place[]) => found.map(({ path }) => path.join('/'))

/** A format has a pattern of its own in some of the languages, and ours is another. */
const patternsBesideFormats = (document: OpenApi) =>
  places(schemasOf(document).filter(({ schema }) => schema.pattern && schema.format))

/** Python's regular expressions have no properties of Unicode, and Go's no lookaround. */
const patternsNotOfAllLanguages = (document: OpenApi) =>
  places(
    schemasOf(document).filter(
      ({ schema: { pattern } }) =>
        typeof pattern === 'string' && /\\[pP]\{|\(\?(?!:)|\\u\{/.test(pattern),
    ),
  )

/** In Python, `True` is not among the strings that the generated code compares with. */
const constants = (document: OpenApi) =>
  places(schemasOf(document).filter(({ schema }) => 'const' in schema))

/** What several alternatives accept, a client that tries them all refuses. */
function choicesOfSeveral(document: OpenApi): string[] {
  const typeOf = (schema: Node): unknown =>
    typeof schema.$ref === 'string'
      ? typeOf(document.components?.schemas?.[schema.$ref.slice(named.length)] ?? {})
      : schema.type
  const isUnclear = ({ oneOf, discriminator }: Node) => {
    if (!Array.isArray(oneOf) || discriminator) return false
    const types = oneOf.map(typeOf)
    return types.includes(undefined) || new Set(types).size < types.length
  }
  return places(schemasOf(document).filter(({ schema }) => isUnclear(schema)))
}

/** A schema without a name gets one like `CreditNoteLinesInnerNetPrice`. */
const schemasWithoutName = (document: OpenApi) =>
  places(
    schemasOf(document).filter(
      (place) =>
        !isComponent(place) &&
        (choicesOf(place.schema).length > 0 || typeof place.schema.properties === 'object'),
    ),
  )

/** For a choice with a list in it, openapi-generator writes Java that does not compile. */
const choicesOfLists = (document: OpenApi) =>
  places(
    schemasOf(document).filter(({ schema }) =>
      choicesOf(schema).some(({ type }) => type === 'array'),
    ),
  )

/** In Go, the values of named enumerations are constants of one package. */
function valuesOfTwoEnumerations(document: OpenApi): string[] {
  const values = Object.values(document.components?.schemas ?? {}).flatMap(({ enum: values }) =>
    Array.isArray(values) ? values.map(String) : [],
  )
  return values.filter((value, index) => values.indexOf(value) !== index)
}

/** In Go, `NewX` makes an X. */
function namesOfConstructors(document: OpenApi): string[] {
  const names = Object.keys(document.components?.schemas ?? {})
  return names.filter((name) => name.startsWith('New') && names.includes(name.slice(3)))
}

/** openapi-generator leaves out what only forms refer to, and its Java imports it all the same. */
function schemasOfFormsOnly(document: OpenApi): string[] {
  const references = schemasOf(document).filter(({ schema }) => typeof schema.$ref === 'string')
  const isOfForm = ({ path }: Place) => path.includes('multipart/form-data')
  const other = new Set(
    references.filter((place) => !isOfForm(place)).map(({ schema }) => schema.$ref),
  )
  return places(references.filter((place) => isOfForm(place) && !other.has(place.schema.$ref)))
}

/** Bodies that are neither JSON nor text are files to a client, and XML is a string. */
function bodiesOfWrongType(document: OpenApi): string[] {
  const media = schemasOf(document).filter(({ path }) => path.at(-3) === 'content')
  const fits = ({ path, schema: { type, format } }: Place) => {
    const mediaType = path.at(-2) ?? ''
    if (/json$|^multipart\/form-data$/.test(mediaType)) return true
    return type === 'string' && (/xml$|^text\//.test(mediaType) || format === 'binary')
  }
  return places(media.filter((place) => !fits(place)))
}

export const rules: Record<string, { faults: (document: OpenApi) => string[]; broken: OpenApi }> = {
  'no pattern stands beside a format': {
    faults: patternsBesideFormats,
    broken: withSchema({ type: 'string', format: 'date', pattern: '^2' }),
  },
  'patterns are those of every language': {
    faults: patternsNotOfAllLanguages,
    broken: withSchema({ type: 'string', pattern: '^\\p{L}$' }),
  },
  'there are no constants': { faults: constants, broken: withSchema({ const: true }) },
  'of a `oneOf`, only one can match': {
    faults: choicesOfSeveral,
    broken: withSchema({ oneOf: [{ $ref: `${named}Named` }, { type: 'object' }] }),
  },
  'objects and choices have names': {
    faults: schemasWithoutName,
    broken: withSchema({ type: 'array', items: { type: 'object', properties: {} } }),
  },
  'no choice has a list in it': {
    faults: choicesOfLists,
    broken: withSchema({ anyOf: [{ type: 'string' }, { type: 'array' }] }),
  },
  'no two named enumerations have a value in common': {
    faults: valuesOfTwoEnumerations,
    broken: withSchema({ enum: ['failed'] }, { enum: ['sent', 'failed'] }),
  },
  'no name is that of a constructor': {
    faults: namesOfConstructors,
    broken: { components: { schemas: { Thing: {}, NewThing: {} } } },
  },
  'the schemas of forms are referred to by others too': {
    faults: schemasOfFormsOnly,
    broken: withBody('multipart/form-data', { $ref: `${named}Form` }),
  },
  'files are binary strings, and XML is a string': {
    faults: bodiesOfWrongType,
    broken: withBody('application/pdf', {}),
  },
}

function withSchema(schema: Node, other: Node = { type: 'object' }): OpenApi {
  return { components: { schemas: { Named: other, Broken: schema } } }
}

function withBody(mediaType: string, schema: Node): OpenApi {
  return { paths: { '/': { post: { requestBody: { content: { [mediaType]: { schema } } } } } } }
}
