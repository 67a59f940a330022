// `fourcorner as4 send|receive`: the message layer by hand, without lookup, queue or database, for
// investigating interoperability problems and for measuring.
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
    'Send and receive single AS4 messages, without lookup, queue or database. Certificates ' +
      'are checked against the given authorities and, for revocation, only against the ' +
      'lists given with --crl.',
  )
  withCredentials(command.command('send'))
    .description('Send a document, or a complete SBD, to an endpoint. Prints JSON lines.')
    .argument('<file>', 'the document; with --sbd, the SBD')
    .requiredOption(
      '--url <url>',
      'URL of the receiving access point; plain http is allowed',
      address,
    )
    .requiredOption('--receiver-certificate <file>', 'PEM certificate to encrypt the message for')
    .option('--sender <id>', 'the original sender, such as 9915:a', participant)
    .option('--receiver <id>', 'the final recipient, such as 9915:b', participant)
    .option('--country <code>', 'country of the original sender (COUNTRY_C1)', country)
    .option('--document-type <id>', "instead of the document's own", identifier(parseDocumentType))
    .option('--process <id>', "instead of the document's own", identifier(parseProcess))
    .option('--sbd', 'the file is a complete SBD, whose identifiers are used unless given here')
    .option(
      '--message-id <id>',
      'your own MessageId; with --count the same bytes are sent every time',
      messageIdentifier,
    )
    .option('--no-compress', 'do not compress the payload')
    .addOption(number('--count <n>', 'number of messages', 1))
    .addOption(number('--concurrency <n>', 'number of messages at a time', 1))
    .addOption(number('--warmup <n>', 'number of messages to send before counting', 0))
    .option('--save-request <file>', 'save the HTTP body of the last request')
    .option('--save-response <file>', 'save the HTTP body of the last answer')
    .action(async (file: string, options: SendOptions) => {
      const { send } = await import('./as4-send.ts')
      await send(file, options)
    })
  withCredentials(command.command('receive'))
    .description(
      'Receive at POST /as4 on 127.0.0.1 until SIGTERM. Keeps messages in numbered folders and ' +
        'prints JSON lines.',
    )
    .addOption(
      number('--port <port>', 'port to listen on; 0 for any free one').makeOptionMandatory(),
    )
    .option('--participant <id...>', 'a participant to serve; all of them by default', participants)
    .requiredOption('--out <folder>', 'folder to keep messages in')
    .action(async (options: ReceiveOptions) => {
      const { receive } = await import('./as4-receive.ts')
      await receive(options)
    })
  return command
}

function withCredentials(command: Command): Command {
  return command
    .requiredOption(
      '--keystore <file>',
      "PKCS#12 file with this access point's key and certificate",
    )
    .requiredOption('--password-file <file>', 'file that holds the keystore password')
    .requiredOption('--roots <file>', 'PEM bundle of trusted root certificates')
    .requiredOption(
      '--access-point-ca <file>',
      'PEM bundle of the CAs that issue access point certificates',
    )
    .option(
      '--crl <file...>',
      'revocation lists, DER or PEM; a certificate whose issuer has none here is not checked',
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

/** Refuses URLs that cannot be connected to, or that contain parts which are not sent. */
function address(text: string): string {
  if (!URL.canParse(text))
    throw new InvalidArgumentError('not a URL, such as https://ap.example/as4')
  const { protocol, username, password } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new InvalidArgumentError('neither http nor https')
  if (username || password)
    throw new InvalidArgumentError('credentials in the URL are not supported')
  if (text.includes('#')) throw new InvalidArgumentError('a URL with a fragment is not supported')
  return text
}

function messageIdentifier(text: string): string {
  if (isMessageId(text)) return text
  throw new InvalidArgumentError('not in the form of RFC 5322, such as 1f0c@ap.example')
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
