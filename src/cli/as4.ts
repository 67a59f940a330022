// `fourcorner as4 send|receive`: the message layer by hand, without lookup, queue or database, for
// chasing an interoperability problem and for measuring.
import { Command, InvalidArgumentError, Option } from 'commander'
import { isMessageId } from '../as4/index.ts'
import {
  formatParticipant,
  type Identifier,
  IdentifierError,
  parseDocumentType,
  parseParticipant,
  parseProcess,
} from '../peppol/index.ts'
import type { ReceiveOptions } from './as4-receive.ts'
import type { SendOptions } from './as4-send.ts'

export function as4Command(): Command {
  const command = new Command('as4').description(
    'Send and receive single AS4 messages, without lookup, queue or database. Certificates are ' +
      'checked against the given authorities, and against the revocation lists of --crl and no ' +
      'others.',
  )
  withCredentials(command.command('send'))
    .description('Send a document, or a complete SBD, to an endpoint. Prints JSON lines.')
    .argument('<file>', 'the document, or with --sbd the SBD')
    .requiredOption(
      '--url <url>',
      'where the receiving access point listens; plain http is allowed',
      address,
    )
    .requiredOption('--receiver-certificate <file>', 'PEM: whom the message is encrypted for')
    .option('--sender <id>', 'the original sender, such as 9915:a', participant)
    .option('--receiver <id>', 'the final recipient, such as 9915:b', participant)
    .option('--country <code>', 'country of the original sender (COUNTRY_C1)', country)
    .option(
      '--document-type <id>',
      'instead of what the document says',
      identifier(parseDocumentType),
    )
    .option('--process <id>', 'instead of what the document says', identifier(parseProcess))
    .option('--sbd', 'the file is a complete SBD; identifiers are its own, unless given here')
    .option(
      '--message-id <id>',
      'a MessageId of your own; with --count the same bytes go out every time',
      messageIdentifier,
    )
    .option('--no-compress', 'send the payload as it is')
    .addOption(number('--count <n>', 'how many messages', 1))
    .addOption(number('--concurrency <n>', 'how many at a time', 1))
    .addOption(number('--warmup <n>', 'messages before those that are counted', 0))
    .option('--save-request <file>', 'keep the HTTP body of the last request')
    .option('--save-response <file>', 'keep the HTTP body of the last answer')
    .action(async (file: string, options: SendOptions) => {
      const { send } = await import('./as4-send.ts')
      await send(file, options)
    })
  withCredentials(command.command('receive'))
    .description(
      'Receive at POST /as4 on 127.0.0.1 until SIGTERM. Keeps messages in numbered folders and ' +
        'prints JSON lines.',
    )
    .addOption(number('--port <port>', '0 for any free one').makeOptionMandatory())
    .option(
      '--participant <id...>',
      'a participant that is served; without this option all are',
      participants,
    )
    .requiredOption('--out <folder>', 'where messages are kept')
    .action(async (options: ReceiveOptions) => {
      const { receive } = await import('./as4-receive.ts')
      await receive(options)
    })
  return command
}

function withCredentials(command: Command): Command {
  return command
    .requiredOption('--keystore <file>', "PKCS#12: this access point's key and certificate")
    .requiredOption('--password-file <file>', 'the password of the keystore')
    .requiredOption('--roots <file>', 'PEM: the root certificates that are trusted')
    .requiredOption('--access-point-ca <file>', 'PEM: the authorities that issue to access points')
    .option(
      '--crl <file...>',
      'revocation lists, DER or PEM; without one of its issuer a certificate is not asked about',
    )
}

function number(flags: string, description: string, byDefault?: number): Option {
  const least = byDefault ?? 0
  const option = new Option(flags, description).argParser((text) => {
    if (!/^\d{1,7}$/.test(text) || Number(text) < least)
      throw new InvalidArgumentError(`not a whole number from ${least}`)
    return Number(text)
  })
  return byDefault === undefined ? option : option.default(byDefault)
}

/** Refuses what nobody can connect to, and what would be left out on the way. */
function address(text: string): string {
  if (!URL.canParse(text))
    throw new InvalidArgumentError('not a URL; one is https://ap.example/as4')
  const { protocol, username, password } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new InvalidArgumentError('neither http nor https')
  if (username || password)
    throw new InvalidArgumentError('it has credentials, which no access point asks for')
  if (text.includes('#'))
    throw new InvalidArgumentError('it has a fragment, which never leaves a client')
  return text
}

function messageIdentifier(text: string): string {
  if (isMessageId(text)) return text
  throw new InvalidArgumentError('not of the form of RFC 5322, such as 1f0c@ap.example')
}

function participant(text: string): Identifier {
  return identifier(parseParticipant)(text)
}

function participants(text: string, earlier: string[] = []): string[] {
  return [...earlier, formatParticipant(participant(text))]
}

function country(text: string): string {
  if (!/^[A-Z0-9]{2}$/.test(text)) throw new InvalidArgumentError('not a country code')
  return text
}

function identifier(parse: (text: string) => Identifier): (text: string) => Identifier {
  return (text) => {
    try {
      return parse(text)
    } catch (error) {
      if (error instanceof IdentifierError) throw new InvalidArgumentError(error.message)
      throw error
    }
  }
}
