// /api/v1/invoices
import { kinds } from '../../billing/index.ts'
import type { Gateway } from '../../core/gateway.ts'
import type { LongPolls } from '../long-polls.ts'
import type { Routes } from '../zod.ts'
import { documents } from './documents.ts'

export const invoices: Routes<{ gateway: Gateway; longPolls: LongPolls }> = async (
  app,
  { gateway, longPolls },
) => {
  await app.register(documents, { gateway, longPolls, kind: kinds.invoice })
}
