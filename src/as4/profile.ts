// The one message exchange profile of Peppol (Peppol AS4 Profile 2.0.3 over eDelivery AS4 1.14),
// as constants.

const ebms = 'http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/'
const wss = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-'
const swa = 'http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#'
const xenc11 = 'http://www.w3.org/2009/xmlenc11#'

export const namespaces = {
  S12: 'http://www.w3.org/2003/05/soap-envelope',
  eb: ebms,
  ebbp: 'http://docs.oasis-open.org/ebxml-bp/ebbp-signals-2.0',
  wsse: `${wss}wssecurity-secext-1.0.xsd`,
  wsse11: 'http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd',
  wsu: `${wss}wssecurity-utility-1.0.xsd`,
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xenc: 'http://www.w3.org/2001/04/xmlenc#',
  xenc11,
} as const

export const profile = {
  agreement: 'urn:fdc:peppol.eu:2017:agreements:tia:ap_provider',
  partyIdType: 'urn:fdc:peppol.eu:2017:identifiers:ap',
  initiatorRole: `${ebms}initiator`,
  responderRole: `${ebms}responder`,
  defaultMpc: `${ebms}defaultMPC`,
  compressionType: 'application/gzip',
  soapType: 'application/soap+xml',
  /** Signals are sent as plain SOAP, never as multipart. */
  signalType: 'application/soap+xml;charset=UTF-8',
  /**
   * The test service (ebMS 3.0, 5.2.2.9): its messages are received and answered, but
   * not delivered.
   */
  testService: `${ebms}service`,
  testAction: `${ebms}test`,
  notServiced: 'PEPPOL:NOT_SERVICED',
} as const

/**
 * The values that WS-Security may use on Peppol; all others are refused. Signature algorithms are
 * in `crypto`.
 */
export const securityUris = {
  base64Binary: `${wss}soap-message-security-1.0#Base64Binary`,
  x509v3: `${wss}x509-token-profile-1.0#X509v3`,
  encryptedKeyToken:
    'http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKey',
  attachmentContentOnly: `${swa}Attachment-Content-Only`,
  attachmentCiphertext: `${swa}Attachment-Ciphertext-Transform`,
  rsaOaep: `${xenc11}rsa-oaep`,
  mgf1Sha256: `${xenc11}mgf1sha256`,
  aes128Gcm: `${xenc11}aes128-gcm`,
} as const
