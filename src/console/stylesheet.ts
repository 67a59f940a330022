// The one stylesheet. Its name contains its digest, so browsers keep it for as long as they like.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export const stylesheet = readFileSync(new URL('./console.css', import.meta.url))
const digest = createHash('sha256').update(stylesheet).digest('hex').slice(0, 16)
export const stylesheetPath = `/console/${digest}.css`
