// `fourcorner convert`: JSON to UBL and back, without a gateway.

import { readFileSync, writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { dayOf } from '../core/day.ts'
import { convertToJson, convertToUbl, readJson, readJsonDocument } from '../intake/index.ts'
import { Problem } from '../problem.ts'
import { describeProblem } from './describe-problem.ts'
import { indentedJson } from './foreign-text.ts'

export function convertCommand(): Command {
  return new Command('convert')
    .description(
      'Convert a document from JSON to UBL or from UBL to JSON, whichever its first ' +
        'character calls for.',
    )
    .argument('<file>', 'the document')
    .option('-o, --output <file>', 'output file; standard output by default')
    .action((file: string, { output }: { output?: string }) => {
      try {
        const made = convertBytes(readFileSync(file))
        if (output) writeFileSync(output, made)
        else process.stdout.write(made)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        throw new Error(describeProblem(file, error), { cause: error })
      }
    })
}

function convertBytes(bytes: Buffer): Buffer | string {
  // \s includes the byte order mark.
  if (!/^\s*\{/.test(bytes.toString('utf8', 0, 100)))
    return `${indentedJson(convertToJson(bytes))}\n`
  const { kind, document } = readJsonDocument(bytes, { day: dayOf(new Date()) })
  return convertToUbl(readJson(kind, document))
}
