import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../database.ts'
import { newAccept, newFile, newTenant, start } from '../records.ts'

const { store, pool } = await testDatabase()
let tenantId: string

beforeEach(async () => {
  await testDatabase()
  tenantId = await newTenant(store)
})

async function acceptFiles(files: ReturnType<typeof newFile>[]): Promise<string> {
  const { document, ...rest } = newAccept(tenantId)
  expect(await store.acceptDocument({ document, ...rest, files })).toEqual({ kind: 'stored' })
  return document.id
}

test('files come back in the order given, with size and digest', async () => {
  const files = [
    newFile({ kind: 'submitted', name: 'b "é".json' }),
    newFile({ name: 'a.xml' }),
    newFile({ kind: 'findings' }),
  ]
  const documentId = await acceptFiles(files)
  const sha256 = createHash('sha256').update('<a/>').digest('hex')
  const expected = files.map(({ bytes, ...file }) => ({
    ...file,
    size: bytes.length,
    sha256,
    createdAt: start,
  }))

  expect(await store.filesOf(documentId)).toStrictEqual(expected)
  expect(await store.fileById(documentId, files[1]?.id ?? '')).toStrictEqual(expected[1])
})

test.each([0, 1, 61_439, 61_440, 61_441, 491_519, 491_520, 491_521, 524_289, 4_194_304, 5_000_001])(
  '%i bytes come back unchanged, with their digest',
  async (size) => {
    const file = newFile({ bytes: randomBytes(size) })
    const documentId = await acceptFiles([
      newFile(),
      file,
      newFile({ bytes: Buffer.from('after') }),
    ])
    const sha256 = createHash('sha256').update(file.bytes).digest('hex')
    expect(await store.fileById(documentId, file.id)).toMatchObject({ sha256 })
    const bytes = await store.readFile(documentId, file.id)
    expect(bytes.length).toBe(size)
    expect(bytes.equals(file.bytes)).toBe(true)
  },
)

test('large bytes of many documents at once do not mix', async () => {
  const files = Array.from({ length: 8 }, () => newFile({ bytes: randomBytes(1_500_000) }))
  const documents = await Promise.all(files.map((file) => acceptFiles([file])))
  for (const [index, file] of files.entries()) {
    const bytes = await store.readFile(documents[index] ?? '', file.id)
    expect(bytes.equals(file.bytes)).toBe(true)
  }
})

test('files of one call with the same bytes share one payload, others do not', async () => {
  const bytes = randomBytes(600_000)
  const files = [
    newFile({ bytes }),
    newFile({ bytes: Buffer.from(bytes) }),
    newFile({ bytes: bytes.subarray(1) }),
  ]
  const documentId = await acceptFiles(files)
  const { rows } = await pool.query(
    'select count(distinct payload_id)::integer as payloads, count(*)::integer as files from files',
  )
  expect(rows).toEqual([{ payloads: 2, files: 3 }])
  for (const file of files)
    expect((await store.readFile(documentId, file.id)).equals(file.bytes)).toBe(true)
})

test('no chunk row is larger than 60 KB', async () => {
  await acceptFiles([newFile({ bytes: randomBytes(2_000_000) })])
  const { rows } = await pool.query(
    'select max(octet_length(bytes)) as largest, count(*)::integer as chunks from payload_chunks',
  )
  expect(rows).toEqual([{ largest: 61_440, chunks: 33 }])
})

test('the latest file of a kind is the one stored last', async () => {
  const files = [
    newFile({ bytes: Buffer.from('1') }),
    newFile({ bytes: Buffer.from('2') }),
    newFile({ kind: 'sbd' }),
  ]
  const documentId = await acceptFiles(files)
  const latest = await store.latestFile(documentId, 'ubl')
  expect(latest?.bytes.toString()).toBe('2')
  expect(latest?.file).toStrictEqual(await store.fileById(documentId, files[1]?.id ?? ''))
  expect(await store.latestFile(documentId, 'mls')).toBeUndefined()
})

test('a file is found only under its own document', async () => {
  const file = newFile()
  const [documentId, otherId] = [await acceptFiles([file]), await acceptFiles([newFile()])]
  expect(await store.fileById(otherId, file.id)).toBeUndefined()
  expect(await store.fileById(documentId, randomUUID())).toBeUndefined()
  expect(await store.fileById(documentId, '../etc/passwd')).toBeUndefined()
  expect(await store.filesOf(randomUUID())).toEqual([])
  await expect(store.readFile(otherId, file.id)).rejects.toThrow(/There is no file/)
})

test('the pieces of a file are its bytes, read as they are asked for', async () => {
  for (const size of [0, 1, 61_440, 491_520, 2_000_001]) {
    const file = newFile({ bytes: randomBytes(size) })
    const documentId = await acceptFiles([newFile(), file])
    const pieces: Buffer[] = []
    for await (const piece of store.filePieces(documentId, file.id)) pieces.push(piece)
    expect(Buffer.concat(pieces).equals(file.bytes)).toBe(true)
  }
})

test('the last piece of a file does not come when the bytes are not what was stored', async () => {
  const file = newFile({ bytes: randomBytes(200_000) })
  const documentId = await acceptFiles([file])
  const read = async () => {
    let size = 0
    for await (const piece of store.filePieces(documentId, file.id)) size += piece.length
    return size
  }
  expect(await read()).toBe(200_000)
  const change = (statement: string) => pool.query(statement, [file.id])
  await change(
    `update payload_chunks set bytes = set_byte(bytes, 0, get_byte(bytes, 0) # 1)
     where payload_id = $1 and ordinal = 1`,
  )
  await expect(read()).rejects.toThrow('the bytes are not what was stored')
  await change('delete from payload_chunks where payload_id = $1 and ordinal > 1')
  await expect(read()).rejects.toThrow('removed while they were read')
  await change('delete from payload_chunks where payload_id = $1')
  expect(await read()).toBe(0)
})

test('a file that does not exist has no pieces', async () => {
  const pieces = store.filePieces(randomUUID(), randomUUID())
  await expect(pieces.next()).rejects.toThrow('There is no file')
})
