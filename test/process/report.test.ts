// What the gateway says to whoever starts it.
import { expect, it, vi } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { welcome } from '../../src/process/report.ts'

const keystore = { AS4_KEYSTORE_FILE: 'key.p12', AS4_KEYSTORE_PASSWORD_FILE: 'key.password' }

it.each([
  [{ PEPPOL_NETWORK: 'sandbox' }, 'also in data/api-token:'],
  [{ PEPPOL_NETWORK: 'test', ...keystore }, 'shown only once:'],
])('it says where the first token is: %o', (settings, words) => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  welcome(readConfig(settings), {
    url: 'http://127.0.0.1:8080',
    firstToken: 'pgw_test_1_2',
    faults: [],
  })
  const said = write.mock.calls.join('')
  write.mockRestore()
  expect(said).toContain(`Your first API token, ${words}\n  pgw_test_1_2\n`)
})
