// /api/v1/credit-notes
import { kinds } from '../billing/index.ts'
import type { Gateway } from '../core/gateway.ts'
import { documents } from './documents.ts'
import type { Routes } from './zod.ts'

export const creditNotes: Routes<{ gateway: Gateway }> = async (app, { gateway }) => {
  await app.register(documents, { gateway, kind: kinds.creditNote })
}
