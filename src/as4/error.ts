// What one access point tells another when it refuses a message: the error codes of ebMS 3.0 (6.7)
// and AS4 1.0 (3.1, 3.2).

const as4Errors = {
  'EBMS:0001': { shortDescription: 'ValueNotRecognized', severity: 'failure', category: 'Content' },
  'EBMS:0002': {
    shortDescription: 'FeatureNotSupported',
    severity: 'warning',
    category: 'Content',
  },
  'EBMS:0003': { shortDescription: 'ValueInconsistent', severity: 'failure', category: 'Content' },
  'EBMS:0004': { shortDescription: 'Other', severity: 'failure', category: 'Content' },
  'EBMS:0005': {
    shortDescription: 'ConnectionFailure',
    severity: 'failure',
    category: 'Communication',
  },
  'EBMS:0006': {
    shortDescription: 'EmptyMessagePartitionChannel',
    severity: 'warning',
    category: 'Communication',
  },
  'EBMS:0007': {
    shortDescription: 'MimeInconsistency',
    severity: 'failure',
    category: 'Unpackaging',
  },
  'EBMS:0008': {
    shortDescription: 'FeatureNotSupportedInconsistency',
    severity: 'failure',
    category: 'Unpackaging',
  },
  'EBMS:0009': { shortDescription: 'InvalidHeader', severity: 'failure', category: 'Unpackaging' },
  'EBMS:0010': {
    shortDescription: 'ProcessingModeMismatch',
    severity: 'failure',
    category: 'Processing',
  },
  'EBMS:0011': {
    shortDescription: 'ExternalPayloadError',
    severity: 'failure',
    category: 'Content',
  },
  'EBMS:0101': {
    shortDescription: 'FailedAuthentication',
    severity: 'failure',
    category: 'Processing',
  },
  'EBMS:0102': {
    shortDescription: 'FailedDecryption',
    severity: 'failure',
    category: 'Processing',
  },
  'EBMS:0103': {
    shortDescription: 'PolicyNoncompliance',
    severity: 'failure',
    category: 'Processing',
  },
  'EBMS:0201': {
    shortDescription: 'DysfunctionalReliability',
    severity: 'failure',
    category: 'Processing',
  },
  'EBMS:0202': {
    shortDescription: 'DeliveryFailure',
    severity: 'failure',
    category: 'Communication',
  },
  'EBMS:0301': {
    shortDescription: 'MissingReceipt',
    severity: 'failure',
    category: 'Communication',
  },
  'EBMS:0302': {
    shortDescription: 'InvalidReceipt',
    severity: 'failure',
    category: 'Communication',
  },
  'EBMS:0303': {
    shortDescription: 'DecompressionFailure',
    severity: 'failure',
    category: 'Communication',
  },
} as const

export type As4ErrorCode = keyof typeof as4Errors

export type As4ErrorMembers = { refToMessageId?: string; cause?: unknown }

/**
 * A message is refused. `detail` goes to the other access point as eb:ErrorDetail, so it reveals
 * nothing about us; `cause` stays here.
 */
export class As4Error extends Error {
  readonly code: As4ErrorCode
  readonly detail: string | undefined
  readonly refToMessageId: string | undefined

  constructor(code: As4ErrorCode, detail?: string, members: As4ErrorMembers = {}) {
    super(
      `${code} ${as4Errors[code].shortDescription}${detail === undefined ? '' : `: ${detail}`}`,
      {
        cause: members.cause,
      },
    )
    this.name = 'As4Error'
    this.code = code
    this.detail = detail
    this.refToMessageId = members.refToMessageId
  }

  get shortDescription(): string {
    return as4Errors[this.code].shortDescription
  }

  get severity(): 'failure' | 'warning' {
    return as4Errors[this.code].severity
  }

  get category(): string {
    return as4Errors[this.code].category
  }

  /** The same refusal, naming the message it is about. */
  about(messageId: string): As4Error {
    return new As4Error(this.code, this.detail, { refToMessageId: messageId, cause: this.cause })
  }
}
