// Whom documents are received for: added, changed and removed on pages.
import { describe, expect, it } from 'vitest'
import { typeGroups } from '../../src/console/words/document-types.ts'
import type { Gateway } from '../../src/core/gateway.ts'
import { cachingOf, findEndpoint } from '../../src/core/network/find-endpoint.ts'
import { documentTypesOf, receivedTypeNames } from '../../src/core/network/received-types.ts'
import { emptyLookupCache } from '../../src/core/runtime/lookup-cache.ts'
import { parseDocumentType, parseParticipant, servicesOfType } from '../../src/peppol/index.ts'
import { browserWith, fieldsOf, openTestConsole, textOf } from './console.ts'

const test = await openTestConsole()
const { operator } = test
const path = '/console/participants'
const pathOf = (participant: string) => `${path}/${encodeURIComponent(participant)}`
const { receivers, unregistered } = test.gateway.service.sandbox!
const reachable = receivers[0]!

const registered = async (participant: string) =>
  (await test.call({ url: `/api/v1/registrations/${participant}` })).json()

async function add(participant: string, fields: Record<string, string> = {}) {
  return operator.send(`${path}/add`, { participant, documentTypes: 'all', ...fields })
}

describe('the list of participants', () => {
  it('says what to do while there is none, and then lists them in words', async () => {
    const tenantId = await test.makeTenant('lists', ['*'])
    const browser = browserWith(test, await test.makeToken({ tenantId }))
    expect(textOf(await browser.open(path))).toContain('Nothing is received yet')
    const types = { documentTypes: 'some', invoice: 'yes', 'credit-note': 'yes', order: 'yes' }
    const fields = { participant: '9915:lists', country: 'be', endUser: 'shop 7', ...types }
    const added = await browser.send(`${path}/add`, fields)
    expect(added.headers.location).toBe('/console/participants/9915%3Alists?done=add')
    const listed = textOf(await browser.open(path))
    expect(listed).toMatch(
      /9915:lists Belgium Invoices, Credit notes and 1 more (being asked …|Elsewhere) shop 7/,
    )
    expect(textOf(await operator.open(path))).not.toContain('9915:lists')
  })

  it('says whether the network finds each, and waits for no lookup', async () => {
    let answer: () => void = () => {}
    let asked = 0
    const waited = new Promise<void>((done) => {
      answer = done
    })
    const { resolveNaptr } = test.gateway.peppolAccess
    const peppolAccess = {
      ...{ ...test.gateway.peppolAccess, ...emptyLookupCache() },
      resolveNaptr: async (name: string) => {
        asked += 1
        await waited
        return resolveNaptr(name)
      },
    }
    const tenantId = await test.makeTenant('found', ['*'])
    const app = await test.serverWith({ peppolAccess })
    const browser = browserWith({ app }, await test.makeToken({ tenantId }))
    for (let count = 0; count < 9; count += 1)
      await browser.send(`${path}/add`, { participant: `9915:n${count}`, documentTypes: 'all' })
    for (let times = 0; times < 2; times += 1) {
      const page = await browser.open(path)
      expect(textOf(page).match(/being asked …/g)).toHaveLength(9)
      expect(page.body).toContain('data-soon')
    }
    // Five at once, each once, however often the page is read.
    expect(asked).toBe(5)
    answer()
    await expect
      .poll(async () => textOf(await browser.open(path)))
      .toMatch(/(?:9915:n\d .*?Elsewhere .*?){9}/)
    expect((await browser.open(path)).body).not.toContain('data-soon')
    const total = asked
    await browser.open(path)
    expect(asked).toBe(total)
  })

  it('goes on page by page', async () => {
    const tenantId = await test.makeTenant('many', ['*'])
    const browser = browserWith(test, await test.makeToken({ tenantId }))
    for (let count = 0; count < 51; count += 1)
      await browser.send(`${path}/add`, { participant: `9915:m${count}`, documentTypes: 'all' })
    const first = await browser.open(path)
    expect(textOf(first)).not.toContain('9915:m0 ')
    const [, older] = /href="([^"]+cursor=[^"]+)"/.exec(first.body)!
    expect(textOf(await browser.open(older!))).toContain('9915:m0 ')
  })

  it('is for those who may register, and in the navigation of no others', async () => {
    const reader = browserWith(test, await test.makeToken({ scopes: ['documents:read'] }))
    expect((await reader.open(path)).statusCode).toBe(403)
    expect((await reader.open('/console')).body).not.toContain(`href="${path}"`)
    expect((await operator.open('/console')).body).toContain(`href="${path}"`)
  })
})

describe('adding a participant', () => {
  it('offers registers and countries by their names', async () => {
    const form = await operator.open(`${path}/add`)
    expect(form.body).toContain('<option value="0208">Belgium · KBO/BCE · 0208</option>')
    expect(form.body).toContain('<option value="BE">Belgium</option>')
    // One that was removed from the list is not offered.
    expect(form.body).not.toContain('value="0037"')
    const typed = { scheme: '9915', country: 'AT' }
    const chosen = await add('chosen', typed)
    expect(chosen.headers.location).toBe(`${pathOf('9915:chosen')}?done=add`)
    const written = await add('9915:written', typed)
    expect(written.headers.location).toBe(`${pathOf('9915:written')}?done=add`)
    expect((await registered('9915:chosen')).country).toBe('AT')
    const wrong = await add('0088:1', typed)
    expect(wrong.statusCode).toBe(422)
    expect(wrong.body).toContain('<option value="9915" selected>')
    const kept = await operator.open(`${pathOf('9915:chosen')}/change`)
    expect(kept.body).toContain('<option value="AT" selected>Austria</option>')
  })

  it('has words for each name of document types', () => {
    const named = Object.values(typeGroups).flatMap((group) => Object.keys(group))
    expect(named.sort()).toEqual([...receivedTypeNames].sort())
  })

  it('shows what is wrong beside its field, with what was typed', async () => {
    const typed = { country: 'Belgium', endUser: 'shop', more: 'ordr', documentTypes: 'some' }
    const refused = await add('0208:0123456748', typed)
    expect(refused.statusCode).toBe(422)
    expect(fieldsOf(refused)).toMatchObject({ participant: '0208:0123456748', ...typed })
    const errorOf = (body: string, field: string) =>
      textOf({ body: new RegExp(`id="field-${field}-error">(.*?)</p>`).exec(body)![1]! } as never)
    expect(errorOf(refused.body, 'participant')).toMatch(/check digit/)
    const country = await add('9915:f', { ...typed, more: 'order' })
    expect(errorOf(country.body, 'country')).toMatch(/two capital letters/)
    const types = await add('9915:f', { ...typed, country: 'BE' })
    expect(errorOf(types.body, 'documentTypes')).toMatch(/^One entry is "ordr": write order/)
    const none = await add('9915:f', { documentTypes: 'some' })
    expect(errorOf(none.body, 'documentTypes')).toBe('Choose at least one type.')
    expect((await registered('9915:f')).code).toBe('registration.not-found')
  })

  it('refuses what belongs to another tenant, and tells nothing of it', async () => {
    const tenantId = await test.makeTenant('limited', ['9915:own'])
    const scopes = ['admin'] as const
    const limited = browserWith(test, await test.makeToken({ tenantId, scopes }))
    await add('9915:taken')
    for (const participant of ['9915:taken', '9915:absent']) {
      const refused = await limited.send(`${path}/add`, { participant, documentTypes: 'all' })
      expect(refused.statusCode).toBe(403)
      expect(textOf(refused)).toContain(`Your tenant may not receive for ${participant}`)
    }
    const again = await add('9915:taken')
    expect(again.statusCode).toBe(409)
    expect(textOf(again)).toContain('It is registered already')
    expect(textOf(again)).not.toContain('/api/')
  })

  it('keeps hostile text as text, and changes nothing by a link', async () => {
    const hostile = `"><script>alert(1)</script>\u202e`
    const refused = await add(hostile, { endUser: hostile, more: hostile, documentTypes: 'some' })
    expect(refused.statusCode).toBe(422)
    expect(refused.body).not.toMatch(/<script>alert|\u202e[^"<]*<\/(?!textarea)/)
    const link = await operator.open(`${path}/add?participant=9915:link&documentTypes=all`)
    expect(link.statusCode).toBe(200)
    expect((await registered('9915:link')).code).toBe('registration.not-found')
  })
})

describe('a participant', () => {
  const withAccess = async (change: Partial<Gateway['peppolAccess']>) => {
    const peppolAccess = { ...test.gateway.peppolAccess, ...emptyLookupCache(), ...change }
    return browserWith({ app: await test.serverWith({ peppolAccess }) }, test.token)
  }

  it('is shown with what it receives, and whether the network finds it', async () => {
    await add(unregistered)
    const unseen = textOf(await operator.open(`${pathOf(unregistered)}?look=yes`))
    expect(unseen).toContain('The network does not find it: nothing will come.')
    expect(unseen).toContain('Everything that comes')
    await add(reachable, { country: 'SE', endUser: '<b>' })
    const elsewhere = await operator.open(`${pathOf(reachable)}?look=yes`)
    expect(textOf(elsewhere)).toMatch(/sends its documents elsewhere: to POP900002 \./)
    expect(elsewhere.body).not.toContain('<b>')
    const steps = textOf(await operator.open(`${pathOf(reachable)}?steps=yes`))
    expect(steps).toMatch(/directory OK .* Check that no certificate was revoked OK/)
  })

  it('is found here when its SMP names the certificate of this gateway', async () => {
    const { peppolAccess } = test.gateway
    const documentType = parseDocumentType(documentTypesOf('invoice')![0]!)
    const process = servicesOfType(documentType)[0]!.process
    const query = { participant: parseParticipant(reachable), documentType, process }
    const { certificate } = await findEndpoint(peppolAccess, query, cachingOf(test.gateway))
    const here = await withAccess({ keys: { ...peppolAccess.keys, certificate } })
    expect(textOf(await here.open(`${pathOf(reachable)}?look=yes`))).toMatch(
      /The network finds it here, by \S+ \./,
    )
  })

  it('is warned about once, whether the network finds it or not', async () => {
    const odd = '0088:12345678901231'
    await add(odd)
    for (const query of ['', '?look=yes'])
      expect(
        textOf(await operator.open(`${pathOf(odd)}${query}`)).match(/no Global/g),
      ).toHaveLength(1)
  })

  it('is shown although the network does not answer', async () => {
    const silent = await withAccess({
      resolveNaptr: async () => ({ kind: 'failed', detail: 'SERVFAIL' }),
    })
    const said = textOf(await silent.open(`${pathOf(reachable)}?look=yes`))
    expect(said).toContain('Whether the network finds it here is not known now.')
    expect(said).toContain('Everything that comes')
  })

  it('is shown while the network is being asked, once, and is complete after that', async () => {
    let answer: () => void = () => {}
    let asked = 0
    const waited = new Promise<void>((done) => {
      answer = done
    })
    const slow = await withAccess({
      resolveNaptr: async (name) => {
        asked += 1
        await waited
        return test.gateway.peppolAccess.resolveNaptr(name)
      },
    })
    for (let times = 0; times < 2; times += 1) {
      const page = await slow.open(pathOf(reachable))
      expect(textOf(page)).toContain('The network is being asked whether it finds it here')
      expect(page.body).toContain(`href="${pathOf(reachable)}?look=yes"`)
      expect(page.body).toContain('data-soon')
    }
    expect(asked).toBe(1)
    answer()
    const said = async () => textOf(await slow.open(pathOf(reachable)))
    await expect.poll(said).toContain('sends its documents elsewhere')
  })

  it('is changed; what its form does not have words for stays ticked', async () => {
    const odd = 'busdox-docid-qns::urn:example:odd::Odd##urn:example:odd:1::1'
    await add('9915:change', { documentTypes: 'some', invoice: 'yes', more: odd })
    const form = await operator.open(`${pathOf('9915:change')}/change`)
    const fields = fieldsOf(form)
    expect(fields).toMatchObject({ documentTypes: 'some', invoice: 'yes', [odd]: 'yes' })
    const changed = { ...fields, order: 'yes', country: 'NL' }
    expect((await operator.send(`${pathOf('9915:change')}/change`, changed)).statusCode).toBe(303)
    const { documentTypes, country } = await registered('9915:change')
    expect(documentTypes).toContain(odd)
    expect(documentTypes).toHaveLength(3)
    expect(country).toBe('NL')
    // It is another one since the form was shown.
    const late = await operator.send(`${pathOf('9915:change')}/change`, fields)
    expect(late.statusCode).toBe(409)
    expect((await registered('9915:change')).country).toBe('NL')
  })

  it('is removed after a question, which is asked again when it was changed since', async () => {
    await add('9915:gone')
    const asked = await operator.open(`${pathOf('9915:gone')}/remove`)
    expect(textOf(asked)).toContain('Receive nothing more for this participant?')
    await test.call({
      method: 'PUT',
      url: '/api/v1/registrations/9915:gone',
      payload: { documentTypes: ['order'] },
    })
    const late = await operator.send(`${pathOf('9915:gone')}/remove`, fieldsOf(asked))
    expect(late.statusCode).toBe(409)
    expect((await operator.answer(`${pathOf('9915:gone')}/remove`)).statusCode).toBe(303)
    expect((await operator.open(pathOf('9915:gone'))).statusCode).toBe(404)
    expect(textOf(await operator.open(`${path}?done=remove`))).toContain('is removed')
  })

  it('of another tenant looks like an absent one', async () => {
    await add('9915:mine')
    const tenantId = await test.makeTenant('other', ['*'])
    const other = browserWith(test, await test.makeToken({ tenantId }))
    for (const part of ['', '/change', '/remove'])
      for (const participant of ['9915:mine', '9915:none', 'x'])
        expect((await other.open(`${pathOf(participant)}${part}`)).statusCode).toBe(404)
    expect((await other.send(`${pathOf('9915:mine')}/remove`)).statusCode).toBe(404)
    expect((await registered('9915:mine')).participant).toBe('9915:mine')
  })
})
