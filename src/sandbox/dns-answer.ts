// DNS messages of the sandbox's SML (RFC 1035, RFC 3403): turns the bytes of a query into those of
// the answer.
import {
  type Answer,
  AUTHORITATIVE_ANSWER,
  type DecodedPacket,
  decode,
  encode,
  type Packet,
  type Question,
  RECURSION_DESIRED,
  TRUNCATED_RESPONSE,
} from 'dns-packet'
import { naptrAnswer, type Sml } from './sml.ts'

const codes = { ok: 0, formatError: 1, noSuchName: 3, notImplemented: 4, refused: 5 }

// Without EDNS a UDP answer has at most 512 bytes (RFC 1035, 4.2.1); with it, at most what passes
// every path unfragmented.
const udpBytesMin = 512
const udpBytesMax = 1232

/**
 * Answers one query; undefined when the bytes are not a query and need no answer. Over UDP an
 * answer that is too long goes out empty with the TC bit, so that the client retries over TCP.
 */
export function answerQuery(
  query: Uint8Array,
  transport: 'udp' | 'tcp',
  sml: Sml,
): Buffer | undefined {
  const asked = readQuery(query)
  if (!asked) return undefined
  const answer = answerPacket(asked, sml)
  const bytes = encode(answer)
  if (transport === 'tcp' || bytes.length <= udpLimit(asked)) return bytes
  return encode({
    ...answer,
    flags: (answer.flags ?? 0) | TRUNCATED_RESPONSE,
    answers: [],
    authorities: [],
  })
}

function readQuery(query: Uint8Array): DecodedPacket | undefined {
  try {
    const packet = decode(Buffer.from(query))
    return packet.type === 'query' ? packet : undefined
  } catch {
    return undefined
  }
}

function answerPacket(asked: DecodedPacket, sml: Sml): Packet {
  const [question, ...others] = asked.questions ?? []
  const { code, answers } =
    !question || others.length > 0
      ? { code: codes.formatError, answers: [] }
      : answerQuestion(asked, question, sml)
  const authoritative = code === codes.ok || code === codes.noSuchName
  return {
    type: 'response',
    id: asked.id,
    flags:
      ((asked.flags ?? 0) & RECURSION_DESIRED) | (authoritative ? AUTHORITATIVE_ANSWER : 0) | code,
    questions: asked.questions,
    answers,
    authorities: authoritative && answers.length === 0 ? [authorityOf(sml.zone)] : [],
    additionals: hasEdns(asked) ? [edns] : [],
  }
}

function answerQuestion(
  asked: DecodedPacket,
  { name, type, class: group }: Question,
  sml: Sml,
): { code: number; answers: Answer[] } {
  const operation = ((asked.flags ?? 0) >> 11) & 0xf
  if (operation !== 0) return { code: codes.notImplemented, answers: [] }
  const isOurs = `.${name.toLowerCase()}`.endsWith(`.${sml.zone}`)
  if (!isOurs || (group !== undefined && group !== 'IN' && group !== 'ANY'))
    return { code: codes.refused, answers: [] }
  const outcome = naptrAnswer(name, sml)
  if (outcome.kind !== 'records') return { code: codes.noSuchName, answers: [] }
  if (type !== 'NAPTR') return { code: codes.ok, answers: [] }
  return {
    code: codes.ok,
    // The SMP has a different port after each start, so the answer must not be cached.
    answers: outcome.records.map(({ service, ...record }) => ({
      type: 'NAPTR',
      name,
      ttl: 0,
      class: 'IN',
      data: { ...record, services: service },
    })),
  }
}

// A negative answer comes with the zone's SOA record (RFC 2308).
function authorityOf(zone: string): Answer {
  return {
    type: 'SOA',
    name: zone,
    ttl: 0,
    class: 'IN',
    data: {
      mname: `ns.${zone}`,
      rname: `hostmaster.${zone}`,
      serial: 1,
      refresh: 60,
      retry: 60,
      expire: 60,
      minimum: 0,
    },
  }
}

const edns: Answer = {
  type: 'OPT',
  name: '.',
  udpPayloadSize: udpBytesMax,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: [],
}

function hasEdns(asked: DecodedPacket): boolean {
  return (asked.additionals ?? []).some((record) => record.type === 'OPT')
}

function udpLimit(asked: DecodedPacket): number {
  const stated =
    (asked.additionals ?? []).find((record) => record.type === 'OPT')?.udpPayloadSize ?? udpBytesMin
  return Math.min(Math.max(stated, udpBytesMin), udpBytesMax)
}
