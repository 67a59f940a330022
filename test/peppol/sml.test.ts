import { expect, test } from 'vitest'
import { parseParticipant, participantScheme, smlName } from '../../src/peppol/index.ts'

const zone = 'participant.sml.test.tech.peppol.org'

// Computed with other software.
test.each([
  ['9915:test', 'eh5boavaktmbgzyh2a63dz4qov33fvp5nsdvqklucfraayoodw6a'],
  ['0192:991825827', '7i2243uolq5qzb6jxfvi6yei4iq7sfipkv55htzfnr6s54y6yufa'],
  ['0242:000306', 'ruslvhnsd3wsiewze5l6zqlggde6pvkp4ewan2v4ellildm6pvka'],
  ['0208:0123456749', 'hqlnrkedej3xevnxcnqilr5gx4hmdn4lws23cztjymy4mhl3plla'],
  ['9922:OPTBCNTRLP1001', 'y4zlyqhyr4cictf3cduqrk6z5wd3b6xmztfx46xe7qaqia52twzq'],
])('%s is listed under %s', (participant, label) => {
  expect(smlName(parseParticipant(participant), zone)).toBe(`${label}.iso6523-actorid-upis.${zone}`)
})

test('the case of a participant does not matter, and another one is listed elsewhere', () => {
  const name = (value: string) => smlName({ scheme: participantScheme, value }, zone)
  expect(name('9915:TEST')).toBe(name('9915:test'))
  expect(name('9915:tesu')).not.toBe(name('9915:test'))
})
