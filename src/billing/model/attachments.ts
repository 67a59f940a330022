// Supporting documents (BG-24): inside the document, or somewhere on the web.
import { mimeTypes } from '../codelists/index.ts'
import { shown } from '../shown.ts'
import { code, group, list, text } from './field.ts'

/**
 * RFC 4648, section 4. Two plain searches: a single pattern would exhaust the stack
 * at a few megabytes.
 */
function isBase64(content: string): boolean {
  return content.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(content.replace(/={1,2}$/, ''))
}

/** The largest body holds no more. */
const contentLengthMax = 50_000_000

const attachment = group(
  { name: 'Attachment', term: 'BG-24', about: 'A supporting document' },
  {
    id: text({
      term: 'BT-122',
      about: 'Reference of the supporting document',
      example: 'TIMESHEET-10',
    }),
    description: text({
      term: 'BT-123',
      about: 'What it is',
      example: 'Hours of October',
    }).optional(),
    url: text({
      term: 'BT-124',
      about: 'URL to fetch it from',
      example: 'https://seller.example/timesheet-10.pdf',
    }).optional(),
    content: text(
      { term: 'BT-125', about: 'Its bytes in base64', example: 'JVBERi0xLjcK' },
      contentLengthMax,
    )
      .refine(isBase64, {
        error: ({ input }) =>
          `is ${shown(input)}: write the bytes of the file in base64, on one line (BT-125)`,
      })
      .optional(),
    mimeType: code(mimeTypes, {
      term: 'BT-125-1',
      about: 'Media type of content',
      example: 'application/pdf',
    }).optional(),
    filename: text({
      term: 'BT-125-2',
      about: 'File name of content',
      example: 'timesheet.pdf',
    }).optional(),
  },
  { written: 'attachment' },
).superRefine((given, context) => {
  const fault = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  for (const [field, term] of [
    ['mimeType', 'BT-125-1'],
    ['filename', 'BT-125-2'],
  ] as const) {
    if (given.content !== undefined && given[field] === undefined)
      fault(field, `is missing: content (BT-125) needs it (${term})`)
    if (given.content === undefined && given[field] !== undefined)
      fault('content', `is missing: ${field} (${term}) needs it (BT-125)`)
  }
})

export const attachments = list({ term: 'BG-24', about: 'Supporting documents' }, attachment)
