// Names in .env and in the environment that are no settings.
import { describe, expect, it } from 'vitest'
import { settings } from '../../src/config/config.ts'
import { unknownNames } from '../../src/config/unknown-names.ts'

const known = Object.keys(settings)
const given = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'a secret']))
const inFile = (...names: string[]) => unknownNames({ file: given(...names), process: {} }, known)
const around = (...names: string[]) => unknownNames({ file: {}, process: given(...names) }, known)

describe('a name in .env that is no setting', () => {
  it('is told, with the setting that is meant', () => {
    expect(inFile('DATABASE_URI', 'PEPPOL_NETWROK', 'FAVOURITE_COLOUR', 'PORTS')).toEqual([
      '.env sets DATABASE_URI, which is no setting. Is DATABASE_URL meant?',
      '.env sets PEPPOL_NETWROK, which is no setting. Is PEPPOL_NETWORK meant?',
      '.env sets FAVOURITE_COLOUR, which is no setting.',
      '.env sets PORTS, which is no setting. Is PORT meant?',
    ])
    expect(inFile('AS4_KEYSTOREFILE', 'As4_Keystore_File').join()).toContain('Is AS4_KEYSTORE_FILE')
  })

  it('is not told when it is a setting, or belongs to another program', () => {
    expect(inFile(...known)).toEqual([])
    const others = ['COMPOSE_PROJECT_NAME', 'PGPASSWORD', 'NODE_OPTIONS', 'OTEL_SERVICE_NAME']
    expect(inFile(...others, 'TZ', 'https_proxy', 'FOURCORNER_TOKEN', 'LC_ALL')).toEqual([])
  })
})

describe('a name in the environment', () => {
  it('is told within two edits of a setting, one of them where it is short', () => {
    const told = (name: string) => around(name).length > 0
    expect(around('TRUSTED_PROXY', 'SECRET_KEY_FILE')).toEqual([
      'The environment has TRUSTED_PROXY, which is no setting. Is TRUST_PROXY meant?',
      'The environment has SECRET_KEY_FILE, which is no setting. Is SECRETS_KEY_FILE meant?',
    ])
    // One exchanged, one left out, one too many; two changed; three.
    expect(['WROKERS', 'WORKRS', 'WORKERSS'].map(told)).toEqual([true, true, true])
    expect(['DATABASE_YRK', 'DATABASE_XYZ'].map(told)).toEqual([true, false])
    expect(['HOST_', 'HOME', 'POST_IT', 'EDITOR', 'VIRTUAL_ENV'].map(told)).toEqual([
      ...[true, false, false, false, false],
    ])
  })

  it('is told once when .env has it too, and never with its value', () => {
    const both = { file: given('DATABASE_URI'), process: given('DATABASE_URI') }
    expect(unknownNames(both, known)).toEqual([
      '.env sets DATABASE_URI, which is no setting. Is DATABASE_URL meant?',
    ])
    expect(inFile('DATABASE_URI').join()).not.toContain('a secret')
  })
})
