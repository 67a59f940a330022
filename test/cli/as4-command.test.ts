// How `fourcorner as4` reports invalid options, before anything is read or sent.
import { CommanderError } from 'commander'
import { describe, expect, it } from 'vitest'
import { as4Command } from '../../src/cli/as4.ts'

const files = ['--keystore', 'absent.p12', '--password-file', 'absent', '--roots', 'absent']
const url = 'https://ap.example/as4'

/** The error it ends with when the files do not exist. */
async function send(options: Record<string, string>): Promise<Error> {
  const command = as4Command()
  for (const one of [command, ...command.commands])
    one.exitOverride().configureOutput({ writeErr: () => {} })
  const given = Object.entries({ '--url': url, ...options }).flat()
  const rest = [
    '--access-point-ca',
    'absent',
    '--receiver-certificate',
    'absent',
    ...given,
    'absent.xml',
  ]
  return command.parseAsync(['send', ...files, ...rest], { from: 'user' }).then(
    () => expect.fail('the files do not exist'),
    (error: Error) => error,
  )
}

describe('as4 send', () => {
  it.each([
    ['--url', 'ap.example/as4', 'not a URL, such as https://ap.example/as4'],
    ['--url', '', 'not a URL, such as https://ap.example/as4'],
    ['--url', 'ftp://ap.example/as4', 'neither http nor https'],
    ['--url', 'localhost:4080/as4', 'neither http nor https'],
    ['--url', 'https://user:secret@ap.example/as4', 'credentials in the URL are not supported'],
    ['--url', 'https://ap.example/as4#here', 'a URL with a fragment is not supported'],
    ['--url', 'https://ap.example/as4#', 'a URL with a fragment is not supported'],
    ['--message-id', 'one', 'not in the form of RFC 5322, such as 1f0c@ap.example'],
    ['--message-id', '<1f0c@ap.example>', 'not in the form of RFC 5322, such as 1f0c@ap.example'],
    ['--sender', 'somebody', 'somebody'],
    ['--country', 'Austria', 'not a country code'],
    ['--count', '0', 'not a whole number from 1'],
  ])('calls %s %s wrong use, and says what is expected', async (option, value, wanted) => {
    const error = await send({ [option]: value })
    expect(error).toBeInstanceOf(CommanderError)
    expect(error.message).toContain(`option '${option} <`)
    expect(error.message).toContain(wanted)
  })

  it.each([
    ['--url', 'http://127.0.0.1:4080/as4?test=1'],
    ['--message-id', '1f0c@ap.example'],
  ])('accepts %s %s and goes on to the files', async (option, value) => {
    const error = await send({ [option]: value })
    expect(error).not.toBeInstanceOf(CommanderError)
    expect(error.message).toContain('absent')
  })
})
