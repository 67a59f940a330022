// Those who sign in the access point's place and must not be trusted.
import { type Identity, makeCertificate, newKeyPair } from '../../src/sandbox/certificate.ts'

/**
 * The neighbour is trusted, but is not the one that messages are for. The stranger has the access
 * point's name, but its certificate is self-signed.
 */
export type Impostors = Record<'neighbour' | 'stranger', Identity>

/** `issuer` is the access point authority of the network. */
export async function makeImpostors(issuer: Identity): Promise<Impostors> {
  const [neighbour, stranger] = await Promise.all([
    makeAccessPoint('POP900003', issuer),
    makeAccessPoint('POP900002'),
  ])
  return { neighbour, stranger }
}

async function makeAccessPoint(commonName: string, issuer?: Identity): Promise<Identity> {
  const pair = await newKeyPair()
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
