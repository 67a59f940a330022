// A schema as it is installed: nine tenths of those of UBL are annotations, which libxml2 would
// read and keep.
const annotations = '//xs:annotation[not(ancestor::xs:annotation)]'
const namespaces = { xs: 'http://www.w3.org/2001/XMLSchema' }

/**
 * The schema without its annotations, which say nothing about what is valid (XML Schema 1, 3.13),
 * and without the white space between elements. Comments stay, for they say whose the schema is.
 * Rejects with an Error when it is no XML.
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
