// The files of a document, its PDF and its evidence, for browsers: they send no X-API-Token.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { askerFor } from '../../core/access/asker.ts'
import { evidenceOf } from '../../core/evidence/evidence.ts'
import { filesZip } from '../../core/evidence/files-zip.ts'
import type { Gateway } from '../../core/gateway.ts'
import { type PrintedPart, printedParts, printStored } from '../../core/tracking/print.ts'
import { fileContent } from '../../core/tracking/track.ts'
import { Problem } from '../../problem.ts'
import { piecesInSlices } from '../../threads/index.ts'
import { queryOf, readFields } from '../form.ts'
import { idOf } from '../id.ts'
import { pdfSecurityPolicy } from '../security-policy.ts'
import { servedAs } from './media-type.ts'

type Of<Name extends string> = { Params: { [name in Name]: string } }
const config = { scope: 'documents:read', testToken: 'read' } as const

export async function documentFiles(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  app.get<Of<'id' | 'fileId'>>(
    '/console/documents/:id/files/:fileId',
    { config },
    async ({ caller, params, url }, reply) => {
      readFields(queryOf(url), [])
      const [id, fileId] = [idOf(params.id), idOf(params.fileId)]
      const { file, pieces } = await fileContent(gateway, caller, id, fileId)
      const name = file.name.replace(/[^\w.-]/g, '_')
      reply.header('Content-Disposition', `attachment; filename="${name}"`)
      return reply
        .header('Content-Type', servedAs(file.mediaType))
        .header('Content-Length', file.size)
        .send(Readable.from(pieces, { objectMode: false }))
    },
  )

  app.get<Of<'id'>>(
    '/console/documents/:id/pdf',
    { config },
    async ({ caller, params, url }, reply) => {
      const of = partOf(readFields(queryOf(url), ['of']).of)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const asker = askerFor(gateway, caller, gone.signal)
      const reference = { id: idOf(params.id) }
      const wish = { of, images: true, asker }
      const { pdf, locale } = await printStored(gateway, caller, reference, wish)
      // Without a locale it was not printed here: it came with the document.
      const disposition = locale === undefined ? 'attachment' : 'inline'
      reply
        .header('Content-Security-Policy', pdfSecurityPolicy)
        .header('Content-Disposition', `${disposition}; filename="document.pdf"`)
      return sendBytes(reply, 'application/pdf', pdf)
    },
  )

  const zips = { evidence: evidenceOf, 'files.zip': filesZip } as const
  for (const [path, make] of Object.entries(zips))
    app.get<Of<'id'>>(
      `/console/documents/:id/${path}`,
      { config },
      async ({ caller, params, url }, reply) => {
        readFields(queryOf(url), [])
        const { name, zip } = await make(gateway, caller, { id: idOf(params.id) })
        return reply
          .header('Content-Type', 'application/zip')
          .header('Content-Disposition', `attachment; filename="${name}"`)
          .send(Readable.from(zip, { objectMode: false }))
      },
    )
}

/** In many time slices; shared memory, which Fastify does not take for bytes, too. */
function sendBytes(reply: FastifyReply, mediaType: string, bytes: Buffer): FastifyReply {
  reply.heldBytes = bytes.length
  return reply
    .header('Content-Type', mediaType)
    .header('Content-Length', bytes.length)
    .send(Readable.from(piecesInSlices(bytes), { objectMode: false }))
}

function partOf(field: string | undefined): PrintedPart {
  const part = printedParts.find((one) => one === (field ?? 'document'))
  if (part) return part
  throw new Problem('request.invalid-field', { detail: 'Printed is the document or the mls.' })
}
