// The cookie of an operator's browser: it holds the API token itself, so any node knows it, and it
// ends with the token (docs/adr/0044).
import type { FastifyReply, FastifyRequest } from 'fastify'

const name = 'fourcorner'

type Where = Pick<FastifyRequest, 'protocol' | 'hostname'>

/** Browsers keep `__Host-` cookies to https; on this machine there may be none. */
function cookieNameAt(where: Where): string {
  return isLoopback(where) && where.protocol === 'http' ? name : `__Host-${name}`
}

/** Whether a token may be typed in here: it would cross a network in the clear otherwise. */
export function isConfidential(where: Where): boolean {
  return where.protocol === 'https' || isLoopback(where)
}

function isLoopback({ hostname }: Where): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname)
}

/** The token that the browser signed in with. */
export function tokenIn(request: FastifyRequest): string | undefined {
  const wanted = `${cookieNameAt(request)}=`
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(wanted))?.slice(wanted.length) || undefined
}

/** It ends with the browser's session, and no script and no other site can use it. */
export function rememberToken(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.header('Set-Cookie', cookie(request, token))
}

export function forgetToken(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('Set-Cookie', `${cookie(request, '')}; Max-Age=0`)
}

function cookie(where: Where, value: string): string {
  const cookieName = cookieNameAt(where)
  const secure = cookieName === name ? '' : '; Secure'
  return `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}`
}
