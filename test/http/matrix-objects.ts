// What the rows of the matrix are about: objects of one tenant, made anew for each call, so that no
// call meets what another one has changed.
import type { FastifyInstance } from 'fastify'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { invoiceNamed } from '../core/arrivals.ts'
import { newAccept, newArrival, receiveDocument } from '../store/records.ts'
import type { TestGateway } from './gateway.ts'

/** A tenant, and a token of it for everything. */
export type Owner = { tenantId: string; token: string }

/** `params` are for the path, `sent` for the body or the form. */
export type Made = { params?: Record<string, string>; sent?: Record<string, unknown> }

export type Kind = keyof ReturnType<typeof makersOf>

type Needs = { test: TestGateway; app: FastifyInstance; owner: Owner }

/** The seller of the examples. Its tenant receives for it as well. */
export const ownParticipant = '0208:0123456749'

let count = 0

/** What the public networks ask of a registration. */
export const served = { documentTypes: 'all', country: 'BE', endUser: 'customer-17' }

/** Registered for nobody yet, and in the list of the owners of the matrix. */
export const listedParticipants = Array.from({ length: 60 }, (_, at) => `9915:listed${at}`)

/** Objects are live ones, or of test. */
export function makersOf({ test, app, owner }: Needs, isOfTest = false) {
  const { store, newId, now } = test.gateway
  const { tenantId, token } = owner

  async function call(method: 'GET' | 'POST', url: string, payload?: object) {
    const headers = { 'x-api-token': token, ...(isOfTest ? { 'x-testonly': 'true' } : {}) }
    const answer = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
    return answer.body === '' ? {} : answer.json()
  }

  async function submitted(path: string, kind: keyof typeof submitExamples): Promise<string> {
    const example = submitExamples[kind]['application/json']!.usual!.value as object
    return (await call('POST', `/api/v1/${path}/submit`, example)).id
  }

  const received = () =>
    receiveDocument(
      store,
      newArrival(
        tenantId,
        { sender: { id: '0192:987654325' }, receiver: { id: ownParticipant, country: 'BE' } },
        invoiceNamed(`F-${++count}`),
      ),
      // Its status is awaited, so that its receiver may say what becomes of it.
      { mlsDueAt: new Date('2099-01-01') },
    )

  async function webhook(): Promise<string> {
    return (await call('POST', '/api/v1/webhooks', { url: 'https://erp.example.com/' })).id
  }

  async function tenant(): Promise<string> {
    return test.makeTenant(`made ${++count}`, [])
  }

  return {
    document: async (): Promise<Made> => ({
      params: { id: await submitted('invoices', 'invoice') },
    }),
    invoice: async (): Promise<Made> => ({ sent: { id: await submitted('invoices', 'invoice') } }),
    creditNote: async (): Promise<Made> => ({
      sent: { id: await submitted('credit-notes', 'creditNote') },
    }),
    debitNote: async (): Promise<Made> => ({
      sent: { id: await submitted('debit-notes', 'debitNote') },
    }),
    file: async (): Promise<Made> => {
      const id = await submitted('invoices', 'invoice')
      const { files } = await call('POST', '/api/v1/invoices/files', { id })
      return { params: { id, fileId: files[0].id } }
    },
    inbound: async (): Promise<Made> => ({ params: { id: await received() } }),
    answer: async (): Promise<Made> => {
      const id = await received()
      const accept = newAccept(tenantId, { kind: 'other' })
      const answering = { documentId: id, kind: 'invoice-response' as const, code: 'AP' }
      await store.acceptDocument({ ...accept, answering })
      return { params: { id, answerId: accept.document.id } }
    },
    token: async (): Promise<Made> => {
      const environment = isOfTest ? 'test' : 'live'
      const wish = { name: 'made', scopes: [], environment }
      return { params: { id: (await call('POST', '/api/v1/tokens', wish)).id } }
    },
    forecast: async (): Promise<Made> => {
      const { id } = await call('POST', '/api/v1/rules/forecasts', { on: '2027-02-24' })
      return { params: { id } }
    },
    forgetting: async (): Promise<Made> => {
      const wish = { clientId: `made ${++count}`, reason: 'Request 17' }
      return { params: { id: (await call('POST', '/api/v1/forgettings', wish)).id } }
    },
    webhook: async (): Promise<Made> => ({ params: { id: await webhook() } }),
    delivery: async (): Promise<Made> => {
      const id = await webhook()
      await call('POST', `/api/v1/webhooks/${id}/test`)
      await store.numberEvents()
      const { data } = await call('GET', `/api/v1/webhooks/${id}/deliveries`)
      return { params: { id, deliveryId: data[0].id } }
    },
    registration: async (): Promise<Made> => {
      const participant = `9915:made${++count}`
      const made = { id: newId(), participant, tenantId, documentTypes: [], createdAt: now() }
      await store.addRegistration({ ...made, byOperator: true }, { actor: 'test', at: now() })
      return { params: { id: participant } }
    },
    listed: async (): Promise<Made> => ({
      sent: { ...served, participant: listedParticipants.pop() },
    }),
    tenant: async (): Promise<Made> => ({ params: { id: await tenant() } }),
    name: async (): Promise<Made> => ({ sent: { name: `named ${++count}` } }),
    participant: async (): Promise<Made> => ({ params: { id: '0088:7300010000001' } }),
    month: async (): Promise<Made> => ({ params: { month: '2026-02', file: 'TSR.xml' } }),
    path: async (): Promise<Made> => ({ params: { '*': 'nowhere' } }),
  }
}
