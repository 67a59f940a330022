// Query parameters arrive as strings, or as a list of strings when one is repeated.
import { z } from 'zod'
import { codeMeant, countries, said, shown } from '../billing/index.ts'
import { participantFilter } from '../core/given-participant.ts'
import {
  attentions,
  directions,
  documentKinds,
  mlsTypes,
  statuses,
  taxReportStatuses,
  waitingReasons,
} from '../core/record.ts'
import { outcomes, statesOf } from '../core/status.ts'
import type { listRecords } from '../core/tracking/track.ts'
import { pageParameters, wholeNumber } from './page-query.ts'
import { reference, text } from './reference-to-document.ts'

/** A repeatable parameter: any of its values matches. */
export function repeated<T extends z.ZodType>(item: T) {
  return z
    .preprocess((given) => (Array.isArray(given) ? given : [given]), z.array(item))
    .exactOptional()
}

const flag = z.enum(['true', 'false'])
const participant = text.min(1).max(200)
const participantWanted = participant.transform((given, context) => {
  const wanted = participantFilter(given)
  if (wanted !== undefined) return wanted
  context.addIssue({ code: 'custom', message: 'must be a participant, such as 0208:0123456749' })
  return z.NEVER
})
export const moment = z.iso.datetime({
  offset: true,
  error:
    'must be a time with its zone, such as 2026-11-21T10:00:00Z or 2026-11-21T11:00:00%2B01:00 ' +
    '(a bare + is a space here)',
})
const clientId = text.min(1).max(255)

export const country = z.string().regex(/^[A-Z]{2}$/, {
  error: ({ input }) => {
    const meant = codeMeant(countries, String(input))
    return meant === undefined
      ? 'must be two capital letters (ISO 3166-1), such as BE'
      : said(`is ${shown(input)}: write ${meant}`, meant)
  },
})

const namesTheQueue = { error: 'must not be queue: /api/v1/status/queue is the queue' }

export const mlsType = z
  .enum(mlsTypes)
  .meta({ description: 'Which Message Level Status is asked for: every one, or failures only' })
export const mlsTo = text
  .min(1)
  .max(200)
  .meta({
    // No example: the page of the reference would send it, and it is not of this access point.
    description:
      'Where it is sent: our service provider identifier, or a sub-identifier of it, such as ' +
      '0242:000306-UNIT1',
  })

export const submitQuery = z.strictObject({
  clientId: clientId
    .exactOptional()
    .meta({ description: 'The client on whose behalf you submit; a filter in the list' }),
  reference: reference
    .refine((given) => given !== 'queue', namesTheQueue)
    .exactOptional()
    .meta({
      description:
        'Your own id for this document, unique among those that did not fail; can be ' +
        'used instead of `id`',
    }),
  sender: participant.exactOptional().meta({
    description: 'Sending participant, if not the endpoint of the seller, or of a buyer who issues',
  }),
  receiver: participant.exactOptional().meta({
    description: 'Receiving participant, if not the endpoint of the other one',
  }),
  documentTypeId: text.min(1).max(500).exactOptional().meta({
    description: 'Peppol document type, if it is not to be derived from the document',
  }),
  processId: text.min(1).max(500).exactOptional().meta({
    description: 'Peppol process, if it is not to be derived from the document',
  }),
  countryC1: country
    .exactOptional()
    .meta({ description: "Country of the sender, if not the seller's" }),
  deadline: moment
    .exactOptional()
    .meta({ description: 'Give up at this time; 24 hours from now by default' }),
  allowDuplicate: flag.exactOptional().meta({
    description: 'Take it although an earlier document has the same number, sender and receiver',
  }),
  mlsType: mlsType.exactOptional(),
  mlsTo: mlsTo.exactOptional(),
})

/** The same for a document of any type, which may not say any of it. */
export const submitOtherQuery = submitQuery.extend({
  sender: participant.exactOptional().meta({
    description: 'Sending participant, if not the one that the document names',
  }),
  receiver: participant.exactOptional().meta({
    description: 'Receiving participant, if not the one that the document names',
  }),
  countryC1: submitQuery.shape.countryC1.meta({
    description: 'Country of the sender, if the document does not say it',
  }),
  allowDuplicate: flag.exactOptional().meta({
    description:
      'Take an invoice, credit note or debit note although an earlier one has the same number, ' +
      'sender and receiver; no meaning for other documents',
  }),
})

/** The query of a submission in core's terms. */
export function toOptions({ allowDuplicate, ...same }: z.output<typeof submitQuery>) {
  return { ...same, ...(allowDuplicate === 'true' ? { allowDuplicate: true } : {}) }
}

export const listQuery = z.strictObject({
  clientId: repeated(text).meta({ description: 'The client named on submission' }),
  reference: repeated(text).meta({ description: 'Your own reference' }),
  status: repeated(z.enum(statuses)).meta({ description: 'Its status' }),
  outcome: repeated(z.enum(outcomes)).meta({ description: 'The same in one word' }),
  waitingReason: repeated(z.enum(waitingReasons)).meta({ description: 'Why it waits' }),
  attention: repeated(z.enum(attentions)).meta({
    description: 'Why it needs a person',
  }),
  setAside: flag.exactOptional().meta({ description: 'Was set aside, or not' }),
  type: repeated(z.enum([...documentKinds, 'tax-report'])).meta({
    description: 'The kind of document; reports to tax authorities are listed only if asked for',
  }),
  taxReport: repeated(z.enum(taxReportStatuses)).meta({
    description: 'Where its report to a tax authority stands',
  }),
  direction: repeated(z.enum(directions)).meta({
    description: 'Sent (`outbound`, the default) or received',
  }),
  number: repeated(text).meta({ description: 'The number on the document, as a whole' }),
  messageId: repeated(text).meta({
    description: 'AS4 MessageId of one of its attempts, or of a message that brought it',
  }),
  sender: repeated(participantWanted).meta({ description: 'Sending participant' }),
  receiver: repeated(participantWanted).meta({ description: 'Receiving participant' }),
  test: flag.exactOptional().meta({ description: 'Submitted with X-TestOnly, or not' }),
  createdFrom: moment.exactOptional().meta({ description: 'Submitted at this time or later' }),
  createdTo: moment.exactOptional().meta({ description: 'Submitted before this time' }),
  updatedFrom: moment.exactOptional().meta({ description: 'Last moved at this time or later' }),
  updatedTo: moment.exactOptional().meta({ description: 'Last moved before this time' }),
  q: text
    .min(1)
    .max(200)
    .exactOptional()
    .meta({
      description:
        'What a search for this text finds, the newest 50: a whole id, message id, reference, ' +
        'number or participant; otherwise the beginning or end of a number or the beginnings of ' +
        "words of a partner's name (three characters or more), or an amount with decimals",
      examples: ['2026-0042'],
    }),
  sort: z.enum(['createdAt', '-createdAt', 'updatedAt', '-updatedAt']).exactOptional().meta({
    description: '`-createdAt` (newest first) by default',
  }),
  ...pageParameters,
})

/** What makes sense for documents that were received. */
export const inboundQuery = listQuery.pick({
  status: true,
  outcome: true,
  attention: true,
  setAside: true,
  type: true,
  number: true,
  messageId: true,
  sender: true,
  receiver: true,
  createdFrom: true,
  createdTo: true,
  updatedFrom: true,
  updatedTo: true,
  q: true,
  sort: true,
  limit: true,
  cursor: true,
})

/** The query of received documents in the store's terms. */
export function toInboundQuery(query: z.output<typeof inboundQuery>): Omit<ListQuery, 'direction'> {
  return toListQuery(query)
}

export const waitQuery = z.strictObject({
  wait: wholeNumber(0, 30)
    .exactOptional()
    .meta({
      description: 'Seconds to hold the answer until the state changes',
      examples: [1],
    }),
})

type ListQuery = Parameters<typeof listRecords>[2]

/** The list query in the store's terms. */
export function toListQuery(query: z.output<typeof listQuery>): ListQuery {
  const { type, outcome, test, setAside, ...others } = query
  const { createdFrom, createdTo, updatedFrom, updatedTo, ...same } = others
  return {
    sort: '-createdAt',
    limit: 50,
    ...same,
    ...(type ? { kind: type.map((one) => (one === 'tax-report' ? 'taxReport' : one)) } : {}),
    ...(outcome ? { states: statesOf(outcome) } : {}),
    ...(test ? { test: [test === 'true'] } : {}),
    ...(setAside ? { setAside: [setAside === 'true'] } : {}),
    ...(createdFrom ? { createdFrom: new Date(createdFrom) } : {}),
    ...(createdTo ? { createdTo: new Date(createdTo) } : {}),
    ...(updatedFrom ? { updatedFrom: new Date(updatedFrom) } : {}),
    ...(updatedTo ? { updatedTo: new Date(updatedTo) } : {}),
  }
}
