// The part of a list's query that a filter of a page stands for.
import type { listRecords } from '../core/tracking/track.ts'

export type ListQuery = Partial<Parameters<typeof listRecords>[2]>
