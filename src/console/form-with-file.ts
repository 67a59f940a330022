// Forms that may hold a file (RFC 7578): what was sent becomes the fields of a form without files,
// so that all that forms go through is the same for both.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import { formWords } from './words/frame.ts'

/** The field of a file, that of a text in its stead, and what either becomes. */
type Names = { file: string; text: string; as: string }

/** For the pages of this app. It becomes base64url: a form would change the ends of its lines. */
export function useFiles(app: FastifyInstance, { file, text, as }: Names): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => {
      const fields = new URLSearchParams()
      const sources = new Map<string, Buffer>()
      for (const [name, value] of await partsOf(headers['content-type'] ?? '', body)) {
        const bytes = await bytesOf(value)
        if (name !== file && name !== text) fields.append(name, String(value))
        else if (bytes.length > 0) sources.set(name, bytes)
      }
      const source = sources.get(file) ?? sources.get(text)
      if (source) fields.append(as, source.toString('base64url'))
      return fields.toString()
    },
  )
}

async function bytesOf(value: string | File): Promise<Buffer> {
  if (typeof value === 'string') return Buffer.from(value.trim())
  return Buffer.from(await value.arrayBuffer())
}

async function partsOf(contentType: string, body: Buffer): Promise<FormData> {
  const form = new Response(body, { headers: { 'Content-Type': contentType } })
  return form.formData().catch((cause: unknown) => {
    throw new Problem('request.invalid-field', { detail: formWords.broken, cause })
  })
}
