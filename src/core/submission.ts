// What a caller submits, and the answer.
import type { KindName } from '../billing/index.ts'
import type { ValidationFacts } from '../store/index.ts'
import type { AddressOptions } from './address-document.ts'
import type { Caller } from './gateway.ts'
import type { SubmittedBody } from './read-document.ts'
import type { DocumentRecord } from './record.ts'

export type ValidationMode = ValidationFacts['mode']

export type Submission = {
  caller: Caller
  kind: KindName
  /** The path that was called: an Idempotency-Key counts per tenant and path. */
  path: string
  body: SubmittedBody
  options: AddressOptions & { clientId?: string; reference?: string; deadline?: string }
  testOnly: boolean
  validation: ValidationMode
  idempotencyKey?: string
}

export type Submitted = { record: DocumentRecord; replayed: boolean }
