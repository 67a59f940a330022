// A printing thread: prints one document after the other, with fonts that it parsed once.
import { parentPort } from 'node:worker_threads'
import { printDocument } from './print-document.ts'
import type { Printed, PrintLimits, PrintOptions } from './printed.ts'

export type PrintOrder = { id: number; bytes: Uint8Array; options: PrintOptions; limits: PrintLimits }
export type PrintReport = { id: number; printed: Printed } | { id: number; fault: string }

parentPort?.on('message', async (order: PrintOrder) => parentPort?.postMessage(await obey(order)))

async function obey({ id, bytes, options, limits }: PrintOrder): Promise<PrintReport> {
  try {
    return { id, printed: await printDocument(bytes, options, limits) }
  } catch (error) {
    return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
