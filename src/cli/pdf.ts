// `fourcorner pdf FILE -o OUT`: a UBL document, a message level status or a tax
// data document as PDF.
import { readFile, writeFile } from 'node:fs/promises'
import { Command, Option } from 'commander'
import { limits } from '../config/limits.ts'
import { type Locale, locales, openPrinter, type Paper, type Printed } from '../pdf/index.ts'
import { jsonInstead } from './json-instead.ts'

export function pdfCommand(): Command {
  return new Command('pdf')
    .description('Print a UBL document, a message level status or a tax data document as PDF.')
    .argument('<file>', 'the XML document')
    .requiredOption('-o, --output <file>', 'output file')
    .addOption(
      new Option('--locale <language>', 'language of the labels').choices(locales).default('en'),
    )
    .addOption(new Option('--paper <size>', 'page size').choices(['a4', 'letter']).default('a4'))
    .option('--embed', 'embed the XML in the PDF')
    .option('--images', 'print attached pictures on pages of their own')
    .action(print)
}

type PdfOptions = { output: string; locale: Locale; paper: Paper; embed?: true; images?: true }

async function print(
  file: string,
  { output, locale, paper, embed, images }: PdfOptions,
): Promise<void> {
  const printer = openPrinter({ ...limits.printing, threads: 1 })
  try {
    const bytes = await readFile(file)
    const json = jsonInstead(file, bytes)
    if (json !== undefined) throw new Error(`${file}: ${json}`)
    const options = {
      kind: 'any',
      locale,
      paper,
      embed: embed ?? false,
      images: images ?? false,
    } as const
    const printed = await printer.print(bytes, options)
    if (printed.kind !== 'printed') throw new Error(`${file}: ${reason(printed)}`)
    await writeFile(output, printed.pdf)
    process.stdout.write(`${output}: ${printed.pages} ${printed.pages === 1 ? 'page' : 'pages'}\n`)
    const { missingGlyphs } = printed
    if (missingGlyphs.length > 0)
      process.stderr.write(`No installed font has these characters: ${missingGlyphs.join(' ')}\n`)
  } finally {
    await printer.close()
  }
}

function reason(printed: Exclude<Printed, { kind: 'printed' }>): string {
  if (printed.kind === 'no-xml')
    return `line ${printed.line}, column ${printed.column}: ${printed.message}`
  if (printed.kind === 'wrong-document')
    return `{${printed.namespace}}${printed.local} is not a printable document`
  return `it is too large to print (${printed.limit})`
}
