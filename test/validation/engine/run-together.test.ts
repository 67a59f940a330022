// Documents that are asked about at the same moment: who is judged when, and by whose budget.
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { compileSchema } from '../../../src/validation/compiler/compile.ts'
import { runTogether } from '../../../src/validation/engine/run-together.ts'
import { loadScript, type RuleScript } from '../../../src/validation/engine/script.ts'
import { toRuleTree } from '../../../src/validation/runtime/node.ts'
import { StepsError } from '../../../src/validation/runtime/steps.ts'
import { parseXml } from '../../../src/xml/index.ts'
import { schemaOf } from '../compiler/evaluate.ts'

const rules = (id: string, test: string) =>
  loadScript(
    compileSchema(
      schemaOf(
        `<pattern><rule context="/a"><assert id="${id}" test="${test}">It is
         <value-of select="."/>.</assert></rule></pattern>`,
      ),
    ).source,
    `${id}.js`,
  )
const noB = rules('no-b', 'empty(b)')
const noC = rules('no-c', 'empty(c)')
/** 6,000 steps for a text of 600 characters. */
const costly = (id: string) => rules(id, "not(matches(., 'y'))")

const unlimited = Number.POSITIVE_INFINITY
const question = (
  text: string,
  scripts: readonly RuleScript[],
  { stepsMax = unlimited, bytes = text.length } = {},
) => ({
  document: toRuleTree(parseXml(Buffer.from(text), { instructions: 'keep' })),
  ...{ scripts, stepsMax, bytes },
})
const messages = async (...asked: Parameters<typeof question>) =>
  (await runTogether(question(...asked))).map(({ id, message }) => `${id}: ${message.trim()}`)

/** The same script, and each of its runs in `log`. */
const logged = (name: string, script: RuleScript, log: string[]): RuleScript => ({
  ...script,
  run(document) {
    log.push(`${name} ${document.elements[0]!.elements.length}`)
    return script.run(document)
  },
})

test('each hears what the rules say of it, in the order in which it named them', async () => {
  const found = await Promise.all([
    messages('<a><b>1</b><c/></a>', [noB, noC]),
    messages('<a><b>2</b><c/></a>', [noC, noB]),
    messages('<a/>', [noB, noC]),
    messages('<a><c>3</c></a>', [noB]),
    messages('<a><c>4</c></a>', [noC]),
  ])
  expect(found.map((each) => each.map((text) => text.replace(/\s+/g, ' ')))).toEqual([
    ['no-b: It is 1.', 'no-c: It is 1.'],
    ['no-c: It is 2.', 'no-b: It is 2.'],
    [],
    [],
    ['no-c: It is 4.'],
  ])
})

test('a script runs on all of them before the next one does', async () => {
  const log: string[] = []
  const scripts = [logged('b', noB, log), logged('c', noC, log)]
  await Promise.all(['<a/>', '<a><b/></a>', '<a><b/><b/></a>'].map((a) => messages(a, scripts)))
  expect(log).toEqual(['b 0', 'b 1', 'b 2', 'c 0', 'c 1', 'c 2'])
})

test('they are as many as 64 KB; the event loop goes on before the others', async () => {
  const log: string[] = []
  const scripts = [logged('b', noB, log), logged('c', noC, log)]
  const asked = ['<a/>', '<a><b/></a>', '<a><b/><b/></a>'].map((text, index) =>
    messages(text, scripts, { bytes: [90, 40, 20][index]! * 1024 }),
  )
  await setImmediate()
  log.push('others')
  await Promise.all(asked)
  expect(log).toEqual(['b 0', 'c 0', 'others', 'b 1', 'b 2', 'c 1', 'c 2'])
})

test('each has a budget of its own, for all of its scripts', async () => {
  const long = `<a>${'x'.repeat(600)}</a>`
  const both = [costly('x'), costly('y')]
  const [spent, enough, other] = await Promise.allSettled([
    messages(long, both, { stepsMax: 8_000 }),
    messages(long, both, { stepsMax: 20_000 }),
    messages(long, both.slice(0, 1), { stepsMax: 8_000 }),
  ])
  expect(spent).toMatchObject({ status: 'rejected', reason: expect.any(StepsError) })
  expect(enough).toMatchObject({ status: 'fulfilled', value: [] })
  expect(other).toMatchObject({ status: 'fulfilled', value: [] })
})

test('a script that fails does so for its document alone, on which no other is run', async () => {
  const log: string[] = []
  const failing: RuleScript = {
    ...noB,
    run(document) {
      if (document.elements[0]!.elements.length === 1) throw new Error('failed')
      return noB.run(document)
    },
  }
  const scripts = [failing, logged('c', noC, log)]
  const [bad, good] = await Promise.allSettled([
    messages('<a><b/></a>', scripts),
    messages('<a><b/><b/></a>', scripts),
  ])
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'failed' } })
  expect(good).toMatchObject({ status: 'fulfilled', value: [expect.stringMatching('no-b')] })
  expect(log).toEqual(['c 2'])
})

test('a rule may be broken as often as the document has elements', async () => {
  const node = question('<a/>', []).document
  const broken = Array.from({ length: 300_000 }, () => ({ id: 'x', flag: '', node, message: '' }))
  const script: RuleScript = { ...noB, run: () => broken }
  expect(await messages('<a/>', [script, noC])).toHaveLength(300_000)
})
