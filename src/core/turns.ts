// Reading a large document takes long enough that others would wait for it. So each large one is read in a turn of the
// event loop of its own, not in that in which its body was parsed, and not in that of another.
const largeBytesMin = 64 * 1024

let last: Promise<void> = Promise.resolve()

/** Resolves in a turn in which no other large document is read; at once for a small one. */
export function turnFor({ length }: Uint8Array): Promise<void> {
  if (length < largeBytesMin) return Promise.resolve()
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)))
  return last
}
