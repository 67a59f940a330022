import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  ConfigError,
  databaseServer,
  describeConfig,
  readConfig,
  settings,
} from '../../src/config/config.ts'
import { readNetworkFiles } from '../../src/setup/membership.ts'

function faultsOf(environment: Record<string, string>): string[] {
  return configFaultsOf(() => readConfig(environment))
}

function configFaultsOf(read: () => unknown): string[] {
  try {
    read()
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

describe('.env.example', () => {
  const example = readFileSync('.env.example', 'utf8')

  it('lists every setting in order, with its default and its description, and nothing else', () => {
    const { limits: _, version: __, ...defaults } = readConfig({})
    const expected = Object.entries(settings).map(([name, { description }]) => {
      const value = defaults[name as keyof typeof defaults] ?? ''
      return `# ${description}\n# ${name}=${Array.isArray(value) ? value.join(',') : value}`
    })
    const [, ...sections] = example.trim().split('\n\n')
    expect(sections).toEqual(expected)
  })

  it('describes each setting', () => {
    for (const [name, { description }] of Object.entries(settings))
      expect(description, name).toMatch(/^\S.{10,}[.…]$/)
  })
})

describe('the configuration', () => {
  it('needs no settings: the embedded database, the sandbox, this machine only', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8080,
      DATA_DIR: './data',
      PEPPOL_NETWORK: 'sandbox',
    })
    expect(config.DATABASE_URL).toBeUndefined()
  })

  it('cannot be changed once it has been read', () => {
    const config = readConfig({}) as { PORT: number }
    expect(() => {
      config.PORT = 1
    }).toThrow(TypeError)
  })

  it('treats an empty variable as unset, and ignores variables of others', () => {
    const config = readConfig({ PORT: '', DATABASE_URL: '', PATH: '/bin' })
    expect(config.PORT).toBe(8080)
    expect(config).not.toHaveProperty('PATH')
  })

  it('splits lists at commas and ignores spaces', () => {
    const config = readConfig({
      SANDBOX_RECEIVERS: '0208:0123456749, 9957:x,',
      DNS_SERVERS: '[::1]:53,a:5300',
      TRUST_PROXY: '127.0.0.1, ::1,10.0.0.0/8,fd00::/8',
    })
    expect(config.TRUST_PROXY).toEqual(['127.0.0.1', '::1', '10.0.0.0/8', 'fd00::/8'])
    expect(config.SANDBOX_RECEIVERS).toEqual(['0208:0123456749', '9957:x'])
    expect(config.DNS_SERVERS).toEqual(['[::1]:53', 'a:5300'])
  })

  it('reports every fault at once, each with the name of its setting', () => {
    const faults = faultsOf({
      PORT: '70000',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://localhost/x',
      PEPPOL_NETWORK: 'peppol',
      DNS_SERVERS: 'nine',
      OUTBOUND_ALLOW_INSECURE: 'yes',
    })
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(
      expect.arrayContaining([
        'PORT',
        'LOG_LEVEL',
        'DATABASE_URL',
        'PEPPOL_NETWORK',
        'DNS_SERVERS',
        'OUTBOUND_ALLOW_INSECURE',
      ]),
    )
    expect(faults).toHaveLength(6)
  })

  it('lists all faults in its message', () => {
    expect(new ConfigError(['A: one.', 'B: two.']).message).toBe(
      'The configuration has 2 faults:\n  A: one.\n  B: two.',
    )
    expect(new ConfigError(['A: one.']).message).toContain('1 fault:')
  })

  it.each([
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['PORT', '8080.5'],
    ['PORT', '0x10'],
    ['PORT', '1e3'],
    ['PORT', ' 80 '],
    ['PORT', '65536'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_URL', 'postgres://gateway:secret@one:5432,two:5432/gateway'],
    ['DATABASE_URL', 'postgres://one,two/gateway?target_session_attrs=read-write'],
    ['DNS_SERVERS', '127.0.0.1'],
    ['DNS_SERVERS', '127.0.0.1:99999'],
    ['DNS_SERVERS', '127.0.0.1:0'],
    ['SANDBOX_RECEIVERS', '208:0123456749'],
    ['TRUST_PROXY', 'proxy.example'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '127.0.0.1,true'],
    ['SANDBOX_RECEIVERS', 'busdox-docid-qns::0208:0123456749'],
    ['AS4_FORMER_URLS', 'ap.example/as4'],
    ['AS4_FORMER_URLS', 'https://ap.example/as4,ftp://ap.example'],
    ['ALLOW_SANDBOX_IN_PRODUCTION', '1'],
  ])('refuses %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name}: `)])
  })
})

describe('the SMP of our participants', () => {
  const smp = {
    SMP_URL: 'https://smp.example/',
    SMP_USER: 'owner@example.com',
    SMP_PASSWORD_FILE: '/etc/smp-password',
    SMP_CONTACT_URL: 'mailto:ap@example.com',
  }
  const without = (name: keyof typeof smp) => ({ ...smp, [name]: '' })
  const custom = {
    PEPPOL_NETWORK: 'custom',
    ...{ SML_ZONE: 'sml.example', TRUST_ROOTS_FILE: 'a', ACCESS_POINT_CA_FILE: 'b' },
    ...{ SMP_CA_FILE: 'c', AS4_KEYSTORE_FILE: 'd', AS4_KEYSTORE_PASSWORD_FILE: 'e' },
  }

  it('has an address without a last slash, a user, a secret in a file and a contact', () => {
    expect(readConfig(smp)).toMatchObject({
      ...{ SMP_URL: 'https://smp.example', SMP_DESCRIPTION: 'Peppol access point' },
    })
    expect(faultsOf({ ...without('SMP_PASSWORD_FILE'), SMP_TOKEN_FILE: '/etc/token' })).toEqual([])
  })

  it.each<[string, Record<string, string>, string]>([
    ['no user', without('SMP_USER'), 'SMP_USER: is required with SMP_URL.'],
    ['no contact', without('SMP_CONTACT_URL'), 'SMP_CONTACT_URL: is required with SMP_URL.'],
    [
      'no secret',
      without('SMP_PASSWORD_FILE'),
      'SMP_PASSWORD_FILE: is required with SMP_URL, or SMP_TOKEN_FILE.',
    ],
    [
      'two secrets',
      { ...smp, SMP_TOKEN_FILE: '/etc/token' },
      'SMP_TOKEN_FILE: is given beside SMP_PASSWORD_FILE.',
    ],
    [
      'plain http',
      { ...smp, ...custom, SMP_URL: 'http://smp.example' },
      'SMP_URL: must begin with https://, but for PEPPOL_NETWORK=custom with ' +
        'OUTBOUND_ALLOW_INSECURE=true.',
    ],
  ])('is refused with %s', (_, given, fault) => {
    expect(faultsOf(given)).toEqual([fault])
  })

  it.each([
    ['SMP_URL', 'smp.example'],
    ['SMP_URL', 'https://owner:secret@smp.example'],
    ['SMP_URL', 'https://smp.example/?a=1'],
    ['SMP_USER', 'owner:secret'],
    ['SMP_USER', 'other/owner'],
    ['SMP_CONTACT_URL', 'ap@example.com'],
    ['SMP_DESCRIPTION', ' '],
  ])('is refused with %s=%s', (name, value) => {
    expect(faultsOf({ ...smp, [name]: value })).toEqual([expect.stringMatching(`^${name}: `)])
  })

  it('may have plain http in a laboratory, and in no public network', () => {
    const http = { ...smp, SMP_URL: 'http://smp.example' }
    expect(faultsOf(http)).toEqual([])
    expect(faultsOf({ ...http, ...custom, OUTBOUND_ALLOW_INSECURE: 'true' })).toEqual([])
    const test = { ...http, ...custom, PEPPOL_NETWORK: 'test' }
    expect(faultsOf(test)).toEqual([expect.stringMatching(/^SMP_URL: must begin with https/)])
  })

  it('has settings that are of no use without it', () => {
    expect(faultsOf(without('SMP_URL'))).toEqual([
      'SMP_USER: is of no use without SMP_URL.',
      'SMP_PASSWORD_FILE: is of no use without SMP_URL.',
      'SMP_CONTACT_URL: is of no use without SMP_URL.',
    ])
  })
})

describe('a fault', () => {
  it('names the invalid items of a list, and no others', () => {
    const faults = faultsOf({
      SANDBOX_RECEIVERS: '0208:0123456749,foo',
      DNS_SERVERS: 'a:53,b:99999,c',
    })
    expect(faults).toEqual([
      'SANDBOX_RECEIVERS: "foo" is not a participant such as 0208:0123456749',
      'DNS_SERVERS: "b:99999" is not host:port with a port from 1 to 65535',
      'DNS_SERVERS: "c" is not host:port with a port from 1 to 65535',
    ])
  })

  it('of a port says what a port must be', () => {
    expect(faultsOf({ PORT: 'abc' })).toEqual(['PORT: must be a whole number from 0 to 65535'])
    expect(readConfig({ PORT: '65535' }).PORT).toBe(65_535)
    expect(readConfig({ PORT: '0' }).PORT).toBe(0)
  })

  it('in one setting does not hide contradictions between others', () => {
    expect(faultsOf({ PORT: '99999', NODE_ENV: 'production' })).toEqual([
      expect.stringMatching(/^PORT: /),
      expect.stringMatching(/^DATABASE_URL: /),
      expect.stringMatching(/^PEPPOL_NETWORK: /),
    ])
  })

  it('is reported once, not again as a contradiction of its default', () => {
    const given = { NODE_ENV: 'production', DATABASE_URL: 'mysql://x', PEPPOL_NETWORK: 'peppol' }
    expect(faultsOf(given)).toEqual([
      expect.stringMatching(/^DATABASE_URL: must start/),
      expect.stringMatching(/^PEPPOL_NETWORK: /),
    ])
  })

  it('is none in a comma that is not between hosts', () => {
    const url = 'postgres://gateway:a,b@one/gateway?options=-c%20search_path=a,b'
    expect(readConfig({ DATABASE_URL: url }).DATABASE_URL).toBe(url)
  })

  it('is none in a participant with its scheme, nor in one in upper case', () => {
    const receivers = 'iso6523-actorid-upis::0208:0123456749,9930:DE123456788'
    expect(readConfig({ SANDBOX_RECEIVERS: receivers }).SANDBOX_RECEIVERS).toHaveLength(2)
  })
})

describe('a pooler before the server', () => {
  const url = 'postgres://gateway@pooler/gateway'
  const direct = 'postgres://gateway@db/gateway'

  it('is told of, with the way past it', () => {
    const beside = { DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: direct }
    expect(databaseServer(readConfig({ DATABASE_URL: url, ...beside }))).toStrictEqual({
      databaseUrl: url,
      pooler: 'transaction',
      directUrl: direct,
      connections: 16,
    })
    expect(databaseServer(readConfig({ DATABASE_URL: url }))).toStrictEqual({
      databaseUrl: url,
      connections: 16,
    })
    expect(databaseServer(readConfig({}))).toBeUndefined()
  })

  it.each([
    ['DATABASE_POOLER', 'transaction'],
    ['DATABASE_DIRECT_URL', direct],
  ])('needs a server: %s', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([`${name}: is of no use without DATABASE_URL.`])
  })

  it('in another mode needs no setting', () => {
    expect(faultsOf({ DATABASE_URL: url, DATABASE_POOLER: 'session' })).toEqual([
      expect.stringMatching(/^DATABASE_POOLER: /),
    ])
  })
})

describe('NODE_ENV=production', () => {
  const production = { NODE_ENV: 'production' }
  const server = { ...production, DATABASE_URL: 'postgres://gateway@db/gateway' }
  const keys = { AS4_KEYSTORE_FILE: 'ap.p12', AS4_KEYSTORE_PASSWORD_FILE: 'ap.password' }

  it('refuses the embedded database and the sandbox, both at once', () => {
    const faults = faultsOf(production)
    expect(faults).toEqual([
      expect.stringMatching(/^DATABASE_URL: /),
      expect.stringMatching(/^PEPPOL_NETWORK: /),
    ])
  })

  it('takes each of them when it is allowed explicitly', () => {
    expect(faultsOf({ ...production, ALLOW_EMBEDDED_DATABASE_IN_PRODUCTION: 'true' })).toEqual([
      expect.stringMatching(/^PEPPOL_NETWORK: /),
    ])
    expect(faultsOf({ ...server, ALLOW_SANDBOX_IN_PRODUCTION: 'true' })).toEqual([])
  })

  it('takes a server and a public network', () => {
    expect(
      faultsOf({ ...server, ...keys, PEPPOL_NETWORK: 'production', AS4_PORT: '8443' }),
    ).toEqual([])
  })
})

describe('the networks', () => {
  const keys = { AS4_KEYSTORE_FILE: 'ap.p12', AS4_KEYSTORE_PASSWORD_FILE: 'ap.password' }

  it.each(['test', 'production'])('%s requires the key of this access point', (network) => {
    expect(faultsOf({ PEPPOL_NETWORK: network, AS4_PORT: '8443' })).toEqual([
      expect.stringMatching(/^AS4_KEYSTORE_FILE: /),
      expect.stringMatching(/^AS4_KEYSTORE_PASSWORD_FILE: /),
    ])
  })

  it('production requires a port of its own for other access points', () => {
    const given = { ...keys, PEPPOL_NETWORK: 'production' }
    expect(faultsOf(given)).toEqual(['AS4_PORT: is required with PEPPOL_NETWORK=production.'])
    expect(faultsOf({ ...given, AS4_PORT: '8443' })).toEqual([])
    expect(faultsOf({ ...given, PEPPOL_NETWORK: 'test' })).toEqual([])
  })

  it.each(['test', 'production'])('%s never allows plain http or private addresses', (network) => {
    const given = {
      ...keys,
      ...{ PEPPOL_NETWORK: network, AS4_PORT: '8443', OUTBOUND_ALLOW_INSECURE: 'true' },
    }
    expect(faultsOf(given)).toEqual([expect.stringMatching(/^OUTBOUND_ALLOW_INSECURE: /)])
  })

  it('custom requires everything that describes a test network, and reports it all at once', () => {
    const faults = faultsOf({ PEPPOL_NETWORK: 'custom' })
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'SML_ZONE',
      'TRUST_ROOTS_FILE',
      'ACCESS_POINT_CA_FILE',
      'SMP_CA_FILE',
      'AS4_KEYSTORE_FILE',
      'AS4_KEYSTORE_PASSWORD_FILE',
    ])
  })

  it('custom can allow plain http', () => {
    const laboratory = {
      ...keys,
      PEPPOL_NETWORK: 'custom',
      SML_ZONE: 'sml.test',
      TRUST_ROOTS_FILE: 'roots.pem',
      ACCESS_POINT_CA_FILE: 'ap.pem',
      SMP_CA_FILE: 'smp.pem',
      OUTBOUND_ALLOW_INSECURE: 'true',
    }
    expect(faultsOf(laboratory)).toEqual([])
  })
})

describe('the effective settings', () => {
  it.each([
    'postgres://gateway:s3cr:et@db:5432/gateway',
    'postgres://gateway:s3c%40ret@db/gateway',
    'postgresql://gateway:s3c@ret@db/gateway',
    'postgres://gateway:s3c/ret@db/gateway',
    'postgres://db/gateway?user=gateway&password=s3cret',
  ])('hide the password of %s', (url) => {
    const shown = JSON.stringify(
      describeConfig(readConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: url })),
    )
    expect(shown).not.toMatch(/s3c|ret[@"]/)
    expect(shown).toContain('***')
    expect(shown).toContain('db')
  })

  it('show a URL without a password as it is', () => {
    const url = 'postgres://gateway@db:5432/gateway'
    expect(describeConfig(readConfig({ DATABASE_URL: url })).DATABASE_URL).toBe(url)
  })

  it('show every setting, null when it is not set', () => {
    expect(Object.keys(describeConfig(readConfig({})))).toEqual(Object.keys(settings))
    expect(describeConfig(readConfig({})).SML_ZONE).toBeNull()
  })
})

describe('the files of a network', () => {
  const files = {
    TRUST_ROOTS_FILE: 'no/roots.pem',
    ACCESS_POINT_CA_FILE: 'no/ap.pem',
    SMP_CA_FILE: 'package.json',
    AS4_KEYSTORE_FILE: 'no/ap.p12',
    AS4_KEYSTORE_PASSWORD_FILE: 'no/password',
  }
  const config = readConfig({ PEPPOL_NETWORK: 'custom', SML_ZONE: 'sml.test', ...files })

  it('that cannot be used are all reported at once, each with its setting and path', () => {
    const faults = configFaultsOf(() => readNetworkFiles(config))
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(Object.keys(files))
    Object.values(files).forEach((file, index) => {
      expect(faults[index]).toContain(file)
    })
  })

  it('of a public network are its keystore and password only', () => {
    const faults = configFaultsOf(() => readNetworkFiles({ ...config, PEPPOL_NETWORK: 'test' }))
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'AS4_KEYSTORE_FILE',
      'AS4_KEYSTORE_PASSWORD_FILE',
    ])
  })
})
