// What the code lists of Peppol say, as facts that several rooms need.
export { isListedCustomization } from './customizations.ts'
export {
  documentTypes,
  findDocumentType,
  findParticipantScheme,
  findStatedType,
  isListedProcess,
  type ListedDocumentType,
  participantSchemes,
  stateOn,
} from './listed.ts'
export { documentTypesNamed, shortNames, singleShortNames } from './short-names.ts'
