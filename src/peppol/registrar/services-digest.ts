// The digest of what one document type has in an SMP: the same for what was written and for what is
// read back, since an SMP writes certificates and dates in its own way.
import { sha256 } from '../../crypto/index.ts'
import { parseDateTime } from '../../xml/index.ts'
import { formatIdentifier } from '../identifiers.ts'
import { certificateBytes } from './own-endpoint.ts'
import type { PublishedEndpoint, PublishedServices } from './published.ts'

/** In hexadecimal. */
export function servicesDigest({
  processes,
  extensions,
}: Pick<PublishedServices, 'processes' | 'extensions'>): string {
  const content = processes.map(({ process, endpoints, extensions: more }) => [
    formatIdentifier(process),
    endpoints.map(contentOf),
    more,
  ])
  return sha256(JSON.stringify([content, extensions])).toString('hex')
}

function contentOf({ certificate, activatesAt, expiresAt, ...others }: PublishedEndpoint) {
  const known = Object.entries(others).sort(([one], [other]) => (one < other ? -1 : 1))
  return [
    known,
    certificateBytes(certificate).toString('hex'),
    instant(activatesAt),
    instant(expiresAt),
  ]
}

/** Text that is no date stays as it is. */
function instant(text: string | undefined): string {
  return parseDateTime(text ?? '')?.toISOString() ?? text ?? ''
}
