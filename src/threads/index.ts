// Threads for what would hold the event loop for too long: one mechanism with its limits, for every room that needs one.
export { openThreads, ThreadError, type ThreadLimits, type Threads } from './pool.ts'
export { serve } from './serve.ts'
