import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ConfigError, describeConfig, readConfig, settings } from '../src/config.ts'

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

describe('.env.example', () => {
  const example = readFileSync('.env.example', 'utf8')

  it('lists every setting with its default and its line of why, in order, and nothing else', () => {
    const { limits: _, version: __, ...defaults } = readConfig({})
    const expected = Object.entries(settings).map(([name, { description }]) => {
      const value = defaults[name as keyof typeof defaults] ?? ''
      return `# ${description}\n# ${name}=${Array.isArray(value) ? value.join(',') : value}`
    })
    const [, ...sections] = example.trim().split('\n\n')
    expect(sections).toEqual(expected)
  })

  it('says why for each', () => {
    for (const [name, { description }] of Object.entries(settings))
      expect(description, name).toMatch(/^\S.{10,}[.…]$/)
  })
})

describe('the configuration', () => {
  it('needs no setting: the embedded database, the sandbox, this machine only', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8080,
      DATA_DIR: './data',
      PEPPOL_NETWORK: 'sandbox',
    })
    expect(config.DATABASE_URL).toBeUndefined()
  })

  it('cannot be changed once it was read', () => {
    const config = readConfig({}) as { PORT: number }
    expect(() => {
      config.PORT = 1
    }).toThrow(TypeError)
  })

  it('takes an empty variable for one that is not set, and leaves foreign ones alone', () => {
    const config = readConfig({ PORT: '', DATABASE_URL: '', PATH: '/bin' })
    expect(config.PORT).toBe(8080)
    expect(config).not.toHaveProperty('PATH')
  })

  it('splits lists at commas and forgives spaces', () => {
    const config = readConfig({
      SANDBOX_RECEIVERS: '0208:0123456749, 9957:x,',
      DNS_SERVERS: '[::1]:53,a:5300',
    })
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

  it('says all faults in its message', () => {
    expect(new ConfigError(['A: one.', 'B: two.']).message).toBe(
      'The configuration has 2 faults:\n  A: one.\n  B: two.',
    )
    expect(new ConfigError(['A: one.']).message).toContain('1 fault:')
  })

  it.each([
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['PORT', '8080.5'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DNS_SERVERS', '127.0.0.1'],
    ['ALLOW_SANDBOX_IN_PRODUCTION', '1'],
  ])('refuses %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name}: `)])
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

  it('takes each of them when told so in so many words', () => {
    expect(faultsOf({ ...production, ALLOW_EMBEDDED_DATABASE_IN_PRODUCTION: 'true' })).toEqual([
      expect.stringMatching(/^PEPPOL_NETWORK: /),
    ])
    expect(faultsOf({ ...server, ALLOW_SANDBOX_IN_PRODUCTION: 'true' })).toEqual([])
  })

  it('takes a server and a public network', () => {
    expect(faultsOf({ ...server, ...keys, PEPPOL_NETWORK: 'production' })).toEqual([])
  })
})

describe('the networks', () => {
  const keys = { AS4_KEYSTORE_FILE: 'ap.p12', AS4_KEYSTORE_PASSWORD_FILE: 'ap.password' }

  it.each(['test', 'production'])('%s needs the key of this access point', (network) => {
    expect(faultsOf({ PEPPOL_NETWORK: network })).toEqual([
      expect.stringMatching(/^AS4_KEYSTORE_FILE: /),
      expect.stringMatching(/^AS4_KEYSTORE_PASSWORD_FILE: /),
    ])
  })

  it.each(['test', 'production'])('%s never takes plain http or private addresses', (network) => {
    const given = { ...keys, PEPPOL_NETWORK: network, OUTBOUND_ALLOW_INSECURE: 'true' }
    expect(faultsOf(given)).toEqual([expect.stringMatching(/^OUTBOUND_ALLOW_INSECURE: /)])
  })

  it('custom needs all that describes a laboratory, and says so at once', () => {
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

  it('custom may be told to take plain http', () => {
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

describe('the settings in force', () => {
  it.each([
    'postgres://gateway:s3cr:et@db:5432/gateway',
    'postgres://gateway:s3c%40ret@db/gateway',
    'postgresql://gateway:s3c@ret@db/gateway',
    'postgres://gateway:s3c/ret@db/gateway',
    'postgres://db/gateway?user=gateway&password=s3cret',
  ])('hide the password of %s', (url) => {
    const shown = JSON.stringify(describeConfig(readConfig({ DATABASE_URL: url })))
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
