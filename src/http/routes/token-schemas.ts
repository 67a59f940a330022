// Tokens and tenants as callers see them.
import { z } from 'zod'
import { NumberLiteral } from '../../billing/index.ts'
import { taxRegimeNames } from '../../core/access/tax-reporting.ts'
import type { Tenant, TenantChange } from '../../core/access/tenants.ts'
import { scopes } from '../../core/access/token.ts'
import type { IssuedToken, TokenRecord } from '../../core/access/tokens.ts'
import { frenchProcesses, mlsTypes, reportedRegimes, tokenEnvironments } from '../../core/record.ts'
import { exactly } from '../exactly.ts'
import { page } from '../page.ts'
import { mlsTo, mlsType } from '../query.ts'
import { text } from '../reference-to-document.ts'

const moment = z.iso.datetime()
const name = text.min(1).max(255)
const future = z.iso
  .datetime({ offset: true, error: 'must be a time with its zone, such as 2027-12-31T00:00:00Z' })
  .meta({ description: 'Until when it works; no longer than your own token' })

const tokenMembers = z.object({
  id: z.string(),
  publicId: z.string().meta({ description: "The third part of the token's text" }),
  name: z.string(),
  scopes: z.array(z.string()),
  environment: z.enum(tokenEnvironments),
  createdAt: moment,
  expiresAt: moment.exactOptional(),
  revokedAt: moment.exactOptional(),
  lastUsedAt: moment.exactOptional().meta({ description: 'To the minute' }),
})

export const tokenRecord = exactly<TokenRecord>()(
  tokenMembers.meta({ id: 'Token', description: 'An API token, without its secret' }),
)

export const issuedToken = exactly<IssuedToken>()(
  tokenMembers
    .extend({
      token: z.string().meta({
        description: 'The text for X-API-Token. It is shown once and cannot be recovered',
      }),
    })
    .meta({ id: 'IssuedToken', description: 'A new API token, with its text' }),
)

export const tokenList = z
  .object({ data: z.array(tokenRecord), page })
  .meta({ id: 'TokenList', description: 'A page of tokens' })

export const tokenWish = z
  .strictObject({
    name: name.meta({ description: 'What the token is for' }),
    scopes: z.array(z.enum(scopes)).max(scopes.length).meta({
      description: 'What it may do; none that your own token lacks',
    }),
    environment: z.enum(tokenEnvironments).exactOptional().meta({
      description: 'A `test` token never reaches the production network. By default as your own',
    }),
    expiresAt: future.exactOptional().meta({
      description: 'Until when it works; by default, and at most, as long as your own token',
    }),
  })
  .meta({ id: 'TokenWish' })

/** The body of a token to be made, in core's terms. */
export function toTokenWish({ expiresAt, ...same }: z.output<typeof tokenWish>) {
  return { ...same, ...(expiresAt ? { expiresAt: new Date(expiresAt) } : {}) }
}

export const tokenChange = z
  .strictObject({ name: name.exactOptional(), expiresAt: future.exactOptional() })
  .meta({ id: 'TokenChange' })

const secondsOfDay = 86_400
const overlapSecondsMax = 7 * secondsOfDay

// The parser of bodies keeps numbers as they were written.
export const asNumber = (given: unknown) =>
  given instanceof NumberLiteral ? Number(given.value) : given

export const rotation = z
  .strictObject({
    overlapSeconds: z
      .preprocess(asNumber, z.int().min(0).max(overlapSecondsMax))
      .default(secondsOfDay)
      .meta({
        description: 'How long the old token still works; a day by default, a week at most',
      }),
  })
  .meta({ id: 'Rotation' })

const tenantMembers = {
  name: z.string(),
  participants: z.array(z.string()).meta({
    description: 'For whom it may send; `*`: for all',
  }),
  duplicates: z.enum(['refuse', 'warn']).meta({
    description: 'Whether a second document with the same number is refused, or taken and told of',
  }),
  frenchProcess: z.enum(frenchProcesses).meta({
    description:
      'The process of French documents whose submission states none; `none`: each has to state it',
  }),
}

const authority = z
  .strictObject({ id: text.min(1).max(255), name: text.min(1).max(255).exactOptional() })
  .meta({ id: 'TaxAuthority', description: 'Where reports name it: in Slovakia' })

const taxReportingMembers = {
  participants: z.array(text.min(1).max(200)).max(10_000).meta({
    description: 'Whose documents are reported: among the participants of the tenant',
  }),
  receiver: text.min(1).max(200).meta({
    description: 'The participant of the authority, in the scheme 0242',
  }),
  authority: authority.exactOptional(),
  from: z.string().meta({
    description: 'What is accepted or received from this day on, by the clock of the country',
    format: 'date',
  }),
}
const holdOutcome = z.boolean().meta({
  description: 'Whether the outcome of a document waits for that of its report',
})
const overdueDescription = 'Minutes without a status after which a report is overdue'

const taxReporting = z
  .object({
    regime: z.enum(reportedRegimes).meta({ description: '`ae`: the Emirates; `sk`: Slovakia' }),
    ...taxReportingMembers,
    holdOutcome,
    overdueMinutes: z.int().meta({ description: overdueDescription }),
  })
  .meta({ id: 'TaxReporting', description: 'What is reported to a tax authority' })

const taxReportingWish = z
  .strictObject({
    regime: z.enum(taxRegimeNames).meta({
      description: '`ae`: the Emirates; `sk`: Slovakia. `om` and `vida` cannot be switched on yet',
    }),
    ...taxReportingMembers,
    holdOutcome: holdOutcome.exactOptional(),
    overdueMinutes: z
      .preprocess(asNumber, z.int().min(1).max(1440))
      .exactOptional()
      .meta({ description: `${overdueDescription}; absent: 25` }),
  })
  .meta({ id: 'TaxReportingWish' })

const taxReportingWishes = z.array(taxReportingWish).max(20).exactOptional()

export const tenantRecord = exactly<Tenant>()(
  z
    .object({
      ...{ id: z.string(), ...tenantMembers },
      retentionDays: z.int().exactOptional().meta({
        description: 'How many days its documents keep their bytes, if not as RETENTION_DAYS says',
      }),
      mlsWait: z.int().exactOptional().meta({
        description: 'How many minutes it has to say what becomes of a document, if not five',
      }),
      mlsType: mlsType.exactOptional().meta({
        description: 'Which Message Level Status its documents ask for, if not as MLS_REQUEST says',
      }),
      mlsTo: z.string().exactOptional().meta({
        description: 'Where that is sent, if not to the main identifier of the service provider',
      }),
      taxReporting: z.array(taxReporting).exactOptional().meta({
        description: 'What it reports to tax authorities; absent: nothing',
      }),
      mayPublish: z.boolean().exactOptional().meta({
        description: 'Whether it may publish and withdraw its participants; absent: it may not',
      }),
    })
    .meta({ id: 'Tenant', description: 'An organisation on whose behalf documents are sent' }),
)

export const tenantList = z
  .object({ data: z.array(tenantRecord), page })
  .meta({ id: 'TenantList', description: 'A page of tenants' })

const days = z.int().min(1).max(99_999)

const minutes = z.int().min(1).max(15)

const participants = z
  .array(text.min(1).max(200))
  .max(10_000)
  .exactOptional()
  .meta({ description: 'For whom it may send; `*`: for all. None by default' })

const mayPublish = z.boolean().exactOptional().meta({
  description: 'Lets its tokens with `admin` publish and withdraw its participants',
})

export const tenantWish = z
  .strictObject({
    ...{ name, participants },
    duplicates: tenantMembers.duplicates.exactOptional(),
    frenchProcess: tenantMembers.frenchProcess.exactOptional(),
    retentionDays: z.preprocess(asNumber, days).exactOptional().meta({
      description: 'RETENTION_DAYS_MIN or more; absent: as RETENTION_DAYS says',
    }),
    mlsWait: z.preprocess(asNumber, minutes).exactOptional().meta({
      description: 'Minutes to say what becomes of a received document; absent: five',
    }),
    mlsType: mlsType.exactOptional(),
    mlsTo: mlsTo.exactOptional(),
    taxReporting: taxReportingWishes.meta({
      description: 'What it reports to tax authorities; nothing by default',
    }),
    mayPublish,
  })
  .meta({ id: 'TenantWish' })

export const tenantChange = z
  .strictObject({
    name: name.exactOptional(),
    participants: participants.meta({ description: 'All of them: the list replaces the old one' }),
    duplicates: tenantMembers.duplicates.exactOptional(),
    frenchProcess: tenantMembers.frenchProcess.exactOptional(),
    retentionDays: z
      .union([z.literal('default'), z.preprocess(asNumber, days)])
      .meta({ id: 'RetentionWish' })
      .exactOptional()
      .meta({ description: 'RETENTION_DAYS_MIN or more; `default`: as RETENTION_DAYS says' }),
    mlsWait: z
      .union([z.literal('default'), z.preprocess(asNumber, minutes)])
      .meta({ id: 'MlsWaitWish' })
      .exactOptional()
      .meta({
        description: 'Minutes to say what becomes of a received document; `default`: five',
      }),
    mlsType: z
      .enum(['default', ...mlsTypes])
      .exactOptional()
      .meta({ description: '`default`: as MLS_REQUEST says' }),
    mlsTo: mlsTo.exactOptional().meta({
      description: 'As in the query of a submission; `default`: the main identifier',
    }),
    taxReporting: taxReportingWishes.meta({
      description:
        'All of it: the list replaces the old one. Without an entry nothing new is reported; ' +
        'reports that exist are sent to the end',
    }),
    mayPublish,
  })
  .meta({ id: 'TenantChange' })

export function toTenantChange({
  retentionDays,
  mlsWait,
  mlsType,
  mlsTo,
  ...same
}: z.output<typeof tenantChange>): TenantChange {
  return {
    ...same,
    ...(retentionDays === undefined ? {} : { retentionDays: orNull(retentionDays) }),
    ...(mlsWait === undefined ? {} : { mlsWait: orNull(mlsWait) }),
    ...(mlsType === undefined ? {} : { mlsType: orNull(mlsType) }),
    ...(mlsTo === undefined ? {} : { mlsTo: orNull(mlsTo) }),
  }
}

function orNull<Value>(wish: Value): Exclude<Value, 'default'> | null {
  return wish === 'default' ? null : (wish as Exclude<Value, 'default'>)
}

/** The id in a path; anything that is no id finds nothing. */
export const pathId = z.object({
  id: text
    .min(1)
    .max(255)
    .meta({ description: 'Its id', examples: ['019ab3c1-3a5e-7c21-9d40-5b0a6e1f2d33'] }),
})

export const nothing = z.undefined().meta({ description: 'Done' })
