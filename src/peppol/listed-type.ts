// What the code list of document types says of one, and how its receivers register for it.
import { findDocumentType, type ListedDocumentType } from '../codelists/index.ts'
import { type Identifier, wildcardScheme } from './identifiers.ts'
import { registrationCandidates } from './wildcard.ts'

/** A document type and a process of it, as an SMP names them. */
export type Service = { documentType: Identifier; process: Identifier }

/**
 * The entry of the code list; for a variant of a PINT type, with or without `*`, that of the type
 * which it varies. Undefined when the list has neither.
 */
export function listedTypeOf(documentType: Identifier): ListedDocumentType | undefined {
  for (const candidate of registrationCandidates(withoutStar(documentType))) {
    const found = findDocumentType(withoutStar(candidate))
    if (found) return found
  }
  return undefined
}

/**
 * What an SMP has to say of a receiver of this type: every process of it. PINT types are found
 * exactly and, for their variants, with `*`. Empty when the code list does not have the type.
 */
export function servicesOfType(documentType: Identifier): Service[] {
  const processes = listedTypeOf(documentType)?.processes ?? []
  return publishedForms(documentType).flatMap((form) =>
    processes.map((process) => ({ documentType: form, process })),
  )
}

function publishedForms(documentType: Identifier): Identifier[] {
  const isExact = documentType.scheme === wildcardScheme && !documentType.value.includes('*')
  return isExact ? [documentType, withStar(documentType)] : [documentType]
}

function withStar({ scheme, value }: Identifier): Identifier {
  const at = value.lastIndexOf('::')
  return { scheme, value: `${value.slice(0, at)}*${value.slice(at)}` }
}

/** `*` may stand only at the end of the customization id. */
export function withoutStar({ scheme, value }: Identifier): Identifier {
  return { scheme, value: value.replace('*::', '::') }
}
