// What the console looks like, from the settings.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../src/config/config.ts'
import { consoleLook } from '../../src/config/console-look.ts'

const folder = mkdtempSync(join(tmpdir(), 'fourcorner-look-'))
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(20)])

function fileOf(name: string, bytes: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

function faultOf(environment: Record<string, string>): string {
  try {
    consoleLook(readConfig(environment))
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.join('\n')
    throw error
  }
  return 'none'
}

describe('the look of the console', () => {
  it('is ours unless the settings say otherwise', () => {
    expect(consoleLook(readConfig({}))).toEqual({ name: 'Fourcorner' })
    const settings = { CONSOLE_NAME: ' Bakery ', CONSOLE_ACCENT: '#B00020' }
    expect(consoleLook(readConfig(settings))).toEqual({ name: 'Bakery', accent: '#B00020' })
  })

  it.each(['#ff0000', '#777777', '#ffffff', '#0b5ca', 'blue', '#0b5cad;}*{display:none'])(
    'is refused with the accent %s',
    (accent) => {
      expect(faultOf({ CONSOLE_ACCENT: accent })).toMatch(/^CONSOLE_ACCENT: /)
    },
  )

  it('takes an accent that white can be told apart from', () => {
    expect(faultOf({ CONSOLE_ACCENT: '#767676' })).toBe('none')
  })

  it.each([' ', 'x'.repeat(41)])('is refused with the name "%s"', (name) => {
    expect(faultOf({ CONSOLE_NAME: name })).toMatch(/^CONSOLE_NAME: /)
  })

  it.each([
    ['a.png', png, 'png'],
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
    ['b.svg', '<?xml version="1.0"?>\n<!-- ours -->\n<svg/>', 'svg'],
  ] as const)('has the logo %s', (name, bytes, type) => {
    const { logo } = consoleLook(readConfig({ CONSOLE_LOGO_FILE: fileOf(name, bytes) }))
    expect(logo).toEqual({ type, bytes: Buffer.from(bytes) })
  })

  it.each([
    ['page.svg', '<html><script>alert(1)</script></html>', 'neither a PNG nor an SVG'],
    ['cut.png', png.subarray(0, 7), 'neither a PNG nor an SVG'],
    ['empty.svg', '', 'neither a PNG nor an SVG'],
    ['large.png', Buffer.concat([png, Buffer.alloc(65_536)]), 'more than 65536 bytes'],
  ] as const)('refuses the logo %s', (name, bytes, why) => {
    expect(faultOf({ CONSOLE_LOGO_FILE: fileOf(name, bytes) })).toContain(why)
  })

  it('refuses a logo that is not there', () => {
    expect(faultOf({ CONSOLE_LOGO_FILE: join(folder, 'absent.png') })).toContain('cannot be read')
  })
})
