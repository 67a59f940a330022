// Parses what callers send: JSON with its digits kept, documents, and the faults of either. Small
// documents are read in the calling thread, large ones in other threads, by the same steps.
export type { Attached } from './attachments.ts'
export { convertToJson, convertToUbl } from './convert.ts'
export { dayDoubts, partyDoubts, sentencesOf } from './doubts.ts'
export { type HttpPart, inputProblem } from './input-problem.ts'
export { type Intake, type IntakeLimits, openIntake } from './intake.ts'
export { parseJsonBody } from './json-body.ts'
export { readJsonDocument } from './json-document.ts'
export {
  jsonValuesMax,
  noXml,
  type ReadDocument,
  readJson,
  rootName,
  type SubmittedBody,
} from './read-document.ts'
export {
  carriedFile,
  type ReadOther,
  readAnyXml,
  refuseOwnDuty,
  type SubmittedFile,
  wrapFile,
} from './read-other.ts'
export type { MadeTaxData } from './steps.ts'
