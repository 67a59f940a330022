// Requests that an SMP refuses over its REST interface, with status and text as phoss SMP 8.0 has
// them: for that, and for the SMP of the sandbox.
import { basic, endpointXml, groupBody, groupPath, typeBody, typePath } from './smp-client.ts'

/** The group that is asked for, unless a row says otherwise. */
export const rowsGroup = '9915:rows'

const xsd = 'urn:oasis:names:specification:ubl:schema:xsd'
const bis = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1'
export const invoice = `busdox-docid-qns::${xsd}:Invoice-2::Invoice##${bis}`
export const creditNote = `busdox-docid-qns::${xsd}:CreditNote-2::CreditNote##${bis}`
const pintValue = `${xsd}:Invoice-2::Invoice##urn:peppol:pint:billing-1@eu-1*::2.1`
export const pint = `peppol-doctype-wildcard::${pintValue}`
export const one = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

export type Row = {
  method?: string
  path?: string
  as?: string | null
  body?: string
  is: [status: number, text: RegExp]
}

const oneInvoice = (participant: string) => typeBody(participant, invoice, [[one, endpointXml()]])
const broken = (endpoint: string) => typeBody(rowsGroup, invoice, [[one, endpoint]])
const rowType = typePath(rowsGroup, invoice)
const page = /^<!doctype html>/
const wrongPint = `busdox-docid-qns::${pintValue}`

/** `user`: the one that owns the group, with one type. */
export const rowsFor = (user: string): [string, Row][] => [
  ['without credentials', { as: null, is: [403, /^Missing required HTTP header/] }],
  ['of another scheme', { as: 'Digest x', is: [403, /is malformed\. Contains neither/] }],
  ['with a wrong password', { as: basic(user, 'x'), is: [403, /password are invalid!$/] }],
  ['of an unknown user', { as: basic('nobody', 'x'), is: [403, /^Unknown user 'nobody'$/] }],
  ['with an unknown token', { as: 'Bearer x-y', is: [403, /^Unknown user '\{BearerToken\}x-y'$/] }],
  [
    "for another user's list",
    { method: 'GET', path: '/list/other', is: [403, /^URL user name 'other' does not match/] },
  ],
  ['that is cut off', { body: '<ServiceGroup', is: [400, /Failed to parse provided payload/] }],
  ['that is cut off, unasked', { as: null, body: '<a', is: [400, /provided payload as XML/] }],
  ['that is empty', { body: '', is: [400, /^Bad request: Failed to parse provided payload/] }],
  ['with a DOCTYPE', { body: '<!DOCTYPE a><a/>', is: [400, /^Bad request: Failed to parse/] }],
  ['for another group', { body: groupBody('9915:x'), is: [400, /Service Group Inconsistency/] }],
  ['without a scheme', { path: '/9915%3Arows', is: [400, /Failed to parse Service Group ID/] }],
  [
    'for another type',
    {
      path: typePath(rowsGroup, creditNote),
      body: oneInvoice(rowsGroup),
      is: [400, /inconsistent values/],
    },
  ],
  [
    'of a star in another scheme',
    {
      path: typePath(rowsGroup, wrongPint),
      body: typeBody(rowsGroup, wrongPint, [[one, endpointXml()]]),
      is: [400, /Failed to parse Document Type ID/],
    },
  ],
  [
    'of a type without its group',
    {
      path: typePath('9915:none', invoice),
      body: oneInvoice('9915:none'),
      is: [404, /^Not found: Service group iso6523-actorid-upis::9915:none does not exist$/],
    },
  ],
  [
    'for an unknown group',
    { method: 'GET', path: groupPath('9915:none'), is: [404, /^Not found: Unknown Service Group/] },
  ],
  [
    'to delete an unknown group',
    { method: 'DELETE', path: groupPath('9915:none'), is: [404, /does not exist$/] },
  ],
  [
    'to delete an unknown type',
    { method: 'DELETE', path: typePath(rowsGroup, creditNote), is: [404, /: service\(iso6523/] },
  ],
  ['to another path', { path: '/a/b/c/d', is: [405, page] }],
  ['of another path', { method: 'GET', path: '/a/b/c/d', is: [404, page] }],
  ['by another method', { method: 'POST', is: [404, page] }],
  ['with another root, unasked', { as: null, body: '<a/>', is: [403, /^Missing required/] }],
  [
    'with another root and a wrong password',
    { as: basic(user, 'x'), body: '<a/>', is: [500, page] },
  ],
  [
    'for another group, with a wrong password',
    { as: basic(user, 'x'), body: groupBody('9915:x'), is: [400, /Inconsistency/] },
  ],
  [
    'of a type without its group, with a wrong password',
    {
      ...{ as: basic(user, 'x'), path: typePath('9915:none', invoice) },
      ...{ body: oneInvoice('9915:none'), is: [403, /are invalid!$/] },
    },
  ],
  ['with another root', { body: '<a/>', is: [500, page] }],
  [
    'of a type without processes',
    { path: rowType, body: typeBody(rowsGroup, invoice, []), is: [500, page] },
  ],
  [
    'of an endpoint without a description',
    { path: rowType, body: broken(endpointXml({ description: '' })), is: [500, page] },
  ],
  [
    'of a date without a time',
    { path: rowType, body: broken(endpointXml({ activatesAt: '2028-10-01' })), is: [500, page] },
  ],
  [
    'of an endpoint without a certificate',
    {
      path: rowType,
      body: broken(endpointXml().replace(/<Certificate>.*<\/Certificate>/, '')),
      is: [500, page],
    },
  ],
  ['of no endpoint', { path: rowType, body: broken(''), is: [500, page] }],
  [
    'of one process twice',
    {
      path: rowType,
      body: typeBody(rowsGroup, invoice, [
        [one, endpointXml()],
        [one, endpointXml()],
      ]),
      is: [500, /^A process with ID 'cenbii-procid-ubl::.*' is already contained!$/],
    },
  ],
  [
    'of two AS4 endpoints',
    { path: rowType, body: broken(endpointXml().repeat(2)), is: [500, /^Another endpoint with/] },
  ],
  [
    'of a business card',
    { path: `/businesscard${groupPath(rowsGroup)}`, is: [412, /Peppol Directory/] },
  ],
]
