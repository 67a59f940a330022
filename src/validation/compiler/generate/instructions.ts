// The functions of a rule file (XSLT 2.0, 10.3): each becomes a JavaScript function over sequences.
import type { FunctionDefinition, Instruction, Parameter } from '../schema.ts'
import { atPlace } from '../schema.ts'
import { asBoolean, asSequence, quote } from './code.ts'
import { compile } from './expression.ts'
import { type ModuleParts, newId } from './module-parts.ts'
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
  const result = convertTo(parts, as, `(() => { ${compileBody(body, scope)} })()`)
  const names = given.map(({ js }) => js).join(', ')
  return `function ${id}(${names}) { ${conversions}return ${result} }`
}

function local(js: string): VariableCode {
  return { kind: 'sequence', js, isGlobal: false }
}

function conversion(parts: ModuleParts, { as }: Parameter, js: string): string {
  const converted = convertTo(parts, as, js)
  return converted === js ? '' : `${js} = ${converted}; `
}

// Statements that return the sequence made by the instructions. Variables are
// evaluated on first use.
function compileBody(body: Instruction[], scope: Scope): string {
  let inside = scope
  let statements = ''
  const items: string[] = []
  for (const instruction of body) {
    if (instruction.type === 'variable') {
      const { id, js } = compileVariable(instruction, inside)
      statements += js
      inside = {
        ...inside,
        variables: new Map([...inside.variables, [instruction.name, local(`${id}()`)]]),
      }
    } else {
      items.push(compileInstruction(instruction, inside))
    }
  }
  return `${statements}return [${items.join(', ')}]`
}

function compileVariable(
  { value, as, at }: Extract<Instruction, { type: 'variable' }>,
  scope: Scope,
): { id: string; js: string } {
  const id = newId(scope.parts, 'variable')
  const sequence = Array.isArray(value)
    ? bodyValue(value, as !== undefined, scope)
    : atPlace(at, () => asSequence(compile(value, scope)))
  return { id, js: `const ${id} = lazily(() => ${convertTo(scope.parts, as, sequence)}); ` }
}

// Without a declared type the content is a document whose text is its value (XSLT 2.0, 9.3).
function bodyValue(body: Instruction[], isTyped: boolean, scope: Scope): string {
  const sequence = `(() => { ${compileBody(body, scope)} })()`
  return isTyped ? sequence : `[new Untyped(stringJoin(${sequence}, ''))]`
}

function compileInstruction(
  instruction: Exclude<Instruction, { type: 'variable' }>,
  scope: Scope,
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
      const last = otherwise ? `(() => { ${compileBody(otherwise.body, scope)} })()` : 'nothing'
      const choice = instruction.branches.reduceRight((js, { test, body }) => {
        if (test === undefined) return js
        const condition = atPlace(instruction.at, () => asBoolean(compile(test, scope)))
        return `${condition} ? (() => { ${compileBody(body, scope)} })() : ${js}`
      }, last)
      return `...(${choice})`
    }
  }
}
