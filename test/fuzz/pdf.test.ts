// Documents far too long to print: a PDF within the limits or a clear answer, and
// the printer goes on.
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { openPrinter } from '../../src/pdf/index.ts'
import { invoiceOf } from '../pdf/documents.ts'

const options = { kind: 'any', locale: 'en', paper: 'a4', embed: false, images: false } as const
const printer = openPrinter({ ...limits.printing, threads: 1 })
afterAll(() => printer.close())

describe('long invoices', () => {
  it('of 10,000 lines are a PDF, or too large by a limit that is named', async () => {
    const printed = await printer.print(invoiceOf(10_000), options)
    if (printed.kind === 'printed')
      expect(printed.pages).toBeLessThanOrEqual(limits.printing.pagesMax)
    else
      expect(printed).toMatchObject({
        kind: 'too-large',
        limit: expect.stringMatching(/pages|time/),
      })
  })

  it('of 60,000 lines are more elements than the parser accepts', async () => {
    const refused = { kind: 'no-xml', reason: 'limit' }
    expect(await printer.print(invoiceOf(60_000), options)).toMatchObject(refused)
  })

  it('leave a printer that prints the next document', async () => {
    expect(await printer.print(invoiceOf(2), options)).toMatchObject({ kind: 'printed', pages: 1 })
  })
})
