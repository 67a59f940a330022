// The answers of the API (docs/api.md, "The document record"), as schemas: each has exactly the
// members and values of core's type.
import { z } from 'zod'
import type { Identity } from '../../core/identity/identify.ts'
import { type CertificateFacts, noticeDays } from '../../core/identity/own-certificate.ts'
import type { ParticipantEntry } from '../../core/network/participant.ts'
import {
  type AttemptEntry,
  type AuditEntry,
  attentions,
  certainties,
  type DocumentRecord,
  directions,
  documentKinds,
  type FileEntry,
  fileKinds,
  mlsStatuses,
  rulePackNames,
  statuses,
  taxReportStatuses,
  taxRoles,
  tokenEnvironments,
  validationModes,
  validationVerdicts,
  waitingReasons,
} from '../../core/record.ts'
import { outcomes } from '../../core/status.ts'
import type { Queue } from '../../core/tracking/track.ts'
import type { ValidationReport } from '../../core/validate.ts'
import { type ProblemCode, problems } from '../../problem.ts'
import type { ProblemAnswer } from '../errors.ts'
import { exactly } from '../exactly.ts'
import { page } from '../page.ts'

export const moment = z.iso
  .datetime()
  .meta({ description: 'RFC 3339, UTC, milliseconds', examples: ['2026-11-21T09:30:00.000Z'] })
export const count = z.int().min(0)
const seconds = z.number().min(0)
export const mayGrow = 'More values may be added.'

export const participantWarning = z
  .object({ code: z.string().meta({ description: mayGrow }), detail: z.string() })
  .meta({ id: 'ParticipantWarning' })

/** Names of the code list may be changed by its publisher. */
export const documentTypeName = z.string().meta({
  description: 'In words, by the code list of Peppol; for people',
  examples: ['BIS Billing UBL Invoice V3'],
})

export const party = z
  .object({
    id: z.string().meta({ examples: ['0208:0123456749'] }),
    name: z.string().exactOptional(),
    country: z.string().exactOptional(),
  })
  .meta({ id: 'Party', description: 'A participant of the network' })

export const failureFacts = z
  .object({
    code: z.string().meta({ description: mayGrow, examples: ['receiver.not-registered'] }),
    detail: z.string(),
    retryable: z.boolean(),
  })
  .meta({ id: 'DeliveryFailure', description: 'Why a document was not delivered' })

export const rulePack = z.enum(rulePackNames).meta({
  description:
    '`official`: the published rules, installed by the operator; `own`: those that ' +
    'come with the gateway',
})

const ruleSetUse = z
  .object({
    id: z.string().meta({ examples: ['en16931'] }),
    version: z.string().meta({ examples: ['1.3.16'] }),
    pack: rulePack,
    validFrom: z
      .string()
      .exactOptional()
      .meta({
        description: 'In force from this day on; absent in older verdicts',
        examples: ['2026-08-17'],
      }),
    note: z.string().exactOptional(),
  })
  .meta({ id: 'RuleSetUse', description: 'A rule set that was applied, in its version' })

export const validationFacts = z
  .object({
    mode: z.enum(validationModes),
    verdict: z.enum(validationVerdicts),
    errors: count,
    warnings: count,
    ruleSets: z.array(ruleSetUse),
  })
  .meta({ id: 'Validation', description: 'How the document was validated, and the verdict' })

export const totals = z
  .object({
    currency: z.string(),
    payable: z.string(),
    tax: z.string().exactOptional(),
  })
  .meta({ id: 'RecordTotals', description: 'What is to be paid, and the tax in it' })

export const documentStatus = z
  .enum(statuses)
  .meta({ id: 'DocumentStatus', description: 'Where a document stands' })

export const outcome = z
  .enum(outcomes)
  .meta({ description: `The state of a document in one word. ${mayGrow}` })

export const documentKind = z
  .enum(documentKinds)
  .meta({ id: 'DocumentKind', description: `The kind of a document. ${mayGrow}` })

const waiting = z
  .object({
    reason: z.enum(waitingReasons).meta({ description: mayGrow, examples: ['retry-backoff'] }),
    since: moment,
    nextAttemptAt: moment,
    givesUpAt: moment,
  })
  .meta({ id: 'Waiting', description: 'Why a document waits, and until when' })

/** Texts of others end after 1,000 characters, with `…`. */
export const saidIssue = z
  .object({
    location: z.string().meta({ description: 'XPath into the document, or `NA`' }),
    text: z.string(),
    code: z
      .string()
      .exactOptional()
      .meta({
        description: 'BV, BW, FD or SV, unless the other side made up another',
        examples: ['BV'],
      }),
  })
  .meta({ id: 'SaidIssue', description: 'What the other side finds wrong' })

export const messageLevelStatus = z
  .object({
    status: z.enum(['not-expected', ...mlsStatuses]).meta({ description: mayGrow }),
    code: z.string().exactOptional().meta({ description: 'AP, AB or RE' }),
    receivedAt: moment.exactOptional(),
    dueAt: moment.exactOptional().meta({ description: 'Then it is overdue' }),
    reason: z.string().exactOptional().meta({
      description: 'Why, in the words of the other side; in the record of one document only',
    }),
    issues: z.array(saidIssue).exactOptional().meta({
      description: 'What is wrong, 100 at most; in the record of one document only',
    }),
  })
  .meta({
    id: 'MessageLevelStatus',
    description: "Message Level Status: what the receiver's access point says",
  })

const transmission = z
  .object({
    messageId: z.string(),
    receiptId: z.string().exactOptional(),
    sentAt: moment,
    receivedAt: moment.exactOptional(),
    accessPoint: z.string().exactOptional(),
  })
  .meta({ id: 'Transmission', description: 'The AS4 message and its receipt' })

export const links = z
  .object({
    status: z.string(),
    history: z.string(),
    files: z.string(),
    evidence: z.string(),
  })
  .meta({ id: 'DocumentLinks', description: 'Where to read on' })

/** What concerns the people who look after a document; sent or received. */
export const concern = {
  responseCode: z
    .string()
    .exactOptional()
    .meta({ description: 'Of the last Invoice Response about it', examples: ['AP'] }),
  attention: z
    .enum(attentions)
    .exactOptional()
    .meta({
      description: `Why a person should look at it; absent once one has seen to it. ${mayGrow}`,
    }),
  setAside: z
    .object({ at: moment, note: z.string().exactOptional() })
    .meta({ id: 'SetAside', description: 'Since when it needs no attention, and why' })
    .exactOptional(),
}

/** The member of a document, sent or received, whose contents were removed. */
export const forgotten = {
  forgottenAt: moment.exactOptional().meta({
    description: 'Since when it has no names, texts and files any more: a person asked for that',
  }),
}

export const taxRole = z
  .enum(taxRoles)
  .meta({ id: 'TaxRole', description: 'Whose provider we are: the sender’s or the receiver’s' })

/** What the record of a document, sent or received, says of its report to a tax authority. */
export const reportedToTax = {
  taxReport: z
    .object({
      status: z.enum(taxReportStatuses).meta({ description: `Of its last report. ${mayGrow}` }),
      regime: z.string().meta({ examples: ['ae'] }),
      role: taxRole,
      at: moment.meta({ description: 'Since when it has this status' }),
      documentId: z.string().exactOptional().meta({ description: 'The report: a document, too' }),
      code: z
        .string()
        .exactOptional()
        .meta({ description: 'Of the Message Level Status of the authority', examples: ['AP'] }),
      detail: z.string().exactOptional().meta({ description: 'Why it has this status' }),
    })
    .meta({
      id: 'TaxReport',
      description: 'Where its report to a tax authority stands, or why there is none',
    })
    .exactOptional(),
}

export const documentRecord = exactly<DocumentRecord>()(
  z
    .object({
      id: z.string().meta({ description: 'UUID' }),
      type: documentKind.meta({
        description: `\`other\`: no invoice, credit note or debit note. ${mayGrow}`,
      }),
      direction: z.enum(directions),
      test: z
        .boolean()
        .meta({ description: 'Submitted with X-TestOnly: nothing left the machine' }),
      clientId: z.string().exactOptional(),
      reference: z.string().exactOptional(),
      number: z.string().exactOptional().meta({
        description:
          'Absent if the document states none. Of more than 255 characters, the first ones and `…`',
      }),
      issueDate: z
        .string()
        .exactOptional()
        .meta({ description: 'Absent if the document states none', examples: ['2026-11-21'] }),
      sender: party,
      receiver: party,
      documentTypeId: z.string(),
      documentTypeName,
      processId: z.string(),
      totals: totals.exactOptional().meta({ description: 'Absent if the type is `other`' }),
      status: documentStatus,
      outcome,
      certainty: z.enum(certainties).meta({
        description:
          '`not-sent`: no byte left us. `unknown`: bytes left and no valid receipt came back. ' +
          '`refused`: the receiver answered with an error. `confirmed`: a valid receipt is stored.',
      }),
      waiting: waiting.exactOptional(),
      failure: failureFacts.exactOptional(),
      validation: validationFacts,
      warnings: z.array(z.string()).exactOptional().meta({
        description: 'What you should know although the document was accepted',
      }),
      mls: messageLevelStatus,
      ...concern,
      sentAnewAs: z.string().exactOptional().meta({
        description: 'The document that was sent instead, after this one failed or was refused',
      }),
      sentInsteadOf: z.string().exactOptional().meta({
        description: 'The last document in whose stead this one was sent',
      }),
      ...forgotten,
      ...reportedToTax,
      reports: z
        .object({ documentId: z.string(), role: taxRole })
        .meta({
          id: 'ReportedDocument',
          description: 'Of a report to a tax authority: the document that it reports',
        })
        .exactOptional(),
      attempts: count,
      as4: transmission.exactOptional(),
      createdAt: moment,
      updatedAt: moment,
      completedAt: moment.exactOptional(),
      links,
    })
    .meta({
      id: 'DocumentRecord',
      description: 'The state of a document',
    }),
)

const auditEntry = exactly<AuditEntry>()(
  z
    .object({
      sequence: count,
      at: moment,
      from: z
        .string()
        .nullable()
        .meta({ description: 'The previous status; null on the first line' }),
      to: z.string(),
      event: z.string().meta({ description: mayGrow }),
      actor: z.string(),
      attempt: count.exactOptional(),
      detail: z.string().exactOptional(),
      hash: z
        .string()
        .meta({ description: 'SHA-256 in hexadecimal of this line and previousHash' }),
      previousHash: z.string().meta({
        description: 'Of the first line: SHA-256 of the record, or zeros if that is older',
      }),
    })
    .meta({
      id: 'AuditEntry',
      description: 'One step in the life of a document',
    }),
)

export const history = z
  .object({
    document: documentRecord,
    auditLog: z.array(auditEntry).meta({ description: 'Oldest first' }),
    page: page.exactOptional(),
  })
  .meta({ id: 'History', description: 'The record and its audit log' })

export const recordList = z
  .object({
    data: z.array(documentRecord),
    page,
  })
  .meta({ id: 'RecordList', description: 'A page of records' })

export const queue = exactly<Queue>()(
  z
    .object({
      depth: count,
      oldestAt: moment.exactOptional(),
      byReason: z.record(z.string(), count),
      byReceiver: z.array(
        z
          .object({ receiver: z.string(), depth: count })
          .meta({ id: 'ReceiverQueue', description: 'How many documents wait for a receiver' }),
      ),
      data: z.array(documentRecord).meta({ description: 'Oldest first' }),
    })
    .meta({
      id: 'Queue',
      description: 'The documents waiting to be sent',
    }),
)

const fileEntry = exactly<FileEntry>()(
  z
    .object({
      id: z.string(),
      kind: z.enum(fileKinds).meta({
        description:
          '`submitted`, `ubl` (the document as it travels), `sbd`, `as4-request`, ' +
          '`as4-response` (the signed receipt), ' +
          `\`findings\` (of the validation). ${mayGrow}`,
      }),
      name: z.string(),
      mediaType: z.string(),
      size: count.meta({ description: 'Bytes' }),
      sha256: z.string().meta({ description: 'Hexadecimal' }),
      createdAt: moment,
      url: z.string(),
    })
    .meta({
      id: 'FileEntry',
      description: 'A stored file of a document',
    }),
)

const fileWithContent = fileEntry
  .extend({
    content: z
      .string()
      .exactOptional()
      .meta({ description: 'The bytes in base64, if `inline` was requested' }),
  })
  .meta({
    id: 'FileWithContent',
    description: 'A stored file of a document, with its bytes if requested',
  })

export const fileList = z
  .object({ id: z.string(), files: z.array(fileWithContent), page: page.exactOptional() })
  .meta({ id: 'FileList', description: 'The files of a document' })

const attemptEntry = exactly<AttemptEntry>()(
  z
    .object({
      number: count,
      startedAt: moment,
      endedAt: moment.exactOptional(),
      outcome: z.string().exactOptional(),
      detail: z.string().exactOptional(),
      messageId: z.string().exactOptional(),
      endpointUrl: z.string().exactOptional(),
      accessPoint: z.string().exactOptional(),
      certificateFingerprint: z.string().exactOptional(),
      httpStatus: z.int().exactOptional(),
      ebmsErrors: z
        .array(
          z
            .object({ code: z.string(), severity: z.string(), detail: z.string().exactOptional() })
            .meta({ id: 'EbmsError', description: 'An error that the other side answered with' }),
        )
        .exactOptional(),
    })
    .meta({
      id: 'AttemptEntry',
      description: 'One delivery attempt',
    }),
)

export const attemptList = z
  .object({ data: z.array(attemptEntry) })
  .meta({ id: 'AttemptList', description: 'All delivery attempts, first to last' })

export const participantEntry = exactly<ParticipantEntry>()(
  z
    .object({
      id: z.string().meta({ examples: ['0208:0123456749'] }),
      registered: z.boolean(),
      smp: z
        .object({ host: z.string(), url: z.string() })
        .meta({ id: 'Smp' })
        .exactOptional()
        .meta({ description: 'The SMP that DNS names' }),
      documentTypes: z
        .array(z.object({ id: z.string(), name: z.string() }).meta({ id: 'DocumentType' }))
        .meta({ description: 'What the SMP lists; one that ends in `*` is a family of types' }),
      profiles: z.array(z.string()).meta({
        description: `The profiles of JSON whose invoices the participant takes. ${mayGrow}`,
        examples: [['bis', 'pint-eu']],
      }),
      endpoint: z
        .object({
          documentTypeId: z.string().meta({ description: 'As the SMP has it registered' }),
          processIds: z.array(z.string()),
          url: z.string(),
          accessPoint: z.string().exactOptional().meta({ description: 'The seat id' }),
          certificate: z
            .object({
              subject: z.string(),
              fingerprint: z.string().meta({ description: 'SHA-256 in hexadecimal' }),
              validFrom: moment.exactOptional(),
              expiresAt: moment.exactOptional(),
            })
            .meta({ id: 'EndpointCertificate' }),
        })
        .meta({ id: 'ParticipantEndpoint' })
        .exactOptional()
        .meta({
          description:
            'Where documents are sent: those of the type in `accepts`, otherwise invoices, ' +
            'otherwise those of the first type listed',
        }),
      accepts: z
        .object({
          documentTypeId: z.string(),
          accepted: z.boolean(),
          failure: failureFacts
            .exactOptional()
            .meta({ description: 'Why not: the `failure` that a document would end with' }),
        })
        .meta({ id: 'Acceptance' })
        .exactOptional()
        .meta({ description: 'If `accepts` was given' }),
      warnings: z
        .array(participantWarning)
        .exactOptional()
        .meta({ description: 'What would keep a document from arriving, now or soon' }),
    })
    .meta({ id: 'Participant', description: 'What the network says of a participant' }),
)

const validity = {
  fingerprint: z.string().meta({ description: 'SHA-256 in hexadecimal' }),
  validFrom: moment,
  expiresAt: moment,
}
const otherCertificate = z.object(validity).meta({ id: 'CertificateValidity' })

export const ownCertificate = exactly<CertificateFacts>()(
  z
    .object({
      ...validity,
      noticeDays: z
        .literal(noticeDays)
        .exactOptional()
        .meta({ type: 'integer', description: 'At most so many days are left' }),
      next: otherCertificate
        .exactOptional()
        .meta({ description: 'The one that follows; it signs as soon as it is valid' }),
      previous: otherCertificate.exactOptional().meta({
        description:
          'The one before, for which others may still encrypt: when it ends, the SMP must name ' +
          'the one in use',
      }),
    })
    .meta({ id: 'OwnCertificate', description: 'The certificate of this access point' }),
)

const limits = z
  .object({
    bodyBytes: count,
    multipartBytes: count,
    attachments: count,
    jsonValues: count.meta({
      description: 'In one JSON body: members, items, and what contains them',
    }),
    backlogDocuments: count.meta({
      description: 'How many documents may wait before more are refused with 503',
    }),
    backlogDocumentsOfTenant: count.meta({ description: 'Of these, for one tenant' }),
    deliveries: z
      .object({ total: count, ofTenant: count, ofEndpoint: count, ofSlowEndpoint: count })
      .meta({ id: 'DeliveryLimits', description: 'How many documents are sent at a time' }),
    circuit: z.object({ failures: count, openSeconds: count, openSecondsMax: count }).meta({
      id: 'CircuitLimits',
      description: 'After so many failures in a row, nothing is sent to an endpoint for a while',
    }),
    attempts: count,
    retryDelaysSeconds: z.array(seconds).meta({
      description:
        'Before the second attempt, the third and so on; the last one repeats. Each ' +
        'is spread by ±20 %.',
    }),
    deadlineSeconds: seconds.meta({ description: 'If the submission has no `deadline`' }),
    connectSeconds: seconds.meta({
      description: 'Until a connection to an access point is established',
    }),
    idleSeconds: seconds.meta({ description: 'Without progress, while a message is sent' }),
    receiptSeconds: seconds.meta({
      description: 'From the end of a message to the end of its receipt',
    }),
    connectionsPerDestination: count,
    connections: count.meta({ description: 'In total' }),
    endpointCacheSeconds: seconds.meta({
      description: 'How long the lookup of a receiver is cached',
    }),
    endpointMissCacheSeconds: seconds.meta({
      description: 'How long the absence of a receiver is cached',
    }),
    bodiesInFlightBytes: count.meta({
      description: 'For all bodies being read; beyond it 503 `capacity.busy`',
    }),
    longPolls: count.meta({
      description: 'Calls that may wait; any others are answered at once',
    }),
    longPollsPerToken: count,
    longPollsPerTenant: count,
    participantLookups: count.meta({
      description: 'Participants being looked up; beyond it 503 `capacity.busy`',
    }),
    requestsPerSecond: count.meta({
      description: 'With one token; beyond it 429 `rate.limited`',
    }),
    requestsBurst: count.meta({ description: 'With one token, at once' }),
    requestsPerSecondOfTenant: count.meta({ description: 'With all tokens of a tenant' }),
    requestsBurstOfTenant: count.meta({ description: 'With all tokens of a tenant, at once' }),
    tokensOfTenant: count.meta({
      description: 'Valid ones; beyond it 409 `token.limit-reached`',
    }),
    webhooksOfTenant: count.meta({ description: 'Beyond it 409 `webhook.limit-reached`' }),
    registrationsOfTenant: count.meta({
      description: 'Beyond it 409 `registration.limit-reached`',
    }),
  })
  .meta({ id: 'Limits', description: 'What this gateway takes, and how it tries' })

const service = z
  .object({
    available: z.literal(true),
    version: z.string(),
    network: z.string().meta({ examples: ['sandbox'] }),
    accessPoint: z.string().meta({ description: 'The seat id of this access point' }),
    certificate: ownCertificate,
    sandbox: z
      .object({ receivers: z.array(z.string()), unregistered: z.string() })
      .meta({ id: 'SandboxParticipants' })
      .exactOptional()
      .meta({ description: 'Participants to send to; on the sandbox network only' }),
    warnings: z
      .array(z.string())
      .exactOptional()
      .meta({ description: 'What an operator has to look into, one sentence each' }),
    limits,
  })
  .meta({ id: 'Service', description: 'This gateway' })

export const identity = exactly<Identity>()(
  z
    .object({
      valid: z.literal(true),
      token: z
        .object({
          id: z.string(),
          name: z.string(),
          scopes: z.array(z.string()),
          environment: z.enum(tokenEnvironments),
          expiresAt: moment.exactOptional(),
        })
        .meta({ id: 'OwnToken', description: 'The token of this call' }),
      tenant: z
        .object({ id: z.string(), name: z.string(), participants: z.array(z.string()) })
        .meta({ id: 'OwnTenant', description: 'Whose token it is' }),
      service,
    })
    .meta({
      id: 'Identity',
      description: 'Who you are, and whether documents can be accepted',
    }),
)

const detailMembers = z.object({
  pointer: z
    .string()
    .exactOptional()
    .meta({ description: 'RFC 6901, into the JSON that was sent' }),
  code: z.string().exactOptional().meta({
    description: 'The code of the problem that this fault alone would be; findings have none',
  }),
  layer: z
    .enum(['syntax', 'structure', 'rules'])
    .exactOptional()
    .meta({ description: 'The layer of the validation that reported it' }),
  rule: z.string().exactOptional().meta({ description: 'The id of the official rule' }),
  severity: z.enum(['error', 'warning']).exactOptional(),
  message: z.string().meta({ description: 'Where, what is wrong, and what to write instead' }),
  xpath: z
    .string()
    .exactOptional()
    .meta({ description: 'Into the XML that was sent, or that was made from the JSON' }),
  line: count.exactOptional(),
  column: count.exactOptional(),
  value: z.string().exactOptional().meta({ description: 'What came' }),
  expected: z
    .string()
    .exactOptional()
    .meta({ description: 'What to write instead, as far as that is known' }),
  link: z.string().exactOptional().meta({ description: 'A page that explains the rule' }),
})

const problemDetail = detailMembers.meta({
  id: 'ProblemDetail',
  description: 'One fault of what was sent',
})

const reportedFinding = detailMembers
  .extend({
    layer: z.enum(['syntax', 'structure', 'rules']),
    rule: z.string().meta({
      description: 'The id of the official rule, or a code of ours',
      examples: ['BR-CO-15'],
    }),
    severity: z.enum(['error', 'warning']),
  })
  .meta({
    id: 'Finding',
    description: 'A fault of a document, or something its sender should know',
  })

export const validationReport = exactly<ValidationReport>()(
  z
    .object({
      valid: z.boolean().meta({ description: 'No finding is an error' }),
      findings: z.array(reportedFinding),
      ruleSets: z.array(ruleSetUse),
    })
    .meta({
      id: 'ValidationReport',
      description: 'The verdict on a document',
    }),
)

const problemCode = z
  .enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]])
  .meta({ id: 'ProblemCode', description: `What failed. ${mayGrow}` })

export const problemSchema = exactly<ProblemAnswer>()(
  z
    .object({
      type: z.string().meta({ description: 'A URL that ends in the code' }),
      title: z.string(),
      status: z.int(),
      detail: z.string().exactOptional(),
      instance: z.string(),
      code: problemCode,
      requestId: z.string(),
      retryable: z.boolean().meta({ description: 'Whether the same request may succeed later' }),
      documentId: z.string().exactOptional().meta({ description: 'The document concerned' }),
      errors: z.array(problemDetail).exactOptional(),
    })
    .meta({
      id: 'Problem',
      description: 'A failure (RFC 9457)',
    }),
)
