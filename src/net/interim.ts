// Interim responses (RFC 9110, 15.2): a client accepts any number of them, expected or not, and
// ignores them.
import type { Socket } from 'node:net'

/**
 * Makes undici ignore 100 (Continue) too. It ignores every other interim response but closes the
 * connection on this one, and a message that had arrived would be sent again and again. So it is
 * shown 102 instead.
 */
export function passOverContinue(socket: Socket): void {
  const read = socket.read.bind(socket)
  socket.read = (size) => {
    const bytes: unknown = read(size)
    if (Buffer.isBuffer(bytes)) renameContinue(bytes)
    return bytes
  }
}

/**
 * Only at the beginning: what arrives at once begins with the head of a response, or is part of
 * a body.
 */
function renameContinue(bytes: Buffer): void {
  for (let at = 0; bytes.toString('latin1', at, at + 10) === 'HTTP/1.1 1'; ) {
    if (bytes.toString('latin1', at + 9, at + 12) === '100') bytes.write('102', at + 9)
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end === -1) return
    at = end + 4
  }
}
