import { describe, expect, test } from 'vitest'
import { isSameName } from '../../src/peppol/distinguished-name.ts'

const name = 'C=BE\nO=Laboratory\\, Inc.\nCN=PSP000001'

describe('a name is the same', () => {
  test.each([
    ['in another order', 'CN=PSP000001,O=Laboratory\\, Inc.,C=BE'],
    ['with spaces', ' CN = PSP000001 , O = Laboratory\\,  Inc. , C = BE '],
    ['in quotes', 'CN=PSP000001, O="Laboratory, Inc.", C=BE'],
    ['in another case', 'cn=psp000001,o=LABORATORY\\, INC.,c=be'],
    ['with bytes in hexadecimal', 'CN=PSP000001,O=Laboratory\\2C Inc.,C=BE'],
    ['with semicolons', 'CN=PSP000001;O=Laboratory\\, Inc.;C=BE'],
    ['with several values in a part', 'CN=PSP000001+O=Laboratory\\, Inc.,C=BE'],
  ])('%s', (_, other) => {
    expect(isSameName(name, other)).toBe(true)
    expect(isSameName(other, name)).toBe(true)
  })

  test('with letters beyond ASCII in hexadecimal', () => {
    expect(isSameName('O=Müller\nCN=a', 'CN=a,O=M\\C3\\BCller')).toBe(true)
  })
})

describe('a name is another', () => {
  test.each([
    ['with another value', 'CN=PSP000002,O=Laboratory\\, Inc.,C=BE'],
    ['with a part less', 'CN=PSP000001,C=BE'],
    ['with a part more', 'CN=PSP000001,OU=Test,O=Laboratory\\, Inc.,C=BE'],
    ['with a part twice', 'CN=PSP000001,CN=PSP000001,O=Laboratory\\, Inc.,C=BE'],
    ['with values exchanged', 'O=PSP000001,CN=Laboratory\\, Inc.,C=BE'],
    ['that is none', 'PSP000001'],
    ['that is none, behind one that is', 'CN=PSP000001,O=Laboratory, Inc.,C=BE'],
    ['that is empty', ''],
  ])('%s', (_, other) => {
    expect(isSameName(name, other)).toBe(false)
  })

  test('even when both are none', () => {
    expect(isSameName('PSP000001', 'PSP000001')).toBe(false)
    expect(isSameName('', '')).toBe(false)
  })
})
