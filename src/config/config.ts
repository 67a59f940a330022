// The environment (and a .env file beside it) becomes one frozen Config.
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { contrast } from './contrast.ts'
import { type Environment, readEnvironment, readSources } from './environment.ts'
import { type Limits, limits } from './limits.ts'
import { engines, ruleDefaults } from './rules-settings.ts'
import { unknownNames } from './unknown-names.ts'

const yes = z.enum(['true', 'false']).transform((text) => text === 'true')
const portMax = 65_535
const port = z
  .string()
  .regex(/^\d{1,5}$/, { error: `must be a whole number from 0 to ${portMax}`, abort: true })
  .transform(Number)
  .refine((number) => number <= portMax, { error: `must be a whole number from 0 to ${portMax}` })
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)
/** It stands beside the search on a phone. */
const consoleNameCharactersMax = 40
/** WCAG 2.2, 1.4.3: what text needs. */
const accentContrastMin = 4.5
const hostPort = /^(?:\[[0-9a-f:.]+\]|[^\s:]+):(\d{1,5})$/i

function isHostPort(text: string): boolean {
  const [, port] = hostPort.exec(text) ?? []
  return port !== undefined && Number(port) >= 1 && Number(port) <= portMax
}

/** An IP address, or a network such as 10.0.0.0/8; not all of the internet. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  const bitsMax = version === 4 ? 32 : 128
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= bitsMax)
}

/** A participant, in its short form or with its scheme; the sandbox parses it in full. */
const participant = /^(?:iso6523-actorid-upis::)?\d{4}:[a-z0-9._~-]{1,130}$/i

/** An address that others or we ask, without credentials in it. */
const httpUrlForm = /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
  // libpq takes several hosts and finds the leader among them; the driver of this program does not.
  .refine(
    (url) => !/^[^/]*\/\/([^/?]*@)?[^/?@]*,[^/?@]*([/?]|$)/.test(url),
    'names one host: of a cluster, a proxy that leads to its leader',
  )

/** A comma-separated list; the message names the items that do not match. */
function listOf(isItem: (item: string) => boolean, form: string) {
  return list.superRefine((items, context) => {
    for (const item of items.filter((item) => !isItem(item)))
      context.addIssue({ code: 'custom', message: `${JSON.stringify(item)} is not ${form}` })
  })
}

const count = (usual: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1 to 9999999')
    .transform(Number)
    .default(usual)

const bytesPerDay = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a whole number of bytes')
  .transform(Number)
  .optional()

/**
 * Every setting with its default and one line of description. A test compares
 * `.env.example` with them.
 */
export const settings = {
  HOST: z.string().min(1).default('127.0.0.1').describe('Address the HTTP API listens on.'),
  PORT: port.default(8080).describe('Port the HTTP API listens on; 0 takes a free one.'),
  TRUST_PROXY: listOf(isNetwork, 'an IP address, or a network such as 10.0.0.0/8')
    .default([])
    .describe(
      'Addresses of the proxies in front, separated by commas: 127.0.0.1,10.0.0.0/8. Their ' +
        'X-Forwarded-For names the client; no other address is believed.',
    ),
  RATE_LIMIT_PER_SECOND: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999')
    .transform(Number)
    .default(500)
    .describe('Calls per second with one token, at one node; twice as many at once.'),
  METRICS_PORT: port
    .optional()
    .describe('Port that serves /metrics without a token, and nothing else; none by default.'),
  METRICS_HOST: z.string().min(1).default('127.0.0.1').describe('Address of METRICS_PORT.'),
  DATA_DIR: z
    .string()
    .min(1)
    .default(ruleDefaults.DATA_DIR)
    .describe('Folder that holds the embedded database and the sandbox.'),
  DATABASE_URL: databaseUrl
    .optional()
    .describe('PostgreSQL 15 or newer. Without it, a database is embedded in DATA_DIR.'),
  DATABASE_POOLER: z
    .enum(['transaction'])
    .optional()
    .describe(
      'transaction: DATABASE_URL leads to a pooler such as PgBouncer in that mode. Statements ' +
        'are then sent without names.',
    ),
  DATABASE_DIRECT_URL: databaseUrl
    .optional()
    .describe(
      'The database of DATABASE_URL past the pooler, for migrations and for what nodes tell ' +
        'each other. Without it, they look for news once a second.',
    ),
  PAYLOAD_STORE: z
    .string()
    .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must name a bucket, as s3://bucket')
    .optional()
    .describe(
      'Bucket of an S3-compatible store for the bytes of documents: s3://bucket. Without it, ' +
        'they are in the database.',
    ),
  AWS_ENDPOINT_URL: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+\/?$/, 'must be a URL such as https://s3.example.com')
    .optional()
    .describe('Where that store is; https://s3.AWS_REGION.amazonaws.com by default.'),
  AWS_REGION: z.string().min(1).default('us-east-1').describe('Region of that store.'),
  AWS_ACCESS_KEY_ID: z.string().min(1).optional().describe('Access key of that store.'),
  AWS_SECRET_ACCESS_KEY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('File that holds the secret access key.'),
  AWS_SECRET_ACCESS_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('The secret access key itself, where a file cannot be had.'),
  WORKERS: z
    .string()
    .regex(/^([1-9]|[1-5]\d|6[0-4])$/, 'must be a whole number from 1 to 64')
    .transform(Number)
    .optional()
    .describe(
      'How many processes share PORT and the work, on a PostgreSQL server. One for each core by ' +
        'default, where there is memory for them, and at most 8; the embedded database has one.',
    ),
  PEPPOL_NETWORK: z
    .enum(['sandbox', 'custom', 'test', 'production'])
    .default('sandbox')
    .describe(
      'sandbox: a small Peppol network on this machine; custom: a test network described by ' +
        'the settings below; test and production: those of Peppol.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Log level. The log is JSON lines on standard error.'),
  LOG_TIMES: z
    .enum(['epoch', 'iso'])
    .default('epoch')
    .describe(
      'How lines of the log say when: in milliseconds since 1970, or as 2026-11-21T09:30:00.000Z.',
    ),
  LOG_LEVELS: z
    .enum(['numbers', 'words'])
    .default('numbers')
    .describe('How lines of the log say their level: 30, 40, 50, or info, warn, error.'),
  CONSOLE_NAME: z
    .string()
    .trim()
    .min(1)
    .max(consoleNameCharactersMax)
    .default('Fourcorner')
    .describe('Name in the header of the console: 40 characters at most.'),
  CONSOLE_ACCENT: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, { error: 'must be a colour such as #0b5cad', abort: true })
    .refine((colour) => contrast(colour, '#ffffff') >= accentContrastMin, {
      error: `must have a contrast of ${accentContrastMin}:1 to white at least: take a darker one`,
    })
    .optional()
    .describe(
      'Colour of links and of the main button of the console, such as #0b5cad. The one for dark ' +
        'screens is derived from it.',
    ),
  CONSOLE_LOGO_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('Logo in the header of the console: a PNG or SVG file of 64 KB at most.'),
  NODE_ENV: z
    .string()
    .optional()
    .describe("'production' refuses the embedded database and the sandbox."),
  ALLOW_EMBEDDED_DATABASE_IN_PRODUCTION: yes
    .default(false)
    .describe('Allows the embedded database when NODE_ENV=production.'),
  ALLOW_SANDBOX_IN_PRODUCTION: yes
    .default(false)
    .describe('Allows the sandbox when NODE_ENV=production.'),
  SANDBOX_RECEIVERS: listOf(
    (item) => participant.test(item),
    'a participant such as 0208:0123456749',
  )
    .default([])
    .describe(
      'Additional participants served by the sandbox, separated by ' + 'commas: 0208:0123456749,…',
    ),
  SML_ZONE: z
    .string()
    .min(1)
    .optional()
    .describe('custom: DNS zone in which participants are looked up.'),
  DNS_SERVERS: listOf(isHostPort, `host:port with a port from 1 to ${portMax}`)
    .default([])
    .describe("DNS servers to query, such as 127.0.0.1:5300; the system's by default."),
  TRUST_ROOTS_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('custom: PEM bundle of trusted root certificates.'),
  ACCESS_POINT_CA_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('custom: PEM bundle of the CAs that issue access point certificates.'),
  SMP_CA_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('custom: PEM bundle of the CAs that ' + 'issue SMP certificates.'),
  AS4_KEYSTORE_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'PKCS#12 file with the key and certificate of this access point; the sandbox makes its own.',
    ),
  AS4_KEYSTORE_PASSWORD_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('File that holds the keystore password.'),
  AS4_NEXT_KEYSTORE_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'PKCS#12 file of the certificate that follows; it may be put there while the gateway runs.',
    ),
  AS4_NEXT_KEYSTORE_PASSWORD_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('File that holds its password; AS4_KEYSTORE_PASSWORD_FILE by default.'),
  OUTBOUND_ALLOW_INSECURE: yes
    .default(false)
    .describe('custom: accepts plain HTTP and private addresses of SMPs and access points.'),
  AS4_PORT: port
    .optional()
    .describe(
      'Port where other access points deliver (POST /as4), and nothing else; PORT by default, ' +
        'but not on the production network.',
    ),
  AS4_URL: z
    .string()
    .regex(
      /^https?:\/\/[^\s/?#]+(\/[^\s?#]*)?$/,
      'must be a URL such as https://ap.example.com/as4',
    )
    .optional()
    .describe(
      'URL under which other access points reach POST /as4: what the registrations of an SMP name.',
    ),
  AS4_FORMER_URLS: listOf(
    (item) => httpUrlForm.test(item),
    'a URL such as https://old.example.com/as4',
  )
    .default([])
    .describe(
      'Earlier values of AS4_URL, separated by commas: entries of an SMP that name them are ours.',
    ),
  SMP_URL: z
    .string()
    .regex(httpUrlForm, 'must be a URL such as https://smp.example.com, without credentials')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Where your phoss SMP is, for `fourcorner participant plan`; its host may be a private one.',
    ),
  SMP_USER: z
    .string()
    .regex(/^[^\s:/]+$/, 'must be a login name, without white space, colons and slashes')
    .optional()
    .describe('Login name at that SMP; with a token, too.'),
  SMP_PASSWORD_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('File that holds the password of SMP_USER.'),
  SMP_TOKEN_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('File that holds a token of SMP_USER, in place of the password.'),
  SMP_CONTACT_URL: z
    .string()
    .regex(/^(https?:\/\/|mailto:)\S+$/, 'must be a URL such as https://example.com/contact')
    .optional()
    .describe('Technical contact that new entries of that SMP name: a web page, or mailto:.'),
  SMP_DESCRIPTION: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .default('Peppol access point')
    .describe('Description of the service in new entries of that SMP.'),
  INBOUND_VALIDATION: z
    .enum(['none', 'report', 'schema', 'rules'])
    .optional()
    .describe(
      'What every received document is checked for: none, schema or rules. Its findings are kept ' +
        'with it, and a Message Level Status reports errors to its sender; with report it does ' +
        'not. By default report in the networks test and production, and none in others.',
    ),
  MLS_REQUEST: z
    .enum(['ALWAYS_SEND', 'FAILURE_ONLY'])
    .default('ALWAYS_SEND')
    .describe(
      'Which Message Level Status we ask the receivers of our documents for: every one, or ' +
        'failures only.',
    ),
  TAX_REPORT_DEADLINE_DAYS: z
    .string()
    .regex(/^[1-9]\d?$/, 'must be a whole number from 1 to 99')
    .transform(Number)
    .default(14)
    .describe(
      'How many days a report to a tax authority is tried for, however often the authority ' +
        'cannot be reached.',
    ),
  EVENTS_DAYS: z
    .string()
    .regex(/^\d{1,4}$/, { error: 'must be a whole number from 7 to 3650', abort: true })
    .transform(Number)
    .refine((days) => days >= 7 && days <= 3650, { error: 'must be a whole number from 7 to 3650' })
    .default(30)
    .describe('How many days events stay in the feed, and deliveries of webhooks in their log.'),
  RETENTION_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'must be a whole number from 1 to 99999')
    .transform(Number)
    .optional()
    .describe(
      'How many days the bytes of documents are kept after the end of their month; record, ' +
        'digests and history stay. Without it, for ever.',
    ),
  RETENTION_DAYS_MIN: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'must be a whole number from 1 to 99999')
    .transform(Number)
    .default(1)
    .describe(
      'The fewest days that a tenant may have of its own (retentionDays): no tenant keeps the ' +
        'bytes of documents for less.',
    ),
  TENANT_TOKENS_MAX: count(200).describe('How many valid tokens a tenant may have.'),
  TENANT_WEBHOOKS_MAX: count(20).describe('How many webhooks a tenant may have.'),
  TENANT_REGISTRATIONS_MAX: count(10_000).describe(
    'How many participants a tenant may have registered.',
  ),
  INBOUND_BYTES_PER_DAY: bytesPerDay.describe(
    'How many bytes one access point may have stored here in a day (UTC), over all nodes: its ' +
      'documents, each in its envelope, and their receipts. Without it, any number.',
  ),
  TENANT_BYTES_PER_DAY: bytesPerDay.describe(
    'How many bytes a tenant may have stored in a day (UTC) by what it submits, over all nodes. ' +
      'Without it, any number.',
  ),
  SECRETS_KEY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File with 64 hexadecimal digits that encrypt the secrets of webhooks; all processes share ' +
        'it. DATA_DIR/secrets-key, made on the first start, with the embedded database only.',
    ),
  WEBHOOKS_ALLOW_INSECURE: yes
    .default(false)
    .describe(
      'Lets webhooks have plain HTTP URLs and private addresses, such as your own network.',
    ),
  RULES_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Folder where 'fourcorner rules install' puts the official rules; " +
        'DATA_DIR/rules by default.',
    ),
  VALIDATION_ENGINE: z
    .enum(engines)
    .default(ruleDefaults.VALIDATION_ENGINE)
    .describe(
      'compiled: rules compiled to JavaScript; saxon: the same rules in saxon-js, ' +
        'about 100 times slower.',
    ),
  VALIDATION_DEFAULT: z
    .enum(['none', 'report'])
    .optional()
    .describe(
      'What a submission without the header X-Validation is checked for: report keeps findings ' +
        'with the document, and refuses nothing. By default report in the networks test and ' +
        'production, and none in others.',
    ),
  VALIDATION_FLOOR: z
    .enum(['none', 'schema', 'rules'])
    .default('none')
    .describe('Validation that every document must pass, whatever its X-Validation header says.'),
} as const

const schema = z.object(settings)
type Settings = z.infer<typeof schema>

export type Config = Readonly<Settings> & { limits: Limits; version: string }

/** Every fault in the configuration, one sentence each. */
export class ConfigError extends Error {
  readonly faults: string[]
  constructor(faults: string[]) {
    super(
      `The configuration has ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}:\n  ` +
        `${faults.join('\n  ')}`,
    )
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/** Throws ConfigError with all faults at once. */
export function readConfig(environment: Environment = readEnvironment()): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => name in settings && value !== undefined && value !== '',
    ),
  )
  const parsed = schema.safeParse(given)
  const issues = parsed.success ? [] : parsed.error.issues
  const wrong = new Set(issues.map(({ path }) => String(path[0])))
  // Settings that are valid are still checked against each other, so that all faults
  // are reported at once.
  const right = Object.entries(given).filter(([name]) => !wrong.has(name))
  const settled = parsed.success ? parsed.data : schema.parse(Object.fromEntries(right))
  const faults = [
    ...issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...contradictions(settled, wrong),
  ]
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.freeze({ ...settled, limits, version: readVersion() })
}

/** Names that are given and are no settings, a sentence each. */
export function configWarnings(): string[] {
  return unknownNames(readSources(), Object.keys(settings))
}

/** What is judged, though nothing asks for it: in a public network nothing wrong goes unnoticed. */
export function validationDefaults(
  config: Pick<Config, 'PEPPOL_NETWORK' | 'INBOUND_VALIDATION' | 'VALIDATION_DEFAULT'>,
) {
  const isPublic = config.PEPPOL_NETWORK === 'test' || config.PEPPOL_NETWORK === 'production'
  const usual = isPublic ? 'report' : 'none'
  return {
    inbound: config.INBOUND_VALIDATION ?? usual,
    outbound: config.VALIDATION_DEFAULT ?? usual,
  } as const
}

/** The effective settings, without secrets: a database password is shown as ***. */
export function describeConfig(config: Config): Record<string, unknown> {
  const shown = Object.keys(settings).map(
    (name) => [name, config[name as keyof Settings] ?? null] as const,
  )
  const urls = (['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const).map((name) => {
    const url = config[name]
    return [name, url === undefined ? null : hidePassword(url)]
  })
  const secret = config.AWS_SECRET_ACCESS_KEY === undefined ? null : '***'
  return {
    ...Object.fromEntries(shown),
    ...Object.fromEntries(urls),
    AWS_SECRET_ACCESS_KEY: secret,
  }
}

/** Where records and payloads are kept. Throws ConfigError when a file cannot be read. */
export function storeOptions(config: Config) {
  const payloadStore = payloadStoreOf(config)
  return {
    ...(databaseServer(config) ?? { dataDir: resolve(config.DATA_DIR) }),
    ...(payloadStore ? { payloadStore } : {}),
  }
}

function payloadStoreOf(config: Config) {
  const { PAYLOAD_STORE: store, AWS_REGION: region, AWS_ACCESS_KEY_ID: accessKeyId } = config
  if (store === undefined || accessKeyId === undefined) return undefined
  return {
    endpoint: config.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`,
    bucket: store.slice('s3://'.length),
    ...{ region, accessKeyId, secretAccessKey: secretAccessKey(config) },
  }
}

function secretAccessKey(config: Config): string {
  const { AWS_SECRET_ACCESS_KEY: secret, AWS_SECRET_ACCESS_KEY_FILE: file } = config
  if (secret !== undefined || file === undefined) return secret ?? ''
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError([`AWS_SECRET_ACCESS_KEY_FILE: cannot be read: ${String(error)}`])
  }
}

/** The database server, and how it is reached; undefined when the database is embedded. */
export function databaseServer(config: Config) {
  const { DATABASE_URL: databaseUrl, DATABASE_POOLER: pooler, DATABASE_DIRECT_URL } = config
  if (databaseUrl === undefined) return undefined
  return {
    databaseUrl,
    connections: config.limits.database.connections,
    ...(pooler ? { pooler } : {}),
    ...(DATABASE_DIRECT_URL ? { directUrl: DATABASE_DIRECT_URL } : {}),
  }
}

// Up to the last @, because a password may contain one; and the password parameters of the query.
function hidePassword(url: string): string {
  return url
    .replace(/^([^:]+:\/\/[^:/?#]*:).*@/, '$1***@')
    .replace(/([?&](?:ssl)?password=)[^&]*/gi, '$1***')
}

/**
 * `wrong` names the settings that hold their default only because the given value was refused; they
 * are not reported twice.
 */
function contradictions(config: Settings, wrong: ReadonlySet<string>): string[] {
  const faults: string[] = []
  const network = config.PEPPOL_NETWORK
  const isNetworkKnown = !wrong.has('PEPPOL_NETWORK')
  if (config.NODE_ENV === 'production') {
    const embedded = ['DATABASE_URL', 'ALLOW_EMBEDDED_DATABASE_IN_PRODUCTION'] as const
    if (embedded.every((name) => !config[name] && !wrong.has(name)))
      faults.push(
        'DATABASE_URL: production needs a PostgreSQL server; set it, or ' +
          'ALLOW_EMBEDDED_DATABASE_IN_PRODUCTION=true.',
      )
    const isSandboxAllowed =
      config.ALLOW_SANDBOX_IN_PRODUCTION || wrong.has('ALLOW_SANDBOX_IN_PRODUCTION')
    if (network === 'sandbox' && isNetworkKnown && !isSandboxAllowed)
      faults.push(
        'PEPPOL_NETWORK: the sandbox is not for production; choose a network, or set ' +
          'ALLOW_SANDBOX_IN_PRODUCTION=true.',
      )
  }
  if (!config.DATABASE_URL && !wrong.has('DATABASE_URL') && (config.WORKERS ?? 1) > 1)
    faults.push('WORKERS: the embedded database has one process; set DATABASE_URL.')
  const beside = ['DATABASE_POOLER', 'DATABASE_DIRECT_URL'] as const
  if (!config.DATABASE_URL && !wrong.has('DATABASE_URL'))
    faults.push(
      ...beside
        .filter((name) => config[name])
        .map((name) => `${name}: is of no use without DATABASE_URL.`),
    )
  faults.push(...payloadStoreFaults(config, wrong))
  const needed = neededBy[network].filter((name) => config[name] === undefined && !wrong.has(name))
  faults.push(...needed.map((name) => `${name}: is required with PEPPOL_NETWORK=${network}.`))
  if (config.OUTBOUND_ALLOW_INSECURE && (network === 'test' || network === 'production'))
    faults.push(`OUTBOUND_ALLOW_INSECURE: is not allowed with PEPPOL_NETWORK=${network}.`)
  return [...faults, ...smpFaults(config, wrong)]
}

const smpSettings = ['SMP_USER', 'SMP_PASSWORD_FILE', 'SMP_TOKEN_FILE', 'SMP_CONTACT_URL'] as const

function smpFaults(config: Settings, wrong: ReadonlySet<string>): string[] {
  const isGiven = (name: keyof Settings) => config[name] !== undefined || wrong.has(name)
  if (!isGiven('SMP_URL'))
    return smpSettings.filter(isGiven).map((name) => `${name}: is of no use without SMP_URL.`)
  const missing = (['SMP_USER', 'SMP_CONTACT_URL'] as const).filter((name) => !isGiven(name))
  const faults = missing.map((name) => `${name}: is required with SMP_URL.`)
  const [password, token] = [isGiven('SMP_PASSWORD_FILE'), isGiven('SMP_TOKEN_FILE')]
  if (!password && !token)
    faults.push('SMP_PASSWORD_FILE: is required with SMP_URL, or SMP_TOKEN_FILE.')
  if (password && token) faults.push('SMP_TOKEN_FILE: is given beside SMP_PASSWORD_FILE.')
  const isLaboratory =
    config.PEPPOL_NETWORK === 'sandbox' ||
    (config.PEPPOL_NETWORK === 'custom' && config.OUTBOUND_ALLOW_INSECURE)
  if (config.SMP_URL?.startsWith('http://') && !isLaboratory && !wrong.has('PEPPOL_NETWORK'))
    faults.push(
      'SMP_URL: must begin with https://, but for PEPPOL_NETWORK=custom with ' +
        'OUTBOUND_ALLOW_INSECURE=true.',
    )
  return faults
}

// The other way round is no fault: other programs read these variables as well.
function payloadStoreFaults(config: Settings, wrong: ReadonlySet<string>): string[] {
  if (config.PAYLOAD_STORE === undefined) return []
  const { AWS_SECRET_ACCESS_KEY: secret, AWS_SECRET_ACCESS_KEY_FILE: file } = config
  const isNamed = config.AWS_ACCESS_KEY_ID !== undefined || wrong.has('AWS_ACCESS_KEY_ID')
  return [
    ...(isNamed ? [] : ['AWS_ACCESS_KEY_ID: is required with PAYLOAD_STORE.']),
    ...(secret === undefined && file === undefined
      ? ['AWS_SECRET_ACCESS_KEY_FILE: is required with PAYLOAD_STORE, or AWS_SECRET_ACCESS_KEY.']
      : []),
    ...(secret !== undefined && file !== undefined
      ? ['AWS_SECRET_ACCESS_KEY: is set twice, here and as AWS_SECRET_ACCESS_KEY_FILE.']
      : []),
  ]
}

const keystore = ['AS4_KEYSTORE_FILE', 'AS4_KEYSTORE_PASSWORD_FILE'] as const
const neededBy = {
  sandbox: [],
  custom: ['SML_ZONE', 'TRUST_ROOTS_FILE', 'ACCESS_POINT_CA_FILE', 'SMP_CA_FILE', ...keystore],
  test: keystore,
  // Strangers reach one port there, and callers of the API another.
  production: [...keystore, 'AS4_PORT'],
} as const satisfies Record<Settings['PEPPOL_NETWORK'], readonly (keyof Settings)[]>

function readVersion(): string {
  const { version } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  return version
}
