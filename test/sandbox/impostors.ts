// Those who sign in the access point's place and must not be trusted.
import { type Identity, makeCertificate } from '../../src/sandbox/certificate.ts'
import { readyPair } from '../crypto/ready-keys.ts'

/**
 * The neighbour is trusted, but is not the one that messages are for. The stranger has the access
 * point's name, but its certificate is self-signed.
 */
export type Impostors = Record<'neighbour' | 'stranger', Identity>

/** `issuer` is the access point authority of the network. */
export function makeImpostors(issuer: Identity): Impostors {
  return {
    neighbour: makeAccessPoint('POP900003', issuer),
    stranger: makeAccessPoint('POP900002'),
  }
}

export function makeAccessPoint(commonName: string, issuer?: Identity): Identity {
  const pair = readyPair()
  const certificate = makeCertificate({
    commonName,
    organisationalUnit: 'PEPPOL TEST AP',
    role: 'leaf',
    ...pair,
    ...(issuer ? { issuer } : {}),
    notBefore: new Date(Date.now() - 3_600_000),
    notAfter: new Date(Date.now() + 86_400_000),
  })
  return { certificate, privateKey: pair.privateKey }
}
