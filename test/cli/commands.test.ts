// What `fourcorner --help` offers, as far as no other test runs it.
import type { Command } from 'commander'
import { expect, it } from 'vitest'
import { rulesCommand } from '../../src/cli/rules.ts'
import { tokenCommand } from '../../src/cli/token.ts'

const named = ({ commands }: Command, name: string) => commands.find((one) => one.name() === name)

it('rules has install, calendar, forecast and list', () => {
  const names = rulesCommand().commands.map((one) => one.name())
  expect(names).toEqual(['install', 'calendar', 'forecast', 'list'])
})

it('token create makes live tokens, unless told to make one for tests', () => {
  const environment = named(tokenCommand(), 'create')?.options.find(
    ({ long }) => long === '--environment',
  )
  expect(environment).toMatchObject({ defaultValue: 'live', argChoices: ['live', 'test'] })
})
