// AS4_NEXT_KEYSTORE_FILE: found when it is put there, and when another one is put there.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { watchNextKeystore } from '../../src/setup/next-keystore.ts'
import { makeCertificate, makeKeystore } from '../crypto/authority.ts'
import { temporaryFolder } from '../store/database.ts'

const folder = await temporaryFolder()
const file = join(folder, 'next.p12')
const passwordFile = join(folder, 'next-password')
const [first, second] = [makeCertificate({ name: 'POP000001' }), makeCertificate({ name: 'other' })]

beforeEach(() => {
  rmSync(file, { force: true })
  writeFileSync(passwordFile, 'a secret\n')
})

function watch(password: 'AS4_KEYSTORE_PASSWORD_FILE' | 'AS4_NEXT_KEYSTORE_PASSWORD_FILE') {
  const said: string[] = []
  const keystore = watchNextKeystore(
    {
      AS4_NEXT_KEYSTORE_FILE: file,
      AS4_NEXT_KEYSTORE_PASSWORD_FILE: undefined,
      AS4_KEYSTORE_PASSWORD_FILE: join(folder, 'absent'),
      [password]: passwordFile,
    },
    { everyMs: 3_600_000, report: (sentence) => said.push(sentence) },
  )
  onTestFinished(keystore.close)
  return { ...keystore, said }
}

const put = (identity: typeof first, password = 'a secret') =>
  writeFileSync(file, makeKeystore([identity], password))

describe.each(['AS4_KEYSTORE_PASSWORD_FILE', 'AS4_NEXT_KEYSTORE_PASSWORD_FILE'] as const)(
  'with the password in %s',
  (password) => {
    it('the keystore is found once it is there', () => {
      const keystore = watch(password)
      expect(keystore.found()).toEqual({})
      put(first)
      expect(keystore.found()).toEqual({})
      keystore.look()
      expect(keystore.found().keys?.certificate.raw).toEqual(first.certificate.raw)
      put(second)
      keystore.look()
      expect(keystore.found().keys?.certificate.raw).toEqual(second.certificate.raw)
      rmSync(file)
      keystore.look()
      expect(keystore.found()).toEqual({})
      expect(keystore.said).toHaveLength(2)
    })
  },
)

it('a keystore that cannot be opened is reported once, and mended by its password', () => {
  const keystore = watch('AS4_NEXT_KEYSTORE_PASSWORD_FILE')
  put(first, 'another secret')
  keystore.look()
  keystore.look()
  expect(keystore.said).toEqual([expect.stringMatching(/AS4_NEXT_KEYSTORE_FILE: .*password/)])
  expect(keystore.found()).toEqual({ fault: keystore.said[0] })
  writeFileSync(passwordFile, 'another secret\n')
  keystore.look()
  expect(keystore.found().keys?.certificate.raw).toEqual(first.certificate.raw)
})

it('an unchanged file is not read again', () => {
  const keystore = watch('AS4_NEXT_KEYSTORE_PASSWORD_FILE')
  put(first)
  keystore.look()
  const before = keystore.found()
  keystore.look()
  expect(keystore.found()).toBe(before)
})

it('without the setting there is none', () => {
  const keystore = watchNextKeystore(
    {
      AS4_NEXT_KEYSTORE_FILE: undefined,
      AS4_NEXT_KEYSTORE_PASSWORD_FILE: undefined,
      AS4_KEYSTORE_PASSWORD_FILE: passwordFile,
    },
    { everyMs: 1, report: () => expect.fail() },
  )
  keystore.look()
  expect(keystore.found()).toEqual({})
})
