// A participant in the SMP, on its pages: what differs is shown, and it is published and withdrawn
// there by those who may.
import { describe, expect, it } from 'vitest'
import { workPublications } from '../../src/core/network/work-publications.ts'
import { openSandboxPublishing } from '../sandbox/publishing.ts'
import { browserWith, openTestConsole, textOf } from './console.ts'

const test = await openTestConsole()
const { sandbox, publishing, isInSmp } = await openSandboxPublishing()
const app = await test.serverWith({ publishing })
const operator = browserWith({ app }, test.token)
const { store } = test.gateway
const work = () => workPublications({ ...test.gateway, publishing })
const pathOf = (id: string) => `/console/participants/${encodeURIComponent(id)}`
let count = 0

async function register(browser = operator): Promise<string> {
  const id = `9915:page${++count}`
  const fields = { documentTypes: 'some', invoice: 'yes' }
  await browser.send('/console/participants/add', { participant: id, ...fields })
  return id
}

/** The part about the SMP, once it was compared. */
async function shown(id: string, browser = operator): Promise<string> {
  let text = ''
  await expect
    .poll(async () => {
      const page = textOf(await browser.open(pathOf(id)))
      text = /In the SMP (.*) Receives/.exec(page)?.[1] ?? ''
      return text
    })
    .not.toMatch(/^$|being compared/)
  return text
}

describe('the page of a participant', () => {
  it('says what differs, and that it is published once it is', async () => {
    const id = await register()
    expect(await shown(id)).toMatch(
      /^The SMP differs .* To be written: Invoices .*this gateway Publish …$/,
    )
    const question = await operator.open(`${pathOf(id)}/publish`)
    expect(textOf(question)).toContain(id)
    const answer = await operator.send(`${pathOf(id)}/publish`, {})
    expect(answer.headers.location).toBe(`${pathOf(id)}?done=publish`)
    expect(textOf(await operator.open(pathOf(id)))).toContain('to be published')
    expect(await isInSmp(id)).toBe(false)
    await work()
    expect(await isInSmp(id)).toBe(true)
    const other = browserWith({ app: await test.serverWith({ publishing }) }, test.token)
    expect(await shown(id, other)).toMatch(
      /^The SMP says what is registered here\. .* State published Since .* Publish … Withdraw …$/,
    )
  })

  it('withdraws it when it is typed once more, and not before', async () => {
    const id = await register()
    await operator.send(`${pathOf(id)}/publish`, {})
    await work()
    for (const confirm of ['', '9915:other']) {
      const refused = await operator.send(`${pathOf(id)}/withdraw`, { confirm })
      expect([refused.statusCode, textOf(refused)]).toEqual([400, expect.stringContaining(id)])
    }
    await work()
    expect(await isInSmp(id)).toBe(true)
    const answer = await operator.send(`${pathOf(id)}/withdraw`, { confirm: id })
    expect(answer.headers.location).toBe(`${pathOf(id)}?done=withdraw`)
    await work()
    expect(await isInSmp(id)).toBe(false)
    const page = await operator.open(pathOf(id))
    expect(textOf(page)).toContain('withdrawn; removed here after a day')
    expect(page.body).not.toContain(`${pathOf(id)}/publish`)
  })

  it('leads from its removal to its withdrawal while it is in the SMP', async () => {
    const id = await register()
    const free = await operator.open(`${pathOf(id)}/remove`)
    expect(textOf(free)).toContain('Remove the participant')
    await operator.send(`${pathOf(id)}/publish`, {})
    await work()
    const page = await operator.open(`${pathOf(id)}/remove`)
    expect(textOf(page)).toContain('This participant is in the SMP')
    expect(page.body).toContain(`href="${pathOf(id)}/withdraw"`)
    expect(textOf(page)).not.toContain('Remove the participant')
    await operator.send(`${pathOf(id)}/withdraw`, { confirm: id })
    await work()
    const after = await operator.open(`${pathOf(id)}/remove`)
    expect(textOf(after)).toContain('was withdrawn from the SMP')
    expect(after.body).not.toContain(`href="${pathOf(id)}/withdraw"`)
  })

  it('says that the SMP is down, and what failed the last time', async () => {
    const id = await register()
    await operator.send(`${pathOf(id)}/publish`, {})
    sandbox.setSmp({ answers: 'none' })
    await work()
    expect(await shown(id)).toMatch(
      /^How the SMP stands is not known now\. .* Tried again .* Last fault /,
    )
  })

  it('has no buttons for a tenant that may not publish, and none without an SMP', async () => {
    const tenantId = await test.makeTenant('publishes nothing', ['*'])
    const token = await test.makeToken({ tenantId, scopes: ['admin'] })
    const browser = browserWith({ app }, token)
    const id = await register(browser)
    expect(await shown(id, browser)).not.toContain('Publish …')
    const refused = await browser.send(`${pathOf(id)}/publish`, {})
    expect([refused.statusCode, refused.body]).toEqual([
      403,
      expect.stringContaining('publication.not-allowed'),
    ])
    expect(await store.publicationWish(id)).toBeUndefined()
    const by = { actor: 'test', at: new Date() }
    await store.changeTenant({ id: tenantId, mayPublish: true }, by)
    expect(await shown(id, browser)).toContain('Publish …')
    const without = browserWith(test, token)
    expect(await shown(id, without)).toMatch(/^Published by this gateway$/)
  })
})
