// Schemas in libxml2, with a small one of ours: its messages become findings, and
// its one bug is fixed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkStructure } from '../../../src/validation/structure/index.ts'
import { ValidationUnavailable } from '../../../src/validation/verdict.ts'
import { openXsd, type Xsd } from '../../../src/validation/xsd/open.ts'
import { parseXml } from '../../../src/xml/index.ts'

const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">
  <xs:include schemaLocation="../other/more.xsd"/>
  <xs:element name="Root"><xs:complexType><xs:sequence>
    <xs:element name="Day" type="xs:date" maxOccurs="unbounded"/>
    <xs:element name="Number" type="t:Number" minOccurs="0"/>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`
const more = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:t" targetNamespace="urn:t">
  <xs:simpleType name="Number"><xs:restriction base="xs:decimal"/></xs:simpleType>
</xs:schema>`

const folder = mkdtempSync(join(tmpdir(), 'fourcorner-xsd-'))
let xsd: Xsd

beforeAll(async () => {
  writeFileSync(join(folder, 'zz main.xsd'), schema)
  writeFileSync(join(folder, 'more.xsd'), more)
  xsd = (await openXsd(folder))!
})
afterAll(() => {
  xsd.close()
  rmSync(folder, { recursive: true })
})

function check(content: string) {
  const text = `<t:Root xmlns:t="urn:t">\n ${content}\n</t:Root>`
  return checkStructure(parseXml(Buffer.from(text)), xsd)
}

describe('a schema', () => {
  it('finds nothing in a valid document', () => {
    expect(check('<t:Day>2026-11-21</t:Day><t:Number>1</t:Number>')).toEqual([])
  })

  it('reports what is wrong, and where', () => {
    expect(check('<t:Day>2026-11-21</t:Day>\n  <t:Day>x</t:Day>')).toEqual([
      {
        layer: 'structure',
        rule: 'structure.schema',
        severity: 'error',
        message: expect.stringContaining("'x' is not a valid value"),
        xpath: '/Root[1]/Day[2]',
        line: 3,
        column: 3,
      },
    ])
  })

  it('accepts a date with white space around it, which libxml2 does not', () => {
    expect(check('<t:Day>\n2026-11-21 </t:Day>')).toEqual([])
    expect(check('<t:Day>\n2026-11-31 </t:Day>')).toHaveLength(1)
  })

  it('takes CDATA sections side by side for one text, and no longer than for one', () => {
    const sections = (text: string) => text.replace(/./g, '<![CDATA[$&]]>')
    expect(check(`<t:Day>${sections('2026-11-21')}</t:Day>`)).toEqual([])
    expect(check(`<t:Day>${sections('2026-11-31')}</t:Day>`)).toHaveLength(1)
    const cpuMsOnce = (content: string) => {
      const begun = process.cpuUsage()
      expect(check(content).length).toBeLessThan(2)
      const { user, system } = process.cpuUsage(begun)
      return (user + system) / 1000
    }
    // The least of several: V8 may collect garbage or compile meanwhile.
    const cpuMsOf = (count: number) => {
      const content = `<t:Day>2026-11-21</t:Day><t:Number>${sections('1'.repeat(count))}</t:Number>`
      return Math.min(...Array.from({ length: 3 }, () => cpuMsOnce(content)))
    }
    // Joined one by one, these took 25 times as long as a fifth of them.
    expect(cpuMsOf(100_000)).toBeLessThan(15 * Math.max(cpuMsOf(20_000), 5))
  })

  it('counts elements in a default namespace as libxml2 does', () => {
    const text =
      '<Root xmlns="urn:t"><Day>2026-11-21</Day><Day>2026-11-22</Day><Number>x</Number></Root>'
    expect(checkStructure(parseXml(Buffer.from(text)), xsd)).toMatchObject([
      { xpath: '/Root[1]/Number[1]' },
    ])
  })

  it('is not loaded from where a document says', () => {
    const place =
      'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:o ' +
      'file:///etc/passwd"'
    expect(check(`<t:Day ${place}>2026-11-21</t:Day>`)).toEqual([])
  })

  it('does not apply to a root that it does not describe', () => {
    const other = parseXml(Buffer.from('<Root xmlns="urn:other"/>'))
    expect(xsd.knows(other.root)).toBe(false)
    expect(checkStructure(other, xsd)).toMatchObject([{ rule: 'structure.unknown-root' }])
  })

  it('that is broken itself gives no verdict', async () => {
    const broken = mkdtempSync(join(tmpdir(), 'fourcorner-xsd-'))
    writeFileSync(join(broken, 'main.xsd'), schema.replace('type="xs:date"', 'type="xs:nothing"'))
    const opened = await openXsd(broken)
    const document = parseXml(Buffer.from('<Root xmlns="urn:t"/>'))
    expect(() => opened!.check(document)).toThrow(ValidationUnavailable)
    rmSync(broken, { recursive: true })
  })

  it('does not exist in a missing folder', async () => {
    expect(await openXsd(join(folder, 'absent'))).toBeUndefined()
  })
})
