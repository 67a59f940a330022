// Answers before the answer (RFC 9110, 15.2): a client takes as many as come and passes over them,
// asked for or not.
import type { Socket } from 'node:net'

/**
 * Lets undici pass over 100 (Continue) too. It passes over every other interim answer but closes a
 * connection by which this one comes, and what had arrived would be sent again and again; so it is
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
 * Answers that stand at the front: what comes to us at once begins with the head of an answer, or
 * is part of a body.
 */
function renameContinue(bytes: Buffer): void {
  for (let at = 0; bytes.toString('latin1', at, at + 10) === 'HTTP/1.1 1'; ) {
    if (bytes.toString('latin1', at + 9, at + 12) === '100') bytes.write('102', at + 9)
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end === -1) return
    at = end + 4
  }
}
