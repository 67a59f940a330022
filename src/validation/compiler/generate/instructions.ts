// The functions of a rule file (XSLT 2.0, 10.3): each becomes a JavaScript function over sequences.
import type { FunctionDefinition, Instruction, Parameter } from '../schema.ts'
import { atPlace } from '../schema.ts'
import { asBoolean, asSequence, quote } from './code.ts'
import { compile } from './expression.ts'
import { type ModuleParts, newId, ownValue } from './module-parts.ts'
import type { Scope, VariableCode } from './scope.ts'
import { convertTo } from './types.ts'

/** JavaScript of the function, with the id that calls use. */
export function compileFunction(
  parts: ModuleParts,
  definition: FunctionDefinition,
  id: string,
): string {
  const { parameters, as, body } = definition
  const given = parameters.map((parameter) => ({ parameter, js: newId(parts, 'given') }))
  const variables = new Map(given.map(({ parameter, js }) => [parameter.name, local(js)]))
  const scope: Scope = {
    parts,
    variables,
    context: undefined,
    isNode: false,
    current: undefined,
    mayHoist: false,
  }
  const conversions = given.map(({ parameter, js }) => conversion(parts, parameter, js)).join('')
  const own = { parameters: given.map(({ js }) => js), values: 0 }
  const result = convertTo(parts, as, compileBody(body, { ...scope, own }))
  const begin = own.values > 0 ? 'const own = []; ' : ''
  return `function ${id}(${own.parameters.join(', ')}) { ${conversions}${begin}return ${result} }`
}

/** Inside one function: its parameters, and how many variables it has so far. */
type Inside = Scope & { own: { parameters: readonly string[]; values: number } }

function local(js: string): VariableCode {
  return { kind: 'sequence', js, isGlobal: false }
}

function conversion(parts: ModuleParts, { as }: Parameter, js: string): string {
  const converted = convertTo(parts, as, js)
  return converted === js ? '' : `${js} = ${converted}; `
}

/** JavaScript of the sequence made by the instructions. Variables are evaluated on first use. */
function compileBody(body: Instruction[], scope: Inside): string {
  let inside = scope
  const items: string[] = []
  for (const instruction of body) {
    if (instruction.type === 'variable') {
      const variable = local(compileVariable(instruction, inside))
      inside = {
        ...inside,
        variables: new Map([...inside.variables, [instruction.name, variable]]),
      }
    } else {
      items.push(compileInstruction(instruction, inside))
    }
  }
  return `[${items.join(', ')}]`
}

function compileVariable(
  { value, as, at }: Extract<Instruction, { type: 'variable' }>,
  scope: Inside,
): string {
  const { parts, own } = scope
  const sequence = Array.isArray(value)
    ? bodyValue(value, as !== undefined, scope)
    : atPlace(at, () => asSequence(compile(value, scope)))
  return ownValue(parts, own.values++, own.parameters, convertTo(parts, as, sequence))
}

// Without a declared type the content is a document whose text is its value (XSLT 2.0, 9.3).
function bodyValue(body: Instruction[], isTyped: boolean, scope: Inside): string {
  const sequence = compileBody(body, scope)
  return isTyped ? sequence : `[new Untyped(stringJoin(${sequence}, ''))]`
}

function compileInstruction(
  instruction: Exclude<Instruction, { type: 'variable' }>,
  scope: Inside,
): string {
  switch (instruction.type) {
    case 'text':
      return `new Untyped(${quote(instruction.text)})`
    case 'sequence':
      return `...${atPlace(instruction.at, () => asSequence(compile(instruction.select, scope)))}`
    case 'value-of': {
      const value = atPlace(instruction.at, () => asSequence(compile(instruction.select, scope)))
      return `new Untyped(stringJoin(${value}, ' '))`
    }
    case 'choose': {
      const otherwise = instruction.branches.find(({ test }) => test === undefined)
      const last = otherwise ? compileBody(otherwise.body, scope) : 'nothing'
      const choice = instruction.branches.reduceRight((js, { test, body }) => {
        if (test === undefined) return js
        const condition = atPlace(instruction.at, () => asBoolean(compile(test, scope)))
        return `${condition} ? ${compileBody(body, scope)} : ${js}`
      }, last)
      return `...(${choice})`
    }
  }
}
