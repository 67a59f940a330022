// Message Level Status 1.0.1: each of its rules holds for a status that we wrote, and fails
// for one edit of it.
import { describe, expect, it } from 'vitest'
import { assertionsIn, brokenRules, ruleSet, sourceOf } from './own-rules.ts'

const provider = (party: string, id: string) =>
  `<cac:${party}><cbc:EndpointID schemeID="0242">${id}</cbc:EndpointID></cac:${party}>`

const issue =
  `<cac:LineResponse><cac:LineReference><cbc:LineID>/Invoice[1]</cbc:LineID>` +
  `</cac:LineReference><cac:Response><cbc:Description>No ` +
  `buyer</cbc:Description><cac:Status><cbc:StatusReasonCode>BV</cbc:StatusReasonCode>` +
  `</cac:Status></cac:Response></cac:LineResponse>`

const status = (response: string, issues = '') =>
  '<ApplicationResponse ' +
  'xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2" ' +
  'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" ' +
  `xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">` +
  `<cbc:CustomizationID>urn:peppol:edec:mls:1.0</cbc:CustomizationID>` +
  `<cbc:ProfileID>urn:peppol:edec:mls</cbc:ProfileID><cbc:ID>S-1</cbc:ID>` +
  `<cbc:IssueDate>2026-11-21</cbc:IssueDate>` +
  `<cbc:IssueTime>10:11:12+02:00</cbc:IssueTime>${provider('SenderParty', '000123-AB_1.unit-7')}` +
  `${provider('ReceiverParty', '000456')}<cac:DocumentResponse>` +
  `<cac:Response>${response}</cac:Response>` +
  `<cac:DocumentReference><cbc:ID>8f4f1c1a</cbc:ID></cac:DocumentReference>${issues}` +
  '</cac:DocumentResponse></ApplicationResponse>'

const accepted = status('<cbc:ResponseCode>AB</cbc:ResponseCode>')
const rejected = status(
  '<cbc:ResponseCode>RE</cbc:ResponseCode><cbc:Description>Refused</cbc:Description>',
  issue,
)

type Edit = [number: string, also: string[], from: string | RegExp, to: string, document?: string]

const sender = /<cac:SenderParty>.*<\/cac:SenderParty>/
const receiver = /<cac:ReceiverParty>.*<\/cac:ReceiverParty>/

// Rules that can only break together are listed beside the intended one.
const edits: Edit[] = [
  ['01', [], 'urn:peppol:edec:mls:1.0', 'urn:peppol:edec:mls:2.0'],
  ['02', [], '<cbc:ProfileID>urn:peppol:edec:mls<', '<cbc:ProfileID>urn:peppol:edec:mlr<'],
  ['03', [], '<cbc:ID>S-1</cbc:ID>', '<cbc:ID> </cbc:ID>'],
  ['04', [], '2026-11-21', '2026-11-21Z'],
  ['05', ['06'], '<cbc:IssueTime>10:11:12+02:00</cbc:IssueTime>', ''],
  ['06', [], '+02:00', ''],
  ['07', ['08', '09', '10', '11'], sender, '<cac:SenderParty/>'],
  ['08', ['09'], '000123-AB_1.unit-7', ' '],
  ['09', [], '000123-AB_1.unit-7', '000123-A'],
  [
    '10',
    ['11'],
    sender,
    '<cac:SenderParty><cbc:EndpointID>000123</cbc:EndpointID></cac:SenderParty>',
  ],
  ['11', [], 'schemeID="0242">000123', 'schemeID="0088">000123'],
  ['12', ['13', '14', '15', '16'], receiver, '<cac:ReceiverParty/>'],
  ['13', ['14'], '000456', ' '],
  ['14', [], '000456', '456'],
  [
    '15',
    ['16'],
    receiver,
    '<cac:ReceiverParty><cbc:EndpointID>000456</cbc:EndpointID></cac:ReceiverParty>',
  ],
  ['16', [], 'schemeID="0242">000456', 'schemeID="9999">000456'],
  ['17', [], /<cac:DocumentResponse>.*<\/cac:DocumentResponse>/, '$&$&'],
  ['18', ['19'], '<cbc:ResponseCode>AB</cbc:ResponseCode>', ''],
  ['19', [], '>AB<', '>ab<'],
  ['20', ['21'], '<cbc:Description>Refused</cbc:Description>', '', rejected],
  ['21', [], '>Refused<', '> <', rejected],
  ['22', [], /<cac:DocumentReference>.*<\/cac:DocumentReference>/, '$&$&'],
  ['23', ['24'], issue, '', rejected],
  ['24', [], '>BV<', '>BW<', rejected],
  ['25', [], '>RE<', '>AP<', rejected],
  ['26', [], '8f4f1c1a', '\n'],
  ['27', [], '/Invoice[1]', '', rejected],
  ['28', ['29'], '<cbc:Description>No buyer</cbc:Description>', '', rejected],
  ['29', [], 'No buyer', ' ', rejected],
  ['30', ['24'], /<cac:Status>.*<\/cac:Status>/, '', rejected],
  ['31', ['24'], '>BV<', '>XX<', rejected],
]

const rule = (number: string) => `SCH-MLS-${number}`
const ask = (document: string) => brokenRules(document, 'peppol-mls')

describe('the rules of Message Level Status', () => {
  it('are the 31 of version 1.0.1, all fatal, and each of them is broken below', () => {
    const rules = ruleSet('peppol-mls').files.flatMap((file) => assertionsIn(sourceOf(file)))
    expect(rules.map(({ id }) => id)).toEqual(edits.map(([number]) => rule(number)))
    expect(new Set(rules.map(({ flag }) => flag))).toEqual(new Set(['fatal']))
  })

  it.each([
    ['accepted', accepted],
    [
      'accepted with a warning',
      status('<cbc:ResponseCode>AP</cbc:ResponseCode>', issue.replace('BV', 'BW')),
    ],
    ['rejected', rejected],
    [
      'rejected after failed delivery',
      rejected.replace('>BV<', '> FD <').replace('/Invoice[1]', 'NA'),
    ],
    ['rejected for its syntax', rejected.replace('>BV<', '>SV<')],
    ['from a provider in small letters', accepted.replace('000123-AB_1', '000123-ab_1')],
    ['dated with white space around', accepted.replace('2026-11-21', ' 2026-11-21\n')],
    ['timed in UTC', accepted.replace('+02:00', 'Z')],
  ])('hold for a status that is %s', (_, document) => {
    expect([...ask(document).keys()]).toEqual([])
  })

  it.each(edits)('report that rule %s is broken', (number, also, from, to, document = accepted) => {
    const edited = document.replace(from, to)
    expect(edited).not.toBe(document)
    expect([...ask(edited).keys()].sort()).toEqual([number, ...also].map(rule).sort())
  })
})
