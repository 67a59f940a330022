// A thread that parses large revocation lists, one after the other.
import { type Crl, parseCertificate, readCrl } from '../crypto/index.ts'
import { serve } from '../threads/index.ts'

export type WorkerOrder = { bytes: Uint8Array; issuer: Uint8Array; now: Date }
/** `fault` says what is wrong with the list. */
export type WorkerAnswer = { crl: Crl } | { fault: string }

serve(({ bytes, issuer, now }: WorkerOrder): WorkerAnswer => {
  try {
    return { crl: withSharedMemory(readCrl(bytes, parseCertificate(issuer), now)) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
})

// Copying the numbers of a long list would hold up the calling thread.
function withSharedMemory({ serials: { slots, numbers }, ...crl }: Crl): Crl {
  const shared = {
    slots: new Uint32Array(new SharedArrayBuffer(slots.byteLength)),
    numbers: new Uint8Array(new SharedArrayBuffer(numbers.byteLength)),
  }
  shared.slots.set(slots)
  shared.numbers.set(numbers)
  return { ...crl, serials: shared }
}
