// How files of strangers are served: under a type from this list, or as bytes.

/** None of them runs in a browser that is told not to guess (nosniff). */
const served = [
  ...['application/json', 'application/pdf', 'application/xml', 'application/zip'],
  ...['image/jpeg', 'image/png', 'text/csv', 'text/plain', 'text/xml'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
] as const

/** Without its parameters, which are words of strangers too. */
export function servedAs(mediaType: string): string {
  const type = mediaType.split(';', 1)[0]!.trim().toLowerCase()
  return served.find((one) => one === type) ?? 'application/octet-stream'
}
