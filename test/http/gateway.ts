// A gateway on a real database, with the simulated network, for the route tests.
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, expect, onTestFinished } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { consolePages } from '../../src/console/index.ts'
import { createToken, type Scope, scopes } from '../../src/core/access/token.ts'
import { startWork } from '../../src/core/deliver/work.ts'
import type { Gateway } from '../../src/core/gateway.ts'
import { openCallBudget } from '../../src/core/runtime/call-budget.ts'
import { emptyLookupCache } from '../../src/core/runtime/lookup-cache.ts'
import { readReferenceFile } from '../../src/http/reference/reference-files.ts'
import { buildServer } from '../../src/http/server.ts'
import type { ProblemCode } from '../../src/problem.ts'
import type { Tenant } from '../../src/store/index.ts'
import { openGatewayRecord } from '../core/gateway-record.ts'
import { sharedSimulation } from '../sandbox/shared.ts'
import { type TestDatabase, testDatabase } from '../store/database.ts'
import { validate } from './validator.ts'

type TokenWish = {
  scopes?: readonly Scope[]
  environment?: 'live' | 'test'
  expiresAt?: Date
  tenantId?: string
}

export type TestGateway = {
  gateway: Gateway
  app: FastifyInstance
  /** Valid for everything. */
  token: string
  /** What was logged as an error, in order. */
  logged: { facts: object; message: string }[]
  makeToken(wish?: TokenWish): Promise<string>
  makeTenant(
    name: string,
    participants: string[],
    duplicates?: Tenant['duplicates'],
  ): Promise<string>
  /** Another server on the same gateway with some fields changed. */
  serverWith(change: Partial<Gateway>): Promise<FastifyInstance>
  /** With the valid token, unless the headers have another. */
  call(options: InjectOptions): Promise<LightMyRequestResponse>
  /** Rows of all tables that a submission writes to. */
  countRows(): Promise<number>
  /** For states that no operation leads to. */
  database: Pick<TestDatabase, 'store' | 'pool'>
  /** Delivers queued documents, from now to the end of the test; `change`: other limits. */
  startDelivering(change?: Partial<Gateway['delivery']>): void
}

/** Call it at the top of a test file, with a top-level await. */
export async function openTestGateway(): Promise<TestGateway> {
  const [{ store, pool }, simulation] = await Promise.all([testDatabase(), sharedSimulation()])
  const peppolAccess = { ...simulation, ...emptyLookupCache() }
  const logged: TestGateway['logged'] = []
  const gateway = openGatewayRecord({
    store,
    peppolAccess,
    simulation: async () => peppolAccess,
    service: {
      version: '0.0.0',
      sandbox: { receivers: ['0088:7300010000001'], unregistered: simulation.unregistered },
    },
    submission: {
      ...limits.submission,
      bodyBytesMax: 1_000_000,
      multipartBytesMax: 2_000_000,
    },
    validate,
    log: {
      info: () => {},
      warn: () => {},
      error: (facts, message) => void logged.push({ facts, message }),
    },
  })
  const { newId } = gateway
  const serverWith = async (change: Partial<Gateway>) => {
    const changed = { ...gateway, ...change }
    const callBudget = change.rates ? openCallBudget(changed) : changed.callBudget
    const server = await buildServer(
      { ...changed, callBudget },
      { pages: consolePages, reference: { read: readReferenceFile } },
    )
    afterAll(() => server.close())
    return server
  }
  const makeTenant: TestGateway['makeTenant'] = async (name, participants, duplicates = 'warn') =>
    (
      await store.ensureTenant(
        { name, participants, duplicates, id: newId() },
        { actor: 'test', at: new Date() },
      )
    ).id
  const tenantId = await makeTenant('default', ['*'])
  const makeToken: TestGateway['makeToken'] = (wish = {}) =>
    createToken(gateway, {
      ...{ name: 'test', tenantId, environment: 'live', scopes, actor: 'test' },
      ...wish,
    })
  const token = await makeToken()
  const app = await serverWith({})
  return {
    gateway,
    app,
    token,
    logged,
    makeToken,
    makeTenant,
    serverWith,
    call: (options) =>
      app.inject({ ...options, headers: { 'x-api-token': token, ...options.headers } }),
    database: { store, pool },
    countRows: async () => {
      const { rows } = await pool.query<{ count: number }>(
        'select ((select count(*) from documents) + (select count(*) from jobs))::integer as count',
      )
      return rows[0]!.count
    },
    startDelivering: (change) => {
      const delivery = { ...gateway.delivery, ...change }
      const work = startWork({ ...gateway, delivery }, 'test')
      onTestFinished(() => work.stop(5_000))
    },
  }
}

/** Asserts that an answer is this problem, whole and well-formed. */
export function expectProblem(
  answer: LightMyRequestResponse,
  status: number,
  code: ProblemCode,
): void {
  expect({ status: answer.statusCode, code: answer.json().code, body: answer.body }).toMatchObject({
    status,
    code,
  })
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(answer.json()).toMatchObject({
    type: expect.stringMatching(new RegExp(`/${code.replaceAll('.', '\\.')}$`)),
    title: expect.any(String),
    detail: expect.any(String),
    status,
    instance: expect.stringMatching(/^\//),
    requestId: answer.headers['x-request-id'],
    retryable: expect.any(Boolean),
  })
}
