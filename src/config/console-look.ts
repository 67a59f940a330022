// What the console looks like: its name, its colour, and the file of its logo.
import { readFileSync, statSync } from 'node:fs'
import { type Config, ConfigError } from './config.ts'

/** Each page loads it once; larger than any logo that is shown 28 pixels high. */
const logoBytesMax = 65_536

/** Throws ConfigError when the logo cannot be read, or is no PNG or SVG file. */
export function consoleLook({ CONSOLE_NAME, CONSOLE_ACCENT, CONSOLE_LOGO_FILE }: Config) {
  return {
    name: CONSOLE_NAME,
    ...(CONSOLE_ACCENT === undefined ? {} : { accent: CONSOLE_ACCENT }),
    ...(CONSOLE_LOGO_FILE === undefined ? {} : { logo: readLogo(CONSOLE_LOGO_FILE) }),
  }
}

function readLogo(file: string) {
  const bytes = readBytes(file)
  if (bytes.length > logoBytesMax) throw refused(`has more than ${logoBytesMax} bytes`)
  const type = typeOf(bytes)
  if (!type) throw refused('is neither a PNG nor an SVG file')
  return { type, bytes }
}

function readBytes(file: string): Buffer {
  try {
    // A file of many gigabytes, or a device, is not read to find out.
    return statSync(file).size > logoBytesMax ? Buffer.alloc(logoBytesMax + 1) : readFileSync(file)
  } catch (error) {
    throw refused(`cannot be read: ${String(error)}`)
  }
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

function typeOf(bytes: Buffer): 'png' | 'svg' | undefined {
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) return 'png'
  const beginning = bytes
    .toString('utf8')
    .replace(/^\ufeff?\s*(<\?[^>]*\?>|<!--[\s\S]*?-->|\s)*/, '')
  return /^<svg[\s/>]/.test(beginning) ? 'svg' : undefined
}

function refused(why: string): ConfigError {
  return new ConfigError([`CONSOLE_LOGO_FILE: ${why}.`])
}
