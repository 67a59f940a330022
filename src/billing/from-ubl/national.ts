// What the terms of several countries have in common.
import { find, textAt } from './read.ts'
import { all, noteConstant, notePath, type Part, type Parts } from './reading.ts'

/** The parts of a country, of each part of a document. */
export type National = { document?: Parts; seller?: Parts; buyer?: Parts; line?: Parts }

/** A total in the currency of the country, the description of a reference of that type. */
export function totalIn(type: string, currency: string): Part<string> {
  return (reading, root, pointer) => {
    const holder = all(root, 'cac:AdditionalDocumentReference').find(
      (one) => textAt(find(one, 'cbc:DocumentTypeCode')) === type,
    )
    const found = holder && find(holder, 'cbc:DocumentDescription')
    const stated = textAt(found)
    if (holder === undefined || found === undefined || stated === undefined) return undefined
    reading.locations[found.order] = pointer
    notePath(reading, root, found, pointer)
    noteConstant(reading, holder, 'cbc:ID', currency, pointer)
    noteConstant(reading, holder, 'cbc:DocumentTypeCode', type, pointer)
    return stated
  }
}
