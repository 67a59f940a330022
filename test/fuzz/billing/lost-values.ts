// What of a JSON document is not in the JSON that its UBL becomes.
import type { ProfileName } from '../../../src/billing/profiles/profile.ts'
import { profiles } from '../../../src/billing/profiles/table.ts'
import type { Json } from '../../billing/generate.ts'

type Returned = Record<string, unknown>

/**
 * The pointers of values that did not come back, or came back as others. A value may come back in
 * its long form, without white space around it, and a decimal with another number of zeros.
 */
export function lostValues(sent: unknown, back: unknown, pointer = ''): string[] {
  if (Array.isArray(sent)) {
    const items = Array.isArray(back) ? back : []
    return sent.flatMap((item, index) => lostValues(item, items[index], `${pointer}/${index}`))
  }
  if (typeof sent === 'object' && sent !== null) {
    const fields = typeof back === 'object' && back !== null ? (back as Returned) : {}
    return Object.entries(sent as Json).flatMap(([name, value]) =>
      isImplied(name, value, fields) ? [] : lostValues(value, fields[name], `${pointer}/${name}`),
    )
  }
  return isSame(sent, back) ? [] : [pointer]
}

/**
 * The reader says whose creditor identifier it is only where it is not the seller's, and the
 * specification only where it is not the one that the profile gives.
 */
function isImplied(name: string, value: unknown, back: Returned): boolean {
  if (back[name] !== undefined) return false
  if (name === 'creditorIdOn') return value === 'seller'
  if (name === 'selfBilled') return value === false
  return name === 'specificationId' && isOfProfile(String(value), back)
}

function isOfProfile(
  specificationId: string,
  { profile, typeCode, selfBilled }: Returned,
): boolean {
  const { billing, selfBilling } = profiles[profile as ProfileName]
  const isSelfBilled = selfBilled === true || ['389', '261', '527'].includes(String(typeCode))
  return specificationId === ((isSelfBilled && selfBilling) || billing).specificationId
}

function isSame(sent: unknown, back: unknown): boolean {
  if (typeof sent !== 'string') return sent === back
  if (typeof back === 'object' && back !== null) {
    const { scheme, id } = back as { scheme?: string; id?: string }
    return `${scheme}:${id}` === sent
  }
  if (typeof back !== 'string') return false
  const [one, other] = [sent.trim(), back.trim()]
  return other === one || isSameDecimal(one, other) || other === one.toUpperCase()
}

function isSameDecimal(one: string, other: string): boolean {
  return [one, other].every((text) => /^-?\d+(\.\d+)?$/.test(text)) && plain(one) === plain(other)
}

function plain(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const digits = `${whole.replace(/^0+/, '')}.${fraction.replace(/0+$/, '')}`
  return digits !== '.' && decimal.startsWith('-') ? `-${digits}` : digits
}
