// The official schemas: UBL 2.1, tax data, and the two editions of CII that the network uses.
import type { Pin } from '../pin.ts'

function schemas(artifact: string, sha256: string, owner: string, paths: string[]): Pin {
  const licence = `The package is under Apache-2.0; the schemas are under the terms of ${owner}.`
  const release = { source: { artifact }, sha256, licence, ruleSets: [], schemas: paths }
  return { releases: [release] }
}

const ublRoots = [
  ...['Invoice', 'CreditNote', 'ApplicationResponse', 'Order', 'OrderResponse', 'Catalogue'],
  'DespatchAdvice',
]
const ublModules = [
  ...['CommonAggregateComponents', 'CommonBasicComponents', 'CommonExtensionComponents'],
  ...['CommonSignatureComponents', 'ExtensionContentDataType', 'QualifiedDataTypes'],
  ...['SignatureAggregateComponents', 'SignatureBasicComponents', 'UnqualifiedDataTypes'],
]

export const baseSchemas: readonly Pin[] = [
  schemas(
    'com.helger.ubl:ph-ubl21:10.2.0',
    '7317ddd448f58cdf4e550878d839be8d3324b410771ba462a35ced49ccb26a52',
    'OASIS',
    [
      ...ublRoots.map((root) => `external/schemas/ubl21/maindoc/UBL-${root}-2.1.xsd`),
      ...ublModules.map((module) => `external/schemas/ubl21/common/UBL-${module}-2.1.xsd`),
    ],
  ),
  schemas(
    'com.helger.xsd:ph-xsds-ccts-cct-schemamodule:4.1.0',
    'ec0e60be5265b09fac75a57a4b284244820c23f0481a1c75802ba4eb6338b0fd',
    'UN/CEFACT',
    ['schemas/CCTS_CCT_SchemaModule.xsd'],
  ),
  schemas(
    'com.helger.xsd:ph-xsds-xmldsig:4.1.0',
    '66590e38b0994d0fd6cd89b1588a3c96fad3a3c85494cf764783fe0c4acc9c3d',
    'W3C',
    ['schemas/xmldsig-core-schema.xsd'],
  ),
  schemas(
    'com.helger.xsd:ph-xsds-xades132:4.1.0',
    'd90bdb2359bbef63bd789af238fb135dd7ada0ba9722f4e2825cd210dada013c',
    'ETSI',
    ['schemas/XAdES01903v132-201601.xsd'],
  ),
  schemas(
    'com.helger.xsd:ph-xsds-xades141:4.1.0',
    'b34b2670774e9de79653767fd667d86823261c153f706c2344889d0702f54e41',
    'ETSI',
    ['schemas/XAdES01903v141-201601.xsd'],
  ),
  schemas(
    'com.helger.peppol:peppol-uae-tdd-datatypes:1.0.0',
    '00c79518e6a6c76080dcf317fd7725164f719bc386d9ebd9f4f5a83b194fd146',
    'OpenPeppol',
    ['external/schemas/peppol-tdd-1.0.0.xsd'],
  ),
  schemas(
    'com.helger.peppol:peppol-sk-tdd-datatypes:0.1.3',
    '47015a5799c74b13cca5620bc2e67105993bc6bab8aee693503187c0fc07ed16',
    'OpenPeppol',
    ['external/schemas/2026-03-02/Peppol-Slovak Republic-TDD.xsd'],
  ),
  schemas(
    'com.helger.peppol:peppol-vida-tdd-datatypes:0.2.1',
    'afff515414fd28380ba0546f0693c0e7e1b459190e347ca8d61937964c1ff0a6',
    'OpenPeppol',
    ['external/schemas/2026-03-18/Peppol-ViDA-TDD.xsd'],
  ),
]

export const nationalSchemas: readonly Pin[] = [
  schemas(
    'com.helger.peppol:peppol-om-tdd-datatypes:0.9.0',
    'ae1f33056abe0c1e3e9b50beaa57a43320edf78dca57814d7262903517288b20',
    'OpenPeppol',
    ['external/schemas/peppol-om-tdd-1.0.0.xsd'],
  ),
  schemas(
    'com.helger.cii:ph-cii-d16b:4.1.1',
    '6f8d04bcb702b26ec4b748e8739ca27ab088034994d45ed1d708a583171dee0a',
    'UN/CEFACT',
    ['external/schemas/d16b/'],
  ),
  schemas(
    'com.helger.cii:ph-cii-d22b:4.1.1',
    '8c7475e9cb099be5a08d8c62fa4b36116cc7079f165711def027ce38e17a23df',
    'UN/CEFACT',
    ['external/schemas/d22b/'],
  ),
].map((pin) => ({ ...pin, isOptional: true }))
