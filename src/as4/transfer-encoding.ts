// Content-Transfer-Encoding (RFC 2045, 6), decoded chunk by chunk as a part comes in.
import { As4Error } from './error.ts'

/** `decode` returns as much as it can, `end` the rest. Both throw EBMS:0007. */
export type TransferDecoder = { decode(chunk: Buffer): Buffer; end(): Buffer }

const nothing = Buffer.alloc(0)
const asItIs: TransferDecoder = { decode: (chunk) => chunk, end: () => nothing }

/** The decoder for a header value, in upper or lower case. Throws EBMS:0007 when it is unknown. */
export function transferDecoder(encoding: string): TransferDecoder {
  switch (encoding.toLowerCase()) {
    case 'binary':
    case '8bit':
    case '7bit':
      return asItIs
    case 'base64':
      return base64Decoder()
    case 'quoted-printable':
      return quotedPrintableDecoder()
    default:
      throw new As4Error('EBMS:0007', 'the transfer encoding is unknown')
  }
}

function base64Decoder(): TransferDecoder {
  let rest = ''
  let hasEnded = false
  return {
    decode(chunk) {
      const text = rest + chunk.toString('latin1').replace(/[\r\n\t ]+/g, '')
      const whole = text.slice(0, text.length - (text.length % 4))
      rest = text.slice(whole.length)
      if (text !== '' && hasEnded) throw broken('base64')
      if (!/^[A-Za-z0-9+/]*={0,2}$/.test(whole)) throw broken('base64')
      hasEnded ||= whole.endsWith('=')
      return Buffer.from(whole, 'base64')
    },
    end() {
      if (rest !== '') throw broken('base64')
      return nothing
    },
  }
}

// RFC 2045, 6.7 allows 76 characters; some senders use more.
const lineLengthMax = 1000

function quotedPrintableDecoder(): TransferDecoder {
  let rest = ''
  return {
    decode(chunk) {
      const lines = (rest + chunk.toString('latin1')).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > lineLengthMax) throw broken('quoted-printable')
      return Buffer.from(
        lines.map((line) => decodeLine(line, line.endsWith('\r') ? '\r\n' : '\n')).join(''),
        'latin1',
      )
    },
    end: () => Buffer.from(decodeLine(rest, ''), 'latin1'),
  }
}

// Blanks before a line end were added in transit; so was a line end after '='.
function decodeLine(line: string, lineEnd: string): string {
  if (line.length > lineLengthMax) throw broken('quoted-printable')
  const content = line.trimEnd()
  const isSoft = content.endsWith('=')
  const text = isSoft ? content.slice(0, -1) : content
  if (/=(?![0-9A-Fa-f]{2})/.test(text)) throw broken('quoted-printable')
  const plain = text.replace(/=([0-9A-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return isSoft ? plain : plain + lineEnd
}

function broken(encoding: string): As4Error {
  return new As4Error('EBMS:0007', `a part is not ${encoding}`)
}
