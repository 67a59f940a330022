import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from '../../src/crypto/index.ts'
import { type Inbox, type InboxArrival, openInbox } from '../../src/sandbox/inbox.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-inbox-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = new Date('2026-11-21T10:00:00.000Z')

function arrival(name: string, content = name): InboxArrival {
  return {
    message: { messageId: `${name}@test`, from: 'POP900001' },
    header: { instanceIdentifier: `instance-${name}` },
    document: Buffer.from(`<Invoice>${content}</Invoice>`),
    sbd: Buffer.from(`<Sbd>${content}</Sbd>`),
    at,
  }
}

const receiptOf = (text: string) => async () => Buffer.from(text)
const list = () => readFileSync(join(folder, 'arrivals.jsonl'), 'utf8')
const lines = () =>
  list()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const fileOf = (number: string, name: string) => readFileSync(join(folder, number, name), 'utf8')
const folders = () =>
  readdirSync(folder)
    .filter((name) => /^[0-9]+$/.test(name))
    .sort()

describe('keeping an arrival', () => {
  it('lets nobody else read it', async () => {
    const inside = join(folder, 'inbox')
    await openInbox(inside).keep(arrival('a'), receiptOf('receipt a'))
    const modeOf = (...path: string[]) => statSync(join(inside, ...path)).mode & 0o777
    expect([modeOf(), modeOf('000001'), modeOf('arrivals.jsonl')]).toEqual([0o700, 0o700, 0o600])
    for (const name of readdirSync(join(inside, '000001')))
      expect(modeOf('000001', name)).toBe(0o600)
    // More than is written at once goes into a file of its own first.
    await openInbox(inside).keep(arrival('b', 'x'.repeat(1_100_000)), receiptOf('receipt b'))
    for (const name of readdirSync(join(inside, '000002')))
      expect(modeOf('000002', name)).toBe(0o600)
  })

  it('writes its line and its three files, and gives the receipt', async () => {
    const inbox = openInbox(folder)
    expect(await inbox.keep(arrival('a'), receiptOf('receipt a'))).toEqual({
      kind: 'stored',
      receipt: Buffer.from('receipt a'),
    })
    expect(list()).toBe(
      '{"number":1,"instanceIdentifier":"instance-a","messageId":"a@test","from":"POP900001",' +
        `"documentSha256":"${sha256('<Invoice>a</Invoice>').toString('hex')}",` +
        '"at":"2026-11-21T10:00:00.000Z"}\n',
    )
    expect(fileOf('000001', 'document.xml')).toBe('<Invoice>a</Invoice>')
    expect(fileOf('000001', 'sbd.xml')).toBe('<Sbd>a</Sbd>')
    expect(fileOf('000001', 'receipt.xml')).toBe('receipt a')
    inbox.close()
  })

  it('numbers concurrent arrivals without gaps, each with its own files', async () => {
    const inbox = openInbox(folder)
    const names = Array.from({ length: 100 }, (_, index) => `m${index}`)
    await Promise.all(names.map((name) => inbox.keep(arrival(name), receiptOf(name))))
    expect(lines().map(({ number }) => number)).toEqual(names.map((_, index) => index + 1))
    for (const { number, messageId } of lines())
      expect(`${fileOf(String(number).padStart(6, '0'), 'receipt.xml')}@test`).toBe(messageId)
    inbox.close()
  })

  it('keeps nothing when the receipt cannot be made, and takes the repeat', async () => {
    const inbox = openInbox(folder)
    await expect(
      inbox.keep(arrival('a'), () => Promise.reject(new Error('no key'))),
    ).rejects.toThrow('no key')
    expect(folders()).toEqual([])
    expect(await inbox.keep(arrival('a'), receiptOf('second try'))).toMatchObject({
      kind: 'stored',
    })
    expect(lines()).toMatchObject([{ number: 1 }])
    inbox.close()
  })

  it('leaves no gap after an arrival that could not be written', async () => {
    const inbox = openInbox(folder)
    writeFileSync(join(folder, '000001'), 'a file where the folder should be')
    await expect(inbox.keep(arrival('a'), receiptOf('a'))).rejects.toThrow()
    rmSync(join(folder, '000001'))
    await inbox.keep(arrival('b'), receiptOf('b'))
    await inbox.keep(arrival('a'), receiptOf('a'))
    expect(lines()).toMatchObject([
      { number: 1, messageId: 'b@test' },
      { number: 2, messageId: 'a@test' },
    ])
    inbox.close()
  })
})

describe('a large arrival', () => {
  const large = (name: string) => arrival(name, 'x'.repeat(3_000_000))

  it('holds up no small one, is complete, and leaves nothing else', async () => {
    const inbox = openInbox(folder)
    const both = [
      inbox.keep(large('large'), receiptOf('l')),
      inbox.keep(arrival('small'), receiptOf('s')),
    ]
    expect(await Promise.all(both)).toMatchObject([{ kind: 'stored' }, { kind: 'stored' }])
    expect(lines()).toMatchObject([
      { number: 1, messageId: 'small@test' },
      { number: 2, messageId: 'large@test' },
    ])
    expect(sha256(fileOf('000002', 'document.xml'))).toEqual(
      sha256(large('large').document as Buffer),
    )
    expect(sha256(fileOf('000002', 'sbd.xml'))).toEqual(sha256(large('large').sbd as Buffer))
    expect(readdirSync(folder).sort()).toEqual(['000001', '000002', 'arrivals.jsonl'])
    inbox.close()
  })

  it('takes no number when it could not be written', async () => {
    const inbox = openInbox(folder)
    writeFileSync(join(folder, '000001'), 'a file where the folder should be')
    await expect(inbox.keep(large('large'), receiptOf('l'))).rejects.toThrow()
    rmSync(join(folder, '000001'))
    await inbox.keep(arrival('small'), receiptOf('s'))
    await inbox.keep(large('large'), receiptOf('l'))
    expect(lines().map(({ number, messageId }) => [number, messageId])).toEqual([
      [1, 'small@test'],
      [2, 'large@test'],
    ])
    expect(readdirSync(folder).sort()).toEqual(['000001', '000002', 'arrivals.jsonl'])
    inbox.close()
  })
})

describe('what is cached of arrivals', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void

  function megabytesInUse(): number {
    collectGarbage()
    return process.memoryUsage().heapUsed / 1_000_000
  }

  /** Keeps `arrivals` arrivals, each with a MessageId cut from a message of a megabyte. */
  async function keepMany(arrivals: number): Promise<Inbox> {
    const inbox = openInbox(folder)
    for (let count = 0; count < arrivals; count++) {
      const message = `<MessageId>message-number-${count}@test</MessageId>`.padEnd(1_000_000)
      const messageId = message.slice('<MessageId>'.length, message.indexOf('</'))
      const from = 'POP900001'
      await inbox.keep({ ...arrival('a'), message: { messageId, from } }, receiptOf('receipt'))
    }
    return inbox
  }

  it('keeps nothing of their messages in memory, and still knows each of them', async () => {
    const before = megabytesInUse()
    const inbox = await keepMany(30)
    expect(megabytesInUse() - before).toBeLessThan(10)
    const message = { messageId: 'message-number-0@test', from: 'POP900001' }
    const again = { ...arrival('a'), message }
    expect(await inbox.keep(again, receiptOf('another'))).toMatchObject({ kind: 'repeat' })
  })
})

describe('a repeated MessageId', () => {
  it('gets the very same receipt, a line that says so, and no second folder', async () => {
    const inbox = openInbox(folder)
    await inbox.keep(arrival('a'), receiptOf('first'))
    await inbox.keep(arrival('b'), receiptOf('other'))
    const again = await inbox.keep(arrival('a'), () => Promise.reject(new Error('never asked')))
    expect(again).toEqual({ kind: 'repeat', receipt: Buffer.from('first') })
    expect(lines()[2]).toEqual({ ...lines()[0], repeat: true })
    expect(folders()).toEqual(['000001', '000002'])
    inbox.close()
  })

  it('does so too while the first one is still being written', async () => {
    const inbox = openInbox(folder)
    const [first, second] = await Promise.all([
      inbox.keep(arrival('a'), receiptOf('first')),
      inbox.keep(arrival('a'), receiptOf('second')),
    ])
    expect([first.kind, second.kind]).toEqual(['stored', 'repeat'])
    expect(second).toMatchObject({ receipt: Buffer.from('first') })
    expect(folders()).toEqual(['000001'])
    inbox.close()
  })

  it('is known after a restart', async () => {
    const before = openInbox(folder)
    await before.keep(arrival('a'), receiptOf('first'))
    await before.keep(arrival('a'), receiptOf('x'))
    before.close()
    const after = openInbox(folder)
    expect(await after.keep(arrival('a'), receiptOf('second'))).toEqual({
      kind: 'repeat',
      receipt: Buffer.from('first'),
    })
    await after.keep(arrival('b'), receiptOf('b'))
    expect(lines().map(({ number, repeat }) => [number, repeat])).toEqual([
      [1, undefined],
      [1, true],
      [1, true],
      [2, undefined],
    ])
    after.close()
  })

  it('proves nothing for another document', async () => {
    const inbox = openInbox(folder)
    await inbox.keep(arrival('a'), receiptOf('first'))
    expect(await inbox.keep(arrival('a', 'changed'), receiptOf('second'))).toEqual({
      kind: 'refused',
      detail: 'this MessageId was used before with another document',
    })
    expect(lines()).toHaveLength(1)
    inbox.close()
  })
})

describe('after a crash', () => {
  const line = (number: number, name: string) =>
    JSON.stringify({
      number,
      instanceIdentifier: name,
      messageId: `${name}@test`,
      documentSha256: 'x',
      at: '',
    })

  it.each([
    ['torn in the middle', (whole: string) => whole.slice(0, 40)],
    ['without its line end', (whole: string) => whole],
    ['of zeros', () => '\0'.repeat(50)],
  ])('cuts off a last line %s, so that the next one is whole', async (_, tear) => {
    const before = openInbox(folder)
    await before.keep(arrival('a'), receiptOf('a'))
    before.close()
    appendFileSync(join(folder, 'arrivals.jsonl'), tear(line(2, 'torn')))
    const after = openInbox(folder)
    expect(await after.keep(arrival('torn'), receiptOf('torn'))).toMatchObject({ kind: 'stored' })
    expect(lines()).toMatchObject([
      { number: 1, messageId: 'a@test' },
      { number: 2, messageId: 'torn@test' },
    ])
    after.close()
  })

  it('writes over a folder that has no line', async () => {
    mkdirSync(join(folder, '000001'))
    writeFileSync(
      join(folder, '000001', 'document.xml'),
      'left behind, and longer than what comes next',
    )
    const inbox = openInbox(folder)
    await inbox.keep(arrival('a'), receiptOf('a'))
    expect(fileOf('000001', 'document.xml')).toBe('<Invoice>a</Invoice>')
    inbox.close()
  })

  it('refuses to start when a line before the last is damaged, and changes nothing', async () => {
    const damaged = `${line(1, 'a')}\n{"number":\n${line(3, 'c')}\n`
    writeFileSync(join(folder, 'arrivals.jsonl'), damaged)
    expect(() => openInbox(folder)).toThrow(/Line 2 of .* is damaged/)
    expect(list()).toBe(damaged)
    expect(existsSync(join(folder, '000001'))).toBe(false)
  })
})
