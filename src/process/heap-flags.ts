// How far the memory of V8 grows (docs/adr/0070-the-process.md).
import { setFlagsFromString } from 'node:v8'

/**
 * The space for new objects stays at the size it begins with, and what has survived there is
 * collected when it has grown by half. A thread that begins afterwards frees the first of the two.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=50')
}
