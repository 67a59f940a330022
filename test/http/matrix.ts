// What each call of the API and each page of the console requires of its caller, and what it
// answers to one who has all of it: the rows of matrix.test.ts.

import { digestOf } from '../../src/console/form-page.ts'
import type { Requirements } from '../../src/core/access/may-call.ts'
import { identificationExamples, submitExamples } from '../../src/http/reference/examples.ts'
import {
  documentExample,
  mlsExample,
  taxDataExample,
} from '../../src/http/reference/pdf-examples.ts'
import { type Kind, served } from './matrix-objects.ts'

/** What is sent: JSON, XML, the fields of a form; with `accept`, what is to come back. */
type Sent = { json?: object; xml?: string; form?: Record<string, string>; accept?: string }

export type Row = Required<Requirements> &
  Sent & {
    /** To a caller who may do it, about an object of their own. */
    usual: number
    /** What the path names. */
    of?: Kind
    /** Where the call says that what it makes is of test: `X-TestOnly`, or in what it sends. */
    testBy?: 'header' | 'environment' | 'mark'
    /** The answer to a tenant that has not got the participant. */
    withoutParticipant?: 'participant.sender-not-allowed' | 'participant.receiver-not-allowed'
  }

const [reads, writes, prints] = ['documents:read', 'documents:write', 'pdf'] as const

const read = (of?: Kind, more: Partial<Row> = {}): Row => ({
  ...{ scope: reads, testToken: 'read', usual: 200 },
  ...(of ? { of } : {}),
  ...more,
})
const operate = (usual = 200, more: Partial<Row> = {}): Row => ({
  ...{ scope: 'operator', testToken: 'nothing', usual },
  ...more,
})
const administer = (usual: number, of?: Kind, more: Partial<Row> = {}): Row => ({
  ...{ scope: 'admin', testToken: 'nothing', usual },
  ...(of ? { of } : {}),
  ...more,
})
const ofTokens = (usual: number, of?: Kind, more: Partial<Row> = {}): Row =>
  administer(usual, of, { testToken: 'test', ...more })

const exampleOf = (kind: keyof typeof submitExamples): object =>
  submitExamples[kind]['application/json']!.usual!.value as object
const ubl = submitExamples.invoice['application/xml']!.ubl!.value as string
const firstOf = (examples: Record<string, { value: unknown }>) =>
  Object.values(examples)[0]!.value as string

const submit = (sent: Sent): Row => ({
  ...{ scope: writes, testToken: 'test', usual: 202, testBy: 'header' },
  ...{ withoutParticipant: 'participant.sender-not-allowed' },
  ...sent,
})
const print = (xml: string): Row => ({ scope: prints, testToken: 'read', usual: 200, xml })
const lookUp: Row = { scope: 'any', testToken: 'nothing', usual: 200, of: 'participant' }

/** A row for each call that needs a token. */
export const calls: Record<string, Row> = {
  'GET /api/identity/check': { scope: 'any', testToken: 'read', usual: 200 },
  ...Object.fromEntries(
    (
      [
        ['invoices', 'invoice'],
        ['credit-notes', 'creditNote'],
        ['debit-notes', 'debitNote'],
      ] as const
    ).flatMap(([path, kind]) => [
      [`POST /api/v1/${path}/submit`, submit({ json: exampleOf(kind) })],
      [`POST /api/v1/${path}/status`, read(kind)],
      [`POST /api/v1/${path}/files`, read(kind)],
    ]),
  ),
  'POST /api/v1/documents/submit': submit({ xml: ubl }),
  'GET /api/v1/status': read(),
  'GET /api/v1/status/queue': read(),
  'GET /api/v1/status/:id': read('document'),
  'GET /api/v1/status/:id/history': read('document'),
  'GET /api/v1/figures': read(),
  'GET /api/v1/events': read(),
  'POST /api/v1/convert': read(undefined, {
    json: exampleOf('invoice'),
    accept: 'application/xml',
  }),
  'POST /api/v1/validate': read(undefined, { xml: ubl }),
  'GET /api/v1/rules': read(),
  'POST /api/v1/rules/forecasts': administer(202, undefined, {
    ...{ scope: ['admin', 'operator'], json: { on: '2027-02-24' } },
  }),
  'GET /api/v1/rules/forecasts': administer(200, undefined, {
    ...{ scope: ['admin', 'operator'], testToken: 'read' },
  }),
  'GET /api/v1/rules/forecasts/:id': administer(200, 'forecast', {
    ...{ scope: ['admin', 'operator'], testToken: 'read' },
  }),
  'GET /api/v1/documents/:id/files': read('document'),
  'GET /api/v1/documents/:id/files/:fileId': read('file'),
  'GET /api/v1/documents/:id/evidence': read('document'),
  'GET /api/v1/documents/:id/attempts': read('document'),
  'GET /api/v1/documents/:id/pdf': read('document'),
  'GET /api/v1/documents/:id/answers': read('answer'),
  'GET /api/v1/documents/:id/answers/:answerId': read('answer'),
  'POST /api/v1/documents/:id/cancel': {
    ...{ scope: writes, testToken: 'test', usual: 200, of: 'document' },
  },
  // It has not failed.
  'POST /api/v1/documents/:id/retry': {
    ...{ scope: writes, testToken: 'test', usual: 409, of: 'document' },
  },
  'GET /api/v1/documents/:id/tax-report': read('document'),
  'GET /api/v1/inbound/:id/tax-report': read('inbound'),
  'GET /api/v1/tax-reports': read(),
  'GET /api/v1/tax-reports.csv': read(),
  // It was not reported.
  'POST /api/v1/documents/:id/tax-report': {
    ...{ scope: writes, testToken: 'test', usual: 409, of: 'document' },
    json: { action: 'resubmit' },
  },
  // It is still on its way.
  'POST /api/v1/documents/:id/set-aside': {
    ...{ scope: writes, testToken: 'test', usual: 409, of: 'document' },
  },
  'POST /api/v1/documents/:id/forget': {
    ...{ scope: 'admin', testToken: 'test', usual: 409, of: 'document' },
    json: { reason: 'Request 2026-17' },
  },
  'POST /api/v1/forgettings': administer(202, undefined, {
    json: { clientId: 'customer-17', reason: 'Request 2026-17' },
  }),
  'GET /api/v1/forgettings/:id': administer(200, 'forgetting', { testToken: 'read' }),
  'DELETE /api/v1/documents/:id/set-aside': {
    ...{ scope: writes, testToken: 'test', usual: 200, of: 'document' },
  },
  'GET /api/v1/inbound': read(),
  'GET /api/v1/inbound/:id': read('inbound'),
  'GET /api/v1/inbound/:id/content': read('inbound'),
  'POST /api/v1/inbound/:id/acknowledge': {
    ...{ scope: writes, testToken: 'nothing', usual: 200, of: 'inbound' },
  },
  'POST /api/v1/inbound/:id/status': {
    ...{ scope: writes, testToken: 'nothing', usual: 200, of: 'inbound', json: { code: 'AP' } },
  },
  'POST /api/v1/inbound/:id/respond': {
    ...{ scope: writes, testToken: 'nothing', usual: 202, of: 'inbound' },
    ...{ json: { status: 'accepted' }, withoutParticipant: 'participant.sender-not-allowed' },
  },
  'POST /api/v1/registrations': administer(201, 'listed', {
    withoutParticipant: 'participant.receiver-not-allowed',
  }),
  'GET /api/v1/registrations': administer(200),
  'GET /api/v1/registrations/:id': administer(200, 'registration'),
  'PUT /api/v1/registrations/:id': administer(200, 'registration', {
    json: served,
  }),
  'DELETE /api/v1/registrations/:id': administer(204, 'registration'),
  // No SMP is named.
  'POST /api/v1/registrations/:id/publish': administer(409, 'registration', {
    scope: ['admin', 'operator'],
  }),
  'GET /api/v1/registrations/:id/publication': administer(200, 'registration', {
    scope: ['admin', 'operator'],
  }),
  'PUT /api/v1/registrations/:id/identification': administer(200, 'registration', {
    ...{ scope: ['admin', 'operator'], json: identificationExamples.usual!.value as object },
  }),
  // The participant is not named once more.
  'DELETE /api/v1/registrations/:id/publication': administer(400, 'registration', {
    scope: ['admin', 'operator'],
  }),
  'POST /api/v1/webhooks': administer(201, undefined, {
    json: { url: 'https://erp.example.com/' },
  }),
  'GET /api/v1/webhooks': administer(200),
  'GET /api/v1/webhooks/:id': administer(200, 'webhook'),
  'PATCH /api/v1/webhooks/:id': administer(200, 'webhook', { json: { description: 'mine' } }),
  'DELETE /api/v1/webhooks/:id': administer(204, 'webhook'),
  'POST /api/v1/webhooks/:id/test': administer(202, 'webhook'),
  'POST /api/v1/webhooks/:id/rotate-secret': administer(200, 'webhook'),
  'GET /api/v1/webhooks/:id/deliveries': administer(200, 'webhook'),
  'POST /api/v1/webhooks/:id/deliveries/:deliveryId/redeliver': administer(202, 'delivery'),
  'POST /api/v1/tokens': ofTokens(201, undefined, {
    ...{ json: { name: 'made', scopes: [], environment: 'live' }, testBy: 'environment' },
  }),
  'GET /api/v1/tokens': ofTokens(200),
  'GET /api/v1/tokens/:id': ofTokens(200, 'token'),
  'PATCH /api/v1/tokens/:id': ofTokens(200, 'token', { json: { name: 'mine' } }),
  'DELETE /api/v1/tokens/:id': ofTokens(204, 'token'),
  'POST /api/v1/tokens/:id/rotate': ofTokens(201, 'token', { json: {} }),
  'GET /api/v1/tenant': read(),
  'POST /api/v1/tenants': operate(201, { of: 'name' }),
  'GET /api/v1/tenants': operate(),
  'GET /api/v1/tenants/:id': operate(200, { of: 'tenant' }),
  'PATCH /api/v1/tenants/:id': operate(200, { of: 'tenant', json: { duplicates: 'warn' } }),
  'DELETE /api/v1/tenants/:id': operate(204, { of: 'tenant' }),
  'POST /api/v1/tenants/:id/tokens': operate(201, {
    ...{ of: 'tenant', json: { name: 'made', scopes: [] } },
  }),
  'GET /api/v1/queue/pauses': operate(),
  'GET /api/v1/queue/circuits': operate(),
  'POST /api/v1/queue/pause': operate(200, { json: { receiver: '0208:0202239951' } }),
  'POST /api/v1/queue/resume': operate(200, { json: { receiver: '0208:0202239951' } }),
  'GET /api/v1/reporting/:month': operate(200, { of: 'month' }),
  'POST /api/v1/reporting/:month/preview': operate(200, { of: 'month' }),
  'POST /api/v1/reporting/:month/submit': operate(202, { of: 'month' }),
  'GET /api/v1/participants/:id': lookUp,
  'GET /api/v1/participants/:id/lookup': lookUp,
  'GET /api/v1/log': { scope: ['admin', 'operator'], testToken: 'read', usual: 200 },
  'GET /metrics': { scope: 'metrics', testToken: 'read', usual: 200 },
  'POST /api/v1/pdf/document/generate': print(firstOf(documentExample)),
  'POST /api/v1/pdf/mls/generate': print(firstOf(mlsExample)),
  'POST /api/v1/pdf/tdd/generate': print(firstOf(taxDataExample)),
}

const see = read
const ask = (scope: typeof writes | 'admin' | 'operator', more: Partial<Row> = {}): Row => ({
  ...{ scope, testToken: 'nothing', usual: 200 },
  ...more,
})
const of = (kind: Kind, more: Partial<Row> = {}): Partial<Row> => ({ of: kind, ...more })
const [done, shown] = [{ usual: 303 }, { usual: 200 }]
const ofTest = { testToken: 'test' } as const

/** A question on a page of its own, and the form that answers it. */
function asked(path: string, question: Row, answer: Partial<Row>): [string, Row][] {
  return [
    [`GET ${path}`, question],
    [`POST ${path}`, { ...question, ...answer }],
  ]
}

const forecasts: Row = { scope: ['admin', 'operator'], testToken: 'read', usual: 200 }
const documents = '/console/documents/:id'
const participants = '/console/participants/:id'
/** What the made registration says of itself: everything, and neither country nor end user. */
const registered = digestOf(['all', undefined, undefined])
const webhooks = '/console/webhooks/:id'
const tokens = '/console/tokens/:id'
const tenants = '/console/tenants/:id'
const newToken = { name: 'made', environment: 'live', ends: 'never' }

/** A row for each page and form of the console, but for those of the sign-in. */
export const pages: Record<string, Row> = Object.fromEntries([
  ['GET /console', { scope: 'any', testToken: 'read', usual: 200 }],
  ['GET /console/*', { scope: 'any', testToken: 'read', usual: 404, of: 'path' }],
  ['GET /console/documents', see()],
  ['GET /console/inbound', see()],
  ['GET /console/search', see()],
  ['GET /console/export/documents', see()],
  ['GET /console/export/inbound', see()],
  ['GET /console/tax-reports', see()],
  ['GET /console/export/tax-reports', see()],
  [`GET ${documents}`, see('document')],
  [`GET ${documents}/files/:fileId`, see('file')],
  [`GET ${documents}/pdf`, see('document')],
  [`GET ${documents}/evidence`, see('document')],
  [`GET ${documents}/files.zip`, see('document')],
  ...asked(`${documents}/cancel`, ask(writes, of('document', ofTest)), {
    ...{ form: { 'asked-in': 'accepted not-sent' }, ...done },
  }),
  ...asked(`${documents}/retry`, ask(writes, of('document', ofTest)), { usual: 409 }),
  ...asked(`${documents}/acknowledge`, ask(writes, of('inbound')), {
    ...{ form: { 'asked-in': 'available' }, ...done },
  }),
  ...asked(`${documents}/set-aside`, ask(writes, of('document', ofTest)), { usual: 409 }),
  ...asked(`${documents}/take-back`, ask(writes, of('document', ofTest)), { usual: 409 }),
  ...asked(`${documents}/report-again`, ask(writes, of('document', ofTest)), { usual: 409 }),
  ...asked(`${documents}/withdraw-report`, ask(writes, of('document', ofTest)), { usual: 409 }),
  ...asked(`${documents}/forget`, ask('admin', of('document', ofTest)), {
    ...{ form: { 'asked-in': 'accepted', reason: 'Request 17' }, usual: 409 },
  }),
  // It is on its way.
  ...asked(`${documents}/send-to-another`, ask(writes, of('document', ofTest)), { usual: 409 }),
  ...asked(`${documents}/status`, ask(writes, of('inbound')), {
    ...{ form: { 'asked-in': 'available awaited', code: 'AP' }, ...done },
  }),
  ...asked(`${documents}/answer`, ask(writes, of('inbound')), {
    form: { 'asked-in': digestOf([]), status: 'accepted', step: 'send', once: 'once' },
    ...{ ...done, withoutParticipant: 'participant.sender-not-allowed' },
  }),
  ...asked('/console/send', ask(writes, ofTest), {
    form: {
      ...{ text: JSON.stringify(exampleOf('invoice')), kind: 'invoice', step: 'send' },
      once: '01a2241f-65bf-7698-885b-5816f63b9752',
    },
    ...{ ...done, withoutParticipant: 'participant.sender-not-allowed', testBy: 'mark' },
  }),
  ['GET /console/queue', see()],
  ...asked('/console/queue/pause', ask('operator'), {
    ...{ form: { receiver: '0208:0202239951', 'asked-in': 'not paused' }, ...done },
  }),
  // Since another moment.
  ...asked('/console/queue/resume', ask('operator'), {
    ...{ form: { receiver: '0208:0202239951' }, usual: 409 },
  }),
  ['GET /console/network', { scope: 'any', testToken: 'nothing', usual: 200 }],
  ['GET /console/participants', ask('admin')],
  ...asked('/console/participants/add', ask('admin'), {
    ...of('listed', { form: served, ...done }),
    withoutParticipant: 'participant.receiver-not-allowed',
  }),
  [`GET ${participants}`, ask('admin', of('registration'))],
  ...['change', 'remove'].flatMap((action) =>
    asked(`${participants}/${action}`, ask('admin', of('registration')), {
      form: { ...(action === 'change' ? served : {}), 'asked-in': registered },
      ...done,
    }),
  ),
  // No SMP is named; and the participant is not typed once more.
  ...asked(`${participants}/publish`, ask('admin', of('registration')), { usual: 409 }),
  ...asked(`${participants}/withdraw`, ask('admin', of('registration')), { usual: 400 }),
  ['GET /console/webhooks', ask('admin')],
  ...asked('/console/webhooks/new', ask('admin'), { form: { url: 'https://erp.example.com/' } }),
  [`GET ${webhooks}`, ask('admin', of('webhook'))],
  ...['test', 'disable', 'enable', 'delete'].flatMap((action) =>
    asked(`${webhooks}/${action}`, ask('admin', of('webhook')), done),
  ),
  ...asked(`${webhooks}/rotate-secret`, ask('admin', of('webhook')), shown),
  [`POST ${webhooks}/deliveries/:deliveryId/redeliver`, ask('admin', of('delivery', done))],
  ['GET /console/forecasts', forecasts],
  ['GET /console/forecasts/:id', { ...forecasts, of: 'forecast' }],
  ...asked(
    '/console/forecasts/begin',
    { ...forecasts, testToken: 'nothing' },
    { form: { on: '2027-02-24', days: '30' }, ...done },
  ),
  ['GET /console/tokens', ask('admin', ofTest)],
  ...asked('/console/tokens/new', ask('admin', ofTest), {
    ...{ form: newToken, testBy: 'environment', ...ofTest },
  }),
  ...asked(`${tokens}/revoke`, ask('admin', of('token', ofTest)), done),
  ...asked(`${tokens}/rotate`, ask('admin', of('token', ofTest)), {
    ...{ form: { overlap: 'day' }, ...shown },
  }),
  ['GET /console/tenants', ask('operator')],
  ...asked('/console/tenants/new', ask('operator'), {
    ...of('name', { form: { duplicates: 'warn' }, ...done }),
  }),
  [`GET ${tenants}`, ask('operator', of('tenant'))],
  // As it was at another moment.
  ...asked(`${tenants}/change`, ask('operator', of('tenant')), {
    ...{ form: { duplicates: 'warn' }, usual: 409 },
  }),
  ...asked(`${tenants}/tokens`, ask('operator', of('tenant')), { form: newToken }),
  ...asked(`${tenants}/delete`, ask('operator', of('tenant')), done),
  ['GET /console/reports', ask('operator')],
  ['GET /console/reports/:month', ask('operator', of('month'))],
  ['GET /console/reports/:month/:file', ask('operator', of('month'))],
  ...asked('/console/reports/:month/submit', ask('operator', of('month')), done),
  ['GET /console/log', { scope: ['admin', 'operator'], testToken: 'read', usual: 200 }],
] satisfies [string, Row][])
