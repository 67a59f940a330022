// The errors of ebMS 3.0 (6.7) and AS4 1.0 (3.1, 3.2), written down a second time.
import { expect, it } from 'vitest'
import { As4Error, type As4ErrorCode } from '../../src/as4/index.ts'

const table: Record<As4ErrorCode, string> = {
  'EBMS:0001': 'ValueNotRecognized failure Content',
  'EBMS:0002': 'FeatureNotSupported warning Content',
  'EBMS:0003': 'ValueInconsistent failure Content',
  'EBMS:0004': 'Other failure Content',
  'EBMS:0005': 'ConnectionFailure failure Communication',
  'EBMS:0006': 'EmptyMessagePartitionChannel warning Communication',
  'EBMS:0007': 'MimeInconsistency failure Unpackaging',
  'EBMS:0008': 'FeatureNotSupportedInconsistency failure Unpackaging',
  'EBMS:0009': 'InvalidHeader failure Unpackaging',
  'EBMS:0010': 'ProcessingModeMismatch failure Processing',
  'EBMS:0011': 'ExternalPayloadError failure Content',
  'EBMS:0101': 'FailedAuthentication failure Processing',
  'EBMS:0102': 'FailedDecryption failure Processing',
  'EBMS:0103': 'PolicyNoncompliance failure Processing',
  'EBMS:0201': 'DysfunctionalReliability failure Processing',
  'EBMS:0202': 'DeliveryFailure failure Communication',
  'EBMS:0301': 'MissingReceipt failure Communication',
  'EBMS:0302': 'InvalidReceipt failure Communication',
  'EBMS:0303': 'DecompressionFailure failure Communication',
}

it.each(Object.entries(table) as [As4ErrorCode, string][])('%s is %s', (code, facts) => {
  const { shortDescription, severity, category } = new As4Error(code)
  expect(`${shortDescription} ${severity} ${category}`).toBe(facts)
})

it('has a message with its detail, if it has one', () => {
  expect(new As4Error('EBMS:0009', 'no Body').message).toBe('EBMS:0009 InvalidHeader: no Body')
  expect(new As4Error('EBMS:0009').message).toBe('EBMS:0009 InvalidHeader')
})
