// The settings of rules, read on their own: the same as in the whole configuration,
// without its other faults.
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/config/config.ts'
import { readRulesSettings, rulesFolder } from '../../src/config/rules-settings.ts'

test.each([
  {},
  { RULES_DIR: '', DATA_DIR: '', VALIDATION_ENGINE: '' },
  { DATA_DIR: '/var/x' },
  { DATA_DIR: '/var/x', RULES_DIR: 'rules', VALIDATION_ENGINE: 'saxon' },
])('are those of the configuration: %j', (environment) => {
  const config = readConfig(environment)
  expect(readRulesSettings(environment)).toEqual({
    rulesDir: rulesFolder(config),
    engine: config.VALIDATION_ENGINE,
  })
})

test('do not require what only a gateway needs', () => {
  const environment = { NODE_ENV: 'production', DATA_DIR: '/data' }
  expect(() => readConfig(environment)).toThrow(ConfigError)
  expect(readRulesSettings(environment)).toEqual({ rulesDir: '/data/rules', engine: 'compiled' })
})

test('refuse an unknown engine, as the configuration does', () => {
  const environment = { VALIDATION_ENGINE: 'xerces' }
  expect(() => readConfig(environment)).toThrow(ConfigError)
  expect(() => readRulesSettings(environment)).toThrow(
    'VALIDATION_ENGINE: must be compiled or saxon',
  )
})
