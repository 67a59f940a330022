// The request headers that say how to treat a document (docs/api.md, "Headers").
import { z } from 'zod'
import { parseScenario, scenarioNames } from '../core/simulation/scenarios.ts'

export const requestHeaders = z.object({
  'X-Request-Id': z.string().exactOptional().meta({
    description:
      'Your id for this call, `[A-Za-z0-9._-]{1,128}`; generated when absent. Always returned.',
  }),
})

// An unknown preference is ignored (RFC 7240, 2); `wait` is read, and has a limit.
const prefer = z.string().refine((value) => waitPreference(value) !== undefined, {
  error: 'must have a wait of whole seconds from 0 to 30, such as wait=10',
})

function scenarioWanted(given: string): string {
  const [scenario = '', more] = given.split(';', 2)
  return more !== undefined && parseScenario(scenario)
    ? `must have a speed that is a whole number from 1 to 999999, such as ${scenario};speed=60`
    : `must be false, true, or scenario=NAME with one of ${scenarioNames.join(', ')}`
}

export const submitHeaders = z.object({
  ...requestHeaders.shape,
  'X-Validation': z
    .enum(['false', 'true', 'schema', 'report'])
    .exactOptional()
    .meta({
      description:
        '`true`: XSD and Schematron; errors refuse the document. `schema`: XSD only. `report`: ' +
        'findings are stored with the document, a warning says what is wrong, and none of them ' +
        'refuses it. `false`: not validated. Absent: like `report` in the networks test and ' +
        'production, unless the operator chose otherwise, and like `false` in others. The ' +
        'operator may require more of every document.',
    }),
  'X-TestOnly': z
    .string()
    .regex(
      new RegExp(`^(false|true|scenario=(${scenarioNames.join('|')})(; ?speed=[1-9]\\d{0,5})?)$`),
      {
        error: ({ input }) => scenarioWanted(String(input)),
      },
    )
    .exactOptional()
    .meta({
      description:
        'Absent or `false`: the document is sent. `true`: everything is done, including signing ' +
        'and encryption, but nothing leaves the machine. `scenario=NAME`: what NAME says ' +
        'happens, through all states that a document can have; with `;speed=N` time passes N ' +
        'times faster between attempts, until a Message Level Status and in `slow`. The document ' +
        'stays marked as `test`.',
    }),
  'Idempotency-Key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, {
      error: 'must be 1 to 255 visible ASCII characters, such as a UUID',
    })
    .exactOptional()
    .meta({
      description:
        'The same key with the same request returns the first answer again, with ' +
        '`Idempotency-Replayed: true`; with another request, 422; while the first one is under ' +
        'way, 409. Kept for 7 days, per tenant and path.',
    }),
  traceparent: z
    .string()
    .exactOptional()
    .meta({
      description:
        'The trace that this call belongs to (W3C Trace Context): kept with the document, and in ' +
        'the lines of the log about its delivery. What is no traceparent is ignored.',
    }),
  Prefer: prefer.exactOptional().meta({
    description:
      '`wait=N`, N up to 30: hold the answer until the document is in a final state or N ' +
      'seconds have passed.',
  }),
})

/** Headers of a call that makes a document of its own and sends it. */
export const respondHeaders = submitHeaders.omit({ 'X-TestOnly': true })

type Given = z.output<typeof submitHeaders>

/** What these headers ask of a submission. A request has them under lower-case names. */
export function submitSettings(headers: { [Name in keyof Given as Lowercase<Name>]: Given[Name] }) {
  const {
    'x-validation': validation,
    'x-testonly': testOnly,
    'idempotency-key': idempotencyKey,
    traceparent: givenTrace,
  } = headers
  const traceparent = parseTraceparent(givenTrace)
  const scenario = testOnly === undefined ? undefined : parseScenario(testOnly)
  return {
    testOnly: testOnly !== undefined && testOnly !== 'false',
    ...(scenario ? { scenario } : {}),
    ...(validation ? { validation: validation === 'false' ? ('off' as const) : validation } : {}),
    ...(idempotencyKey ? { idempotencyKey } : {}),
    ...(traceparent ? { traceparent } : {}),
  }
}

const traceparentForm =
  /^((?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2})(-.*)?$/

/**
 * The part that every version has; undefined for what is no traceparent. Later versions may add
 * more after a dash (W3C Trace Context, 3.2 and 4).
 */
export function parseTraceparent(given = ''): string | undefined {
  const [, known, more] = traceparentForm.exec(given) ?? []
  return more !== undefined && known?.startsWith('00-') ? undefined : known
}

/**
 * Seconds of `wait=N` in a Prefer header (RFC 7240, 4.3); 0 when it has none, undefined
 * when N is not 0 to 30.
 */
export function waitPreference(prefer = ''): number | undefined {
  const wait = prefer
    .split(/[,;]/)
    .map((preference) => preference.trim())
    .find((preference) => /^wait\s*(=|$)/i.test(preference))
  if (wait === undefined) return 0
  const seconds = /^wait\s*=\s*"?(\d{1,2})"?$/i.exec(wait)?.[1]
  return seconds !== undefined && Number(seconds) <= 30 ? Number(seconds) : undefined
}

export const followHeaders = z.object({
  ...requestHeaders.shape,
  'If-None-Match': z
    .string()
    .exactOptional()
    .meta({ description: 'An ETag you have seen; 304 while it still holds' }),
})
