// A small strict DER parser (X.690): definite lengths in their shortest form, nothing left over.
export type DerValue = {
  /** The identifier octet. */
  tag: number
  content: Buffer
  /** Identifier, length and content. */
  raw: Buffer
}

export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  enumerated: 0x0a,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** The consecutive values in these bytes. Throws when the bytes are not DER. */
export function readDer(bytes: Uint8Array): DerValue[] {
  const values: DerValue[] = []
  let at = 0
  while (at < bytes.length) {
    const { tag, start, end } = readHeader(bytes, at)
    values.push({ tag, content: view(bytes, start, end), raw: view(bytes, at, end) })
    at = end
  }
  return values
}

/** The one value that these bytes are. */
export function readOnlyDer(bytes: Uint8Array): DerValue {
  const [value, ...others] = readDer(bytes)
  if (!value || others.length > 0) fail()
  return value
}

/** The values inside a constructed value, after a check of its tag. */
export function readParts(value: DerValue | undefined, tag: number): DerValue[] {
  return readDer(contentOf(value, tag))
}

/** The content of a value, after a check of its tag. */
export function contentOf(value: DerValue | undefined, tag: number): Buffer {
  if (value?.tag !== tag) throw new Error('The DER structure is not the expected one')
  return value.content
}

function view(bytes: Uint8Array, start: number, end: number): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start)
}

/** Where the content of the value that stands at `at` begins and ends. Throws as readDer does. */
export function readHeader(
  bytes: Uint8Array,
  at: number,
): { tag: number; start: number; end: number } {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) fail()
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  if (lengthBytes > 4 || first === 0x80) fail()
  let length = lengthBytes === 0 ? first : 0
  for (let index = 0; index < lengthBytes; index++)
    length = length * 256 + (bytes[at + 2 + index] ?? fail())
  const isShortest = lengthBytes === 0 || (length >= 0x80 && length >= 256 ** (lengthBytes - 1))
  const start = at + 2 + lengthBytes
  if (!isShortest || start + length > bytes.length) fail()
  return { tag, start, end: start + length }
}

function fail(): never {
  throw new Error('The bytes are not DER')
}
