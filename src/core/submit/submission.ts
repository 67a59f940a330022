// What a caller submits, and the answer.
import type { KindName } from '../../billing/index.ts'
import type { SubmittedBody, SubmittedFile } from '../../intake/index.ts'
import type { Accept, KeyHold, MlsType, Scenario } from '../../store/index.ts'
import type { Caller } from '../gateway.ts'
import type { DocumentRecord } from '../record.ts'
import type { ValidationMode } from '../validate.ts'
import type { AddressOptions } from './address-document.ts'

export type Submission = {
  caller: Caller
  /** Absent: a document of any type, which is XML or a file. */
  kind?: KindName
  /** The path that was called: an Idempotency-Key counts per tenant and path. */
  path: string
  body: SubmittedBody | SubmittedFile
  options: AddressOptions & {
    clientId?: string
    reference?: string
    deadline?: string
    /** Take it although an earlier document has the same number. */
    allowDuplicate?: boolean
    /** Which Message Level Status is asked for, and where it is sent (`0242:000306-UNIT1`). */
    mlsType?: MlsType
    mlsTo?: string
  }
  testOnly: boolean
  /** What is played instead of a delivery, with `testOnly`. */
  scenario?: Scenario
  /** Absent: what the gateway does where the caller says nothing. */
  validation?: ValidationMode
  idempotencyKey?: string
  /** The inbound document that it answers. */
  answering?: NonNullable<Accept['answering']>
  /** The document of the same tenant that did not arrive, and in whose stead this one is sent. */
  insteadOf?: string
  /** The trace that the caller began (W3C Trace Context). */
  traceparent?: string
  /** While this request holds its Idempotency-Key. */
  keyHold?: KeyHold
}

export type Submitted = { record: DocumentRecord; replayed: boolean }
