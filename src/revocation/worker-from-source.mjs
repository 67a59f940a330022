// Starts the thread for revocation lists from its TypeScript source on a Node that does not read
// TypeScript itself.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
