// The end of every list that goes on.
import { z } from 'zod'

export const page = z
  .object({ nextCursor: z.string().exactOptional(), hasMore: z.boolean() })
  .meta({ id: 'Page', description: 'Whether the list goes on, and where' })
