// One validator for all test files of a worker, with our own rules: compiling them from
// source takes a while.
import { limits } from '../../src/config/limits.ts'
import { openValidator, type Validator } from '../../src/validation/index.ts'

let opened: Promise<Validator> | undefined

export const validate: Validator['validate'] = async (...document) => {
  opened ??= openValidator({ engine: 'compiled', pack: 'own', limits: limits.validation })
  return (await opened).validate(...document)
}
