// `fourcorner answer ID CODE`: says what becomes of a received document.
import { Argument, Command, InvalidArgumentError } from 'commander'
import type { InboundRecord } from '../core/receive/inbound.ts'
import type { WordIssue, WordWish } from '../core/receive/word.ts'
import { mlsCodes } from '../core/record.ts'
import { connect, type GatewayOptions, show, withGateway } from './beside-gateway.ts'

type AnswerOptions = GatewayOptions & { description?: string; issue?: WordIssue[] }

export function answerCommand(): Command {
  const command = new Command('answer')
    .description('Say what becomes of a received document; its sender is told.')
    .argument('<id>', 'of the document')
    .addArgument(new Argument('<code>', 'accepted, acknowledged or rejected').choices(mlsCodes))
    .option('--description <text>', 'why, for the sender')
    .option(
      '--issue <issue>',
      "what is wrong, such as 'BV The order is not known', or " +
        "'BV at /Invoice/cbc:ID The number is taken'; may be repeated",
      issuesOf,
    )
    .action(answer)
  return withGateway(command)
}

async function answer(
  id: string,
  code: WordWish['code'],
  { description, issue, ...options }: AnswerOptions,
): Promise<void> {
  const wish: WordWish = {
    code,
    ...(description === undefined ? {} : { description }),
    ...(issue ? { issues: issue } : {}),
  }
  const path = `/api/v1/inbound/${encodeURIComponent(id)}/status`
  const record = await connect(options).read<InboundRecord>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(wish),
  })
  show(record, inWords, options)
}

function inWords({ id, mls, outcome }: InboundRecord): string {
  const { code, sent = false } = mls.word ?? {}
  const told = sent ? 'Its sender is told.' : 'Its sender did not ask for that, and is not told.'
  return `Document ${id}: ${code}, outcome ${outcome}. ${told}`
}

function issuesOf(given: string, before: WordIssue[] = []): WordIssue[] {
  const [, code, location, text] = /^(SV|BV|BW|FD) (?:at (\S+) )?(.+)$/s.exec(given) ?? []
  if (!code || !text)
    throw new InvalidArgumentError('write a code (SV, BV, BW, FD), a space, and a text')
  const issue = { code: code as WordIssue['code'], text, ...(location ? { location } : {}) }
  return [...before, issue]
}
