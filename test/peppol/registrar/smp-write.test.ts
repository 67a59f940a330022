// What each answer of phoss SMP to a write means, with the texts that a real one gave, and without
// them. No sentence repeats a credential.
import { describe, expect, it } from 'vitest'
import { parseParticipant } from '../../../src/peppol/index.ts'
import { readServices } from '../../../src/peppol/registrar/published.ts'
import {
  judgeWrite,
  migrationKeyIn,
  type SmpRequest,
  smpRequests,
} from '../../../src/peppol/registrar/smp-write.ts'
import { child, parseXml, textOf } from '../../../src/xml/index.ts'
import { billing, endpoint, invoice, participant, pint, pintProcess, processOf } from './model.ts'

type Answer = Parameters<typeof judgeWrite>[1]
type Subject = SmpRequest['subject']

const secret = 'a-long-and-secret-value'
const who = 'iso6523-actorid-upis::9915:fourcorner'
const plain = 'text/plain;charset=utf-8'
const answered = (status: number, body = '', contentType: string | undefined = plain): Answer => ({
  ...{ kind: 'answered', status, contentType, body: Buffer.from(body) },
})
const faultOf = (subject: Subject, answer: Answer) => {
  const outcome = judgeWrite({ subject }, answer, [secret])
  if (!('fault' in outcome)) throw new Error('no fault')
  return outcome.fault
}

type Meaning = { code: string; next: string; sentence: RegExp; isQuoted?: false }

const meanings = {
  credentials: {
    ...{ code: 'smp.credentials-refused', next: 'stop', isQuoted: false },
    sentence: /^The SMP refuses our credentials: look at SMP_USER/,
  },
  owner: {
    ...{ code: 'smp.not-owner', next: 'read', isQuoted: false },
    sentence: /^The participant belongs to another user of the SMP/,
  },
  ourFault: {
    ...{ code: 'smp.request-refused', next: 'stop' },
    sentence: /^The SMP refuses what we wrote, which is a fault of ours \(HTTP status 400\)\./,
  },
  missing: {
    ...{ code: 'smp.not-found', next: 'read' },
    sentence: /^The SMP does not have the participant or its document type \(HTTP status 404\)\./,
  },
  setting: {
    ...{ code: 'smp.setting', next: 'stop' },
    sentence: /^A setting of the SMP forbids it: .* switched off \(HTTP status 412\)\./,
  },
  type: {
    ...{ code: 'smp.request-refused', next: 'read' },
    sentence: /^The SMP does not take the document type \(HTTP status 500\)\./,
  },
  lost: {
    ...{ code: 'smp.outcome-unknown', next: 'read' },
    sentence:
      /^The SMP failed, perhaps after the SML did it; .* nothing is repeated \(HTTP status 5/,
  },
  migration: {
    ...{ code: 'smp.request-refused', next: 'read' },
    sentence: /^The SMP refuses the migration: .* there is none \(HTTP status 400\)\./,
  },
} satisfies Record<string, Meaning>

const meaningOf = (name: keyof typeof meanings): Meaning => meanings[name]
const noSml = 'Precondition failed: Currently no SML is available. Please select it in the UI at'

/** What was written, the status, the text of a phoss SMP 8.0.11, and what that means. */
const rows: [Subject, number, string, keyof typeof meanings][] = [
  ['group', 403, "Missing required HTTP header 'Authorization' for user", 'credentials'],
  ['type', 403, "The HTTP header 'Authorization' is malformed. Contains neither", 'credentials'],
  ['type', 403, 'Username and/or password are invalid!', 'credentials'],
  ['type', 403, "Unknown user 'nobody'", 'credentials'],
  ['type', 403, `Unknown user '{BearerToken}${secret}'`, 'credentials'],
  ['type', 403, `User 'other' does not own ${who}`, 'owner'],
  ['type', 403, "URL user name 'other' does not match the user name 'owner'", 'credentials'],
  ['group', 400, "Bad request: Failed to parse provided payload as XML at '/x'", 'ourFault'],
  ['group', 400, 'Bad request: Service Group Inconsistency. The URL points to', 'ourFault'],
  ['type', 400, 'Bad request: Save Service Metadata was called with\ninconsistent', 'ourFault'],
  ['group', 400, "Bad request: Failed to parse Service Group ID 'x' at", 'ourFault'],
  ['type', 400, "Bad request: Failed to parse Document Type ID 'x' at", 'ourFault'],
  ['type', 404, `Not found: Service group ${who} does not exist`, 'missing'],
  ['group', 404, `Not found: Unknown Service Group '${who}' at /x`, 'missing'],
  ['type', 404, `Not found: service(${who},x) at /x`, 'missing'],
  ['group', 412, 'Precondition failed: The writable REST API is disabled.', 'setting'],
  ['migration', 412, noSml, 'setting'],
  ['type', 500, `A process with ID '${billing.value}' is already contained!`, 'type'],
  ['type', 500, "Another endpoint with transport profile 'x' is already present", 'type'],
  ['group', 500, `Failed to create '${who}' in SML`, 'lost'],
  ['group', 500, `Failed to delete '${who}' in SML`, 'lost'],
  ['migration', 500, `Failed to call prepareToMigrate on SML for '${who}'`, 'lost'],
  ['migration', 500, 'Failed to confirm the migration for participant', 'lost'],
  ['migration', 500, 'java.net.SocketTimeoutException: Read timed out', 'lost'],
  ['migration', 500, 'java.net.SocketException: Unexpected end of file', 'lost'],
  ['migration', 400, `The migration of '${who}' is already in progress`, 'migration'],
  ['migration', 400, `The Service Group '${who}' already exists.`, 'migration'],
]

describe('an answer to a write', () => {
  it.each(rows)('to a %s, %i %s, is: %s', (subject, status, text, name) => {
    const { sentence, isQuoted = true, ...expected } = meaningOf(name)
    const fault = faultOf(subject, answered(status, text))
    expect(fault).toMatchObject(expected)
    expect(fault.detail).toMatch(sentence)
    expect(fault.detail.length).toBeLessThanOrEqual(255)
    // A long one is cut.
    const quote = text.replace('\n', ' ').slice(0, 40)
    expect(fault.detail.includes(quote)).toBe(isQuoted)
    expect(fault.detail).not.toContain(secret)
  })

  it.each(rows)('to a %s, %i, without its text "%s" means the same', (subject, status, _, name) => {
    // A participant of another user cannot be told from a wrong password then.
    const { sentence, code, next } = meanings[name === 'owner' ? 'credentials' : name]
    const fault = faultOf(subject, answered(status))
    expect(fault).toEqual({ code, next, detail: expect.stringMatching(sentence) })
    expect(fault.detail).not.toContain('It says')
  })

  const page = '<html>no reason</html>'
  const html = 'text/html;charset=utf-8'
  it.each<[string, Subject, Answer, string, string, RegExp]>([
    [
      'our XML against the schema',
      'type',
      answered(500, page, html),
      'request-refused',
      'stop',
      /our XML/,
    ],
    [
      'a wrong path',
      'type',
      answered(404, page, html),
      'request-refused',
      'stop',
      /look at SMP_URL/,
    ],
    ['a redirect', 'group', answered(302, page, html), 'request-refused', 'stop', /not followed/],
    ['a proxy of a type', 'type', answered(503, page, html), 'unavailable', 'wait', /proxy/],
    [
      'a proxy of a group',
      'group',
      answered(504, page, html),
      'outcome-unknown',
      'read',
      /nothing is/,
    ],
    ['an SMP that is busy', 'group', answered(429, page, html), 'unavailable', 'wait', /busy/],
  ])('may be a page: %s', (_, subject, answer, code, next, sentence) => {
    const fault = faultOf(subject, answer)
    expect(fault).toMatchObject({ code: `smp.${code}`, next })
    expect(fault.detail).toMatch(sentence)
    expect(fault.detail).not.toContain('no reason')
  })

  it.each<[string, Subject, boolean, string, string]>([
    ['timeout', 'group', true, 'outcome-unknown', 'read'],
    ['broken', 'migration', true, 'outcome-unknown', 'read'],
    ['timeout', 'type', true, 'unavailable', 'wait'],
    ['broken', 'group', false, 'unavailable', 'wait'],
    ['connect-failed', 'group', false, 'unavailable', 'wait'],
  ])('may be missing: %s of a %s (sent: %s)', (reason, subject, bodySent, code, next) => {
    const failed = { kind: 'failed', reason, detail: 'cut', bodySent } as Answer
    expect(faultOf(subject, failed)).toMatchObject({ code: `smp.${code}`, next })
  })

  it.each([200, 201, 204])('%i says that it is done', (status) => {
    expect(judgeWrite({ subject: 'type' }, answered(status), [])).toEqual({ body: Buffer.from('') })
  })

  it('is quoted without what looks like a credential, and cut', () => {
    const said = (text: string) => faultOf('type', answered(500, text)).detail
    expect(said(`x ${secret} y`)).not.toContain('It says')
    expect(said("Unknown user '{BearerToken}another'")).not.toContain('another')
    expect(said('Authorization: Basic abc')).not.toContain('abc')
    expect(said('password=abc')).not.toContain('abc')
    expect(said(`a\u001b[2J\nb`)).toMatch(/It says: 'a \[2J b'$/)
    expect(said('l'.repeat(1000))).toMatch(/l…$/)
    expect(said('l'.repeat(1000))).toHaveLength(255)
  })
})

describe('a request', () => {
  const bodyOf = ({ body }: SmpRequest) => parseXml(Buffer.from(body)).root

  it('has each part of a type as it was read', () => {
    const extension =
      '<Extension xmlns="http://busdox.org/serviceMetadata/publishing/1.0/"><x:a xmlns:x="urn:x">t' +
      '</x:a></Extension>'
    const processes = [
      {
        ...processOf(
          billing,
          endpoint({
            ...{ minimumAuthenticationLevel: '2', informationUrl: 'https://i.example/?a&b' },
            ...{ description: '<ours> & theirs', extensions: [extension] },
          }),
          endpoint({ transportProfile: 'other', url: 'https://o.example' }),
        ),
        extensions: [extension],
      },
      processOf(pintProcess, endpoint()),
    ]
    const extensions = [extension]
    const written = smpRequests.putType(participant, {
      documentType: invoice,
      processes,
      extensions,
    })
    expect(readServices(child(bodyOf(written), 'ServiceInformation')!)).toEqual({
      ...{ processes, extensions, unmodelled: [] },
    })
  })

  it('has identifiers in its path, percent-encoded', () => {
    const path = smpRequests.deleteType(participant, pint).path
    expect(path).toContain('/iso6523-actorid-upis%3A%3A0208%3A0123456749/services/peppol-doctype')
    expect(path).toContain('%23%23urn%3Apeppol%3Apint%3Abilling-1%40eu-1%2A%3A%3A2.1')
    expect(smpRequests.createGroup(participant, false).path).toMatch(/\?create-in-sml=false$/)
    expect(smpRequests.createGroup(participant, true).path).not.toContain('?')
    expect(smpRequests.deleteGroup(participant, false).path).toMatch(/\?delete-in-sml=false$/)
  })

  it('has a migration key in its body, not in its path', () => {
    const key = 'jI3^%+#{}<&0nL'
    const request = smpRequests.take(parseParticipant('9915:in'), key)
    expect(request.path).toBe('/migration/inbound')
    expect(textOf(child(bodyOf(request), 'migrationKey')!)).toBe(key)
  })
})

describe('the key of a migration', () => {
  const of = (text: string) => migrationKeyIn(Buffer.from(text))

  it('is in the answer that says that it began', () => {
    const answer = (success: string, key = '<migrationKey>a%#+1</migrationKey>') =>
      `<migrationOutboundResponse success="${success}"><participantID/>${key}` +
      '</migrationOutboundResponse>'
    expect(of(answer('true'))).toBe('a%#+1')
    expect(of(answer('false'))).toBeUndefined()
    expect(of(answer('true', ''))).toBeUndefined()
    expect(of('')).toBeUndefined()
    expect(of('<html')).toBeUndefined()
  })
})
