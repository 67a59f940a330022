// The door of the store: facts in Postgres, on a server or embedded. The only room with SQL.
export type { Accept } from './accept.ts'
export type { AttemptEnd } from './attempts.ts'
export { isChainIntact } from './audit.ts'
export { FolderInUseError } from './embedded/lock.ts'
export * from './facts.ts'

export type { ClaimedJob, JobClaim } from './jobs.ts'
export { CursorError, type ListQuery, type ListSort } from './list.ts'
export { openStore, type Store } from './open.ts'
export { isDatabaseAway } from './outage.ts'

export type { NewToken } from './tokens.ts'
