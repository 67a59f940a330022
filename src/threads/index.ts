// Keeps the event loop free: work in other threads, and work spread over time slices.
export { deflated } from './deflate.ts'
export { type CallUnderWay, type InlineWork, openInlineWork } from './inline-work.ts'
export { type Asker, openThreads, ThreadError, type ThreadLimits } from './pool.ts'
export { makeSemaphore, type Semaphore } from './semaphore.ts'
export { serve } from './serve.ts'
export { shared } from './shared.ts'
export { digestInSlices, gatherInSlices, joinInSlices, piecesInSlices } from './time-slices.ts'
export { workerFile } from './worker-file.ts'
