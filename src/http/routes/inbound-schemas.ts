// Received documents and registrations, as schemas (docs/api.md).
import { z } from 'zod'
import { receivedTypeNames } from '../../core/network/received-types.ts'
import type { RegistrationEntry } from '../../core/network/registrations.ts'
import type { InboundRecord } from '../../core/receive/inbound.ts'
import {
  actionCodes,
  type ResponseWish,
  reasonCodes,
  responseStatuses,
} from '../../core/receive/respond.ts'
import { type WordIssue, type WordWish, wordIssueCodes } from '../../core/receive/word.ts'
import { answerKinds, mlsCodes, mlsStatuses } from '../../core/record.ts'
import type { AnswerEntry } from '../../core/tracking/answers.ts'
import { exactly } from '../exactly.ts'
import { page } from '../page.ts'
import { country } from '../query.ts'
import { text } from '../reference-to-document.ts'
import {
  concern,
  count,
  documentKind,
  documentStatus,
  documentTypeName,
  forgotten,
  mayGrow,
  moment,
  outcome,
  participantWarning,
  party,
  reportedToTax,
  saidIssue,
  totals,
  validationFacts,
} from './record.ts'

export const inboundRecord = exactly<InboundRecord>()(
  z
    .object({
      id: z.string().meta({ description: 'UUID' }),
      type: documentKind,
      direction: z.literal('inbound'),
      number: z.string().exactOptional().meta({
        description: 'Absent if it cannot be read. Of an Invoice Response, that of the invoice',
      }),
      about: z
        .object({ documentId: z.string(), number: z.string().exactOptional() })
        .meta({ id: 'InboundAbout', description: 'Of a response: the document that it is about' })
        .exactOptional(),
      issueDate: z.string().exactOptional(),
      sender: party,
      receiver: party,
      documentTypeId: z.string(),
      documentTypeName,
      processId: z.string(),
      countryC1: z.string(),
      totals: totals.exactOptional(),
      messageId: z.string().meta({ description: 'Of the AS4 message; unique for its sender' }),
      accessPoint: z.string().meta({ description: 'Seat id of the access point that sent it' }),
      instanceIdentifier: z.string().meta({ description: 'Of the envelope (SBDH)' }),
      sameInstanceAs: z.string().exactOptional().meta({
        description: 'An earlier document with the same instance identifier, which is another one',
      }),
      repeats: count.meta({ description: 'How often the same document came again' }),
      status: documentStatus.meta({
        description: '`received`, then `available`, then `acknowledged`',
      }),
      outcome,
      validation: validationFacts,
      warnings: z.array(z.string()).exactOptional().meta({
        description: 'What deserves a look in the document, and refused nothing',
      }),
      mls: z
        .object({
          requested: z.enum(['FAILURE_ONLY', 'ALWAYS_SEND']).exactOptional(),
          status: z.enum(['not-expected', ...mlsStatuses]).meta({
            description: 'What we told the sender; `awaited` while our answer is due',
          }),
          code: z.string().exactOptional().meta({ description: 'AP, AB or RE' }),
          sentAt: moment.exactOptional(),
          dueAt: moment.exactOptional(),
          word: z
            .object({
              code: z.enum(mlsCodes),
              at: moment,
              sent: z.boolean().meta({ description: 'false: the sender did not ask for it' }),
            })
            .meta({ id: 'InboundWord', description: 'What you said about it' })
            .exactOptional(),
        })
        .meta({ id: 'OwnMessageLevelStatus', description: 'Message Level Status: our answer' }),
      ...concern,
      ...forgotten,
      ...reportedToTax,
      sentAt: moment.meta({ description: 'By the clock of the sender' }),
      receivedAt: moment,
      updatedAt: moment,
      acknowledgedAt: moment.exactOptional(),
      links: z
        .object({
          content: z.string(),
          pdf: z.string(),
          files: z.string(),
          history: z.string(),
        })
        .meta({ id: 'InboundLinks', description: 'Where to read on' }),
    })
    .meta({ id: 'InboundRecord', description: 'A document that was received' }),
)

export const inboundList = z
  .object({ data: z.array(inboundRecord), page })
  .meta({ id: 'InboundList', description: 'A page of received documents' })

const saidClarification = z
  .object({
    code: z
      .string()
      .exactOptional()
      .meta({ description: mayGrow, examples: ['PRI'] }),
    text: z.string().exactOptional(),
    conditions: z
      .array(
        z.object({ field: z.string().exactOptional(), text: z.string().exactOptional() }).meta({
          id: 'SaidCondition',
          description: 'A field that is meant, and what it should say',
        }),
      )
      .exactOptional(),
  })
  .meta({ id: 'SaidClarification', description: 'A reason, or what the seller is asked to do' })

export const answerEntry = exactly<AnswerEntry>()(
  z
    .object({
      id: z.string().meta({ description: 'Of the document that answers' }),
      kind: z.enum(answerKinds).meta({ description: mayGrow }),
      code: z.string().meta({ description: mayGrow, examples: ['AP'] }),
      status: z.enum(responseStatuses).meta({ description: 'What the code means' }),
      at: moment,
      from: z
        .object({
          participant: z.string(),
          name: z.string().exactOptional(),
          accessPoint: z.string().exactOptional(),
        })
        .meta({ id: 'AnswerSource', description: 'Who says it' })
        .exactOptional(),
      counts: z.boolean().meta({
        description: 'Whether the receiver says it, through the access point of the document',
      }),
      doubt: z.string().exactOptional().meta({ description: 'Why it does not count' }),
      reason: z.string().exactOptional(),
      issues: z.array(saidIssue).exactOptional(),
      reasons: z.array(saidClarification).exactOptional(),
      actions: z.array(saidClarification).exactOptional(),
      note: z.string().exactOptional(),
      effectiveDate: z.string().exactOptional(),
      links: z
        .object({ answer: z.string(), document: z.string().exactOptional() })
        .meta({ id: 'AnswerLinks', description: 'The answer, and the document that it came in' }),
    })
    .meta({
      id: 'Answer',
      description: 'A document about a document. Texts end after 1,000 characters, with `…`',
    }),
)

export const answerList = z
  .object({ data: z.array(answerEntry) })
  .meta({ id: 'AnswerList', description: 'What was said about a document' })

const condition = z
  .strictObject({
    field: text
      .min(1)
      .max(255)
      .meta({ description: 'The field that is meant', examples: ['BT-13'] }),
    text: text.min(1).max(1000).exactOptional().meta({ description: 'What it should say' }),
  })
  .meta({ id: 'ResponseCondition' })

const clarification = <Code extends string>(codes: readonly Code[], id: string) =>
  z.array(
    z
      .strictObject({
        code: z.enum(codes),
        text: text.min(1).max(1000).exactOptional(),
        conditions: z.array(condition).max(100).exactOptional(),
      })
      .meta({ id }),
  )

export const responseWish = exactly<ResponseWish>()(
  z
    .strictObject({
      status: z.enum(responseStatuses),
      reasons: clarification(reasonCodes, 'ResponseReason').max(100).exactOptional().meta({
        description:
          'Why. `under-query`, `conditionally-accepted` and `rejected` need one, or an action',
      }),
      actions: clarification(actionCodes, 'ResponseAction').max(100).exactOptional().meta({
        description: 'What the seller is asked to do',
      }),
      note: text.min(1).max(1000).exactOptional(),
      effectiveDate: z.iso.date().exactOptional().meta({
        description: 'When the status came into effect',
      }),
    })
    .meta({ id: 'InvoiceResponse', description: 'What becomes of a received invoice' }),
)

const wordIssue = exactly<WordIssue>()(
  z
    .strictObject({
      code: z.enum(wordIssueCodes).meta({
        description: 'SV: syntax; BV: a rule; BW: a warning; FD: it could not be passed on',
      }),
      location: text
        .min(1)
        .max(1000)
        .exactOptional()
        .meta({
          description: 'Where in the document, as an XPath',
          examples: ['/Invoice/cac:OrderReference/cbc:ID'],
        }),
      text: text.min(1).max(1000),
    })
    .meta({ id: 'WordIssue' }),
)

export const wordWish = exactly<WordWish>()(
  z
    .strictObject({
      code: z.enum(mlsCodes).meta({
        description: 'AP: accepted; AB: acknowledged, no more; RE: rejected',
      }),
      description: text.min(1).max(1000).exactOptional(),
      issues: z.array(wordIssue).max(100).exactOptional().meta({
        description: 'RE needs one that is not BW; AP and AB may have BW only',
      }),
    })
    .meta({ id: 'Word', description: 'What becomes of a received document' }),
)

const documentTypes = z
  .union([z.literal('all'), z.array(text.min(1).max(500)).min(1).max(400)], {
    error: 'must be "all", or a list of at least one, such as ["invoice", "credit-note"]',
  })
  .meta({
    description:
      `\`all\`: whatever comes. Otherwise identifiers of document types, or of these names: ` +
      `${receivedTypeNames.join(', ')}.`,
    examples: [['invoice', 'credit-note']],
  })

const facts = {
  documentTypes,
  country: country
    .exactOptional()
    .meta({ description: 'ISO 3166-1; needed on the public networks', examples: ['BE'] }),
  endUser: text.min(1).max(255).exactOptional().meta({
    description: 'Who it is to you: the reports to Peppol count end users',
  }),
  publishedBy: z
    .enum(['us', 'elsewhere'])
    .exactOptional()
    .meta({
      description:
        'Who has it in an SMP: `elsewhere` is left alone by `participant plan` and `apply`, such ' +
        'as an entry of a national registry. Absent: as it is; `us` for a new one, where an SMP ' +
        'is set',
    }),
}

export const registrationChange = z
  .object(facts)
  .meta({ id: 'RegistrationChange', description: 'What a participant receives' })

export const registrationWish = z
  .object({
    participant: text
      .min(1)
      .max(200)
      .meta({ examples: ['0208:0123456749'] }),
    tenantId: text.min(1).max(255).exactOptional().meta({
      description: 'Another tenant that it is for; with the scope `operator`',
    }),
    ...facts,
  })
  .meta({ id: 'RegistrationWish', description: 'Whom to receive for, and what' })

export const registrationRecord = exactly<RegistrationEntry>()(
  z
    .object({
      participant: z.string(),
      documentTypes: z.union([z.literal('all'), z.array(z.string())]),
      country: z.string().exactOptional(),
      endUser: z.string().exactOptional(),
      createdAt: moment,
      publishedBy: z.enum(['us', 'elsewhere']).meta({
        description: 'Who has it in an SMP: this access point, or others',
      }),
      nextDocumentTypes: z
        .union([z.literal('all'), z.array(z.string())])
        .exactOptional()
        .meta({
          description: 'What is left once the types that leave the SMP are served no more',
        }),
      warnings: z
        .array(participantWarning)
        .exactOptional()
        .meta({ description: 'What deserves a look, and refuses nothing' }),
    })
    .meta({ id: 'Registration', description: 'A participant that documents are received for' }),
)

export const registrationList = z
  .object({ data: z.array(registrationRecord), page })
  .meta({ id: 'RegistrationList', description: 'A page of registrations' })
