// The publication of a participant, as a schema (docs/api.md).
import { z } from 'zod'
import type { IdentificationEntry } from '../../core/network/identification.ts'
import type { PublicationEntry } from '../../core/network/publication-entry.ts'
import { exactly } from '../exactly.ts'
import { text } from '../reference-to-document.ts'
import { mayGrow } from './record.ts'

const moment = z.iso.datetime()
const why = z.object({ code: z.string().meta({ description: mayGrow }), detail: z.string() })

const holder = (id: string, description: string) =>
  z
    .object({
      organisation: z.string().exactOptional(),
      country: z.string().exactOptional(),
      id: z.string().exactOptional().meta({ description: 'The seat id' }),
    })
    .meta({ id, description })

const elsewhere = z
  .object({
    smp: z.string().meta({ description: 'Base URL of the SMP that DNS names' }),
    publisher: holder('OtherPublisher', 'Who signs there').exactOptional(),
    url: z.string().exactOptional().meta({ description: 'Where documents go now' }),
    accessPoint: holder('OtherAccessPoint', 'Who receives them').exactOptional(),
    sentence: z.string().meta({ description: 'What to send to the customer' }),
  })
  .meta({ id: 'PublishedElsewhere', description: 'Who serves the participant instead of us' })

const difference = z
  .object({
    smp: z.string().exactOptional().meta({ description: 'Base URL of the SMP that DNS names' }),
    steps: z
      .array(
        z
          .object({
            step: z.enum(['create-group', 'wait-for-dns', 'put-type', 'delete-type']).meta({
              description: mayGrow,
            }),
            inSml: z.boolean().exactOptional().meta({
              description: 'Of the group: whether it is listed in DNS as well',
            }),
            documentType: z.string().exactOptional(),
            reasons: z.array(z.string()),
          })
          .meta({ id: 'PublicationStep', description: 'What would be written' }),
      )
      .meta({ description: 'None: the SMP says what is registered' }),
    refusals: z.array(
      z
        .object({
          code: z.string().meta({ description: mayGrow }),
          documentType: z.string().exactOptional(),
          detail: z.string(),
        })
        .meta({ id: 'PublicationRefusal', description: 'What cannot be written, and why' }),
    ),
    notes: z.array(why.meta({ id: 'PublicationNote', description: 'What deserves a look' })),
    unknown: z.array(z.string()).meta({
      description: 'Document types that the SMP has and are not registered here: they stay',
    }),
    elsewhere: elsewhere.exactOptional(),
  })
  .meta({
    id: 'PublicationDifference',
    description: 'How our SMP and DNS differ from what is registered',
  })

const day = z.iso.date()
const identificationMembers = {
  checked: text
    .min(1)
    .max(500)
    .meta({
      description: 'What was checked',
      examples: ['Extract of the register of companies, and the identity card of the director'],
    }),
  checkedBy: text.min(1).max(255).meta({ description: 'By whom' }),
  checkedOn: day.meta({ description: 'The day, not in the future', examples: ['2026-11-20'] }),
  dueOn: day.meta({ description: 'Until when it counts', examples: ['2028-11-20'] }),
  reference: text.min(1).max(255).meta({ description: 'Where the proof is kept' }),
}

export const identificationWish = z
  .strictObject(identificationMembers)
  .meta({ id: 'IdentificationWish', description: 'How the customer was identified' })

export const identificationRecord = exactly<IdentificationEntry>()(
  z
    .object({
      participant: z.string(),
      ...identificationMembers,
      recordedAt: moment,
      recordedBy: z.string(),
      state: z.enum(['valid', 'due', 'overdue']).meta({
        description: '`due`: within 60 days',
      }),
    })
    .meta({
      id: 'Identification',
      description: 'How the customer behind a participant was identified',
    }),
)

export const publicationRecord = exactly<PublicationEntry>()(
  z
    .object({
      participant: z.string(),
      publishedBy: z.enum(['us', 'elsewhere']).meta({
        description: 'Who has it in an SMP: this access point, or others',
      }),
      state: z
        .string()
        .exactOptional()
        .meta({
          description:
            '`creating`, `waiting-for-dns`, `published`, `withdrawing`, `withdrawn`; absent: ' +
            `nothing was written from here. ${mayGrow}`,
        }),
      since: moment.exactOptional().meta({ description: 'When it got there' }),
      changedBy: z.string().exactOptional().meta({ description: 'Who wrote last' }),
      documentTypes: z
        .array(
          z
            .object({ documentType: z.string(), state: z.string(), since: moment })
            .meta({ id: 'PublishedType', description: 'A document type in the SMP' }),
        )
        .meta({ description: 'Those that were written from here' }),
      asked: z
        .object({
          wish: z.enum(['publish', 'withdraw']),
          at: moment,
          by: z.string(),
          tries: z.int().meta({ description: 'How often it was tried' }),
          nextAt: moment.exactOptional().meta({
            description: 'When it is tried next; absent: it was refused, and has to be asked anew',
          }),
        })
        .meta({ id: 'PublicationWish', description: 'What was asked for and is not done' })
        .exactOptional(),
      fault: z
        .object({ code: z.string().exactOptional(), detail: z.string() })
        .meta({ id: 'PublicationFault', description: 'Why it went no further the last time' })
        .exactOptional(),
      identification: identificationRecord.exactOptional(),
      difference: difference.exactOptional(),
      failure: why
        .meta({ id: 'PublicationUnread', description: 'Why SMP or DNS could not be read' })
        .exactOptional(),
    })
    .meta({ id: 'Publication', description: 'Where a participant stands in the SMP' }),
)
