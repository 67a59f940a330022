// Starts a parsing thread from its TypeScript source where Node cannot run TypeScript.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
