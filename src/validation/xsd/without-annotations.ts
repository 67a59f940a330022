// A schema as it is installed: nine tenths of the UBL schemas are annotations, which libxml2
// would parse and keep.
const annotations = '//xs:annotation[not(ancestor::xs:annotation)]'
const namespaces = { xs: 'http://www.w3.org/2001/XMLSchema' }

/**
 * The schema without its annotations, which do not affect validity (XML Schema 1, 3.13), and
 * without the white space between elements. Comments are kept: they name the copyright holder.
 * Rejects with an Error when it is not XML.
 */
export async function withoutAnnotations(schema: Uint8Array): Promise<Uint8Array> {
  const { ParseOption, XmlDocument } = await import('libxml2-wasm')
  const option = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NOBLANKS
  const document = XmlDocument.fromBuffer(schema, { option })
  try {
    for (const annotation of document.find(annotations, namespaces)) annotation.remove()
    return Buffer.from(document.toString({ format: false }))
  } finally {
    document.dispose()
  }
}
