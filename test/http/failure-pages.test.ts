// GET /failures/{code}: each failure of a delivery, for programs and in a browser.
import { expect, it } from 'vitest'
import { type FailureCode, failureCodes } from '../../src/core/failure-codes.ts'
import { failureGuide } from '../../src/http/reference/failure-guide.ts'
import { openTestGateway } from './gateway.ts'

const test = await openTestGateway()
const codes = Object.keys(failureCodes) as FailureCode[]

it.each(codes)('%s is described to programs and in a browser', async (code) => {
  const url = `/failures/${code}`
  const { again, retryable, advice: remedy } = failureCodes[code]
  const cause = failureGuide[code]
  const described = (await test.app.inject({ url })).json()
  expect(described).toEqual({ code, cause, remedy, triedAgain: again !== 'give-up', retryable })
  for (const text of [cause, remedy]) expect(text).toMatch(/^[A-Z].*\.$/s)
  const page = await test.app.inject({ url, headers: { accept: 'text/html' } })
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers.vary).toBe('Accept')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  const words = page.body.replace(/&#(\d+);/g, (_, unit) => String.fromCharCode(unit))
  const later = retryable ? 'can be tried again.' : 'cannot be tried again.'
  for (const text of [code, cause, remedy, later]) expect(words).toContain(text)
})

it('one that does not exist is not found', async () => {
  for (const url of ['/failures/nothing', '/failures/toString', '/failures/__proto__'])
    expect((await test.app.inject({ url })).json().code).toBe('request.not-found')
  const headers = { accept: 'application/pdf' }
  const answer = await test.app.inject({ url: '/failures/as4.error', headers })
  expect(answer.json().code).toBe('request.not-acceptable')
})
