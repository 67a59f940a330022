// Parses what callers send: JSON with its digits kept, documents, and the faults of either. Small
// documents are read in the calling thread, large ones in other threads, by the same steps.
export type { Attached } from './attachments.ts'
export { type HttpPart, inputProblem } from './input-problem.ts'
export { type IntakeLimits, openIntake } from './intake.ts'
export { parseJsonBody } from './json-body.ts'
export { readJsonDocument } from './json-document.ts'
