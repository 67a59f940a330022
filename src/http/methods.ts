// A path answers a method that it does not support with 405 and the methods it supports
// (RFC 9110, 15.5.6).
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { Problem } from '../problem.ts'

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Call it first; call what it returns once every route is registered. */
export function useMethods(app: FastifyInstance): (app: FastifyInstance) => void {
  const taken = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = taken.get(url) ?? new Set()
    taken.set(url, known)
    for (const one of [method].flat()) known.add(one.toUpperCase())
  })
  return (app) => {
    for (const [url, known] of [...taken]) {
      const allow = [...known].sort().join(', ')
      const others = methods.filter((method) => !known.has(method))
      const refused = refuse(allow)
      // Before body parsing: the content type does not matter here.
      app.route({
        method: others,
        url,
        schema: { hide: true },
        onRequest: refused,
        handler: refused,
      })
    }
  }
}

function refuse(allow: string) {
  return async (_: unknown, reply: { header(name: string, value: string): unknown }) => {
    reply.header('Allow', allow)
    throw new Problem('request.method-not-allowed', {
      detail: `The methods allowed here are ${allow}.`,
    })
  }
}
