// What successful answers look like, for the reference: those of a gateway on the sandbox, with
// hosts and names that speak for themselves.
import { describeFailure } from './failure-pages.ts'
import { describeProblem } from './problem-pages.ts'

const invoiceType =
  'busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##' +
  'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1'

const creditNoteType = invoiceType.replace('Invoice-2::Invoice', 'CreditNote-2::CreditNote')

const seller = { id: '0208:0123456749', name: 'Vierhoek BV', country: 'BE' }
const buyer = { id: '0192:987654325', name: 'Nordlys AS', country: 'NO' }

const invoice = {
  type: 'invoice',
  issueDate: '2026-11-21',
  documentTypeId: invoiceType,
  documentTypeName: 'BIS Billing UBL Invoice V3',
  processId: 'cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  totals: { currency: 'EUR', payable: '169.40', tax: '29.40' },
  validation: { mode: 'off', verdict: 'not-validated', errors: 0, warnings: 0, ruleSets: [] },
}

function linksOf(id: string) {
  return {
    status: `/api/v1/status/${id}`,
    history: `/api/v1/status/${id}/history`,
    files: `/api/v1/documents/${id}/files`,
    evidence: `/api/v1/documents/${id}/evidence`,
  }
}

const record = {
  id: '01a20966-162d-7400-adb4-027fa0d85274',
  ...invoice,
  direction: 'outbound',
  test: false,
  reference: 'ORDER-4711',
  number: '2026-0042',
  sender: seller,
  receiver: buyer,
  status: 'delivered',
  outcome: 'succeeded',
  certainty: 'confirmed',
  mls: {
    status: 'acknowledged',
    code: 'AB',
    receivedAt: '2026-11-23T17:13:36.589Z',
  },
  attempts: 1,
  as4: {
    messageId: '01a20966-1962-7e4f-aed8-55352cdb059c@fourcorner',
    receiptId: '01a20966-1a11-7554-b208-29a369fbe4c8@fourcorner',
    sentAt: '2026-11-23T17:13:35.325Z',
    receivedAt: '2026-11-23T17:13:36.115Z',
    accessPoint: 'POP900002',
  },
  createdAt: '2026-11-23T17:13:35.021Z',
  updatedAt: '2026-11-23T17:13:36.589Z',
  completedAt: '2026-11-23T17:13:36.115Z',
  links: linksOf('01a20966-162d-7400-adb4-027fa0d85274'),
}

const waiting = {
  id: '01a20966-5e30-7ac1-afcf-688a5e7fbc78',
  ...invoice,
  direction: 'outbound',
  test: false,
  number: '2026-0044',
  sender: seller,
  receiver: buyer,
  status: 'waiting',
  outcome: 'in-progress',
  certainty: 'not-sent',
  waiting: {
    reason: 'paused',
    since: '2026-11-23T17:13:53.465Z',
    nextAttemptAt: '2026-11-24T17:13:53.456Z',
    givesUpAt: '2026-11-24T17:13:53.456Z',
  },
  mls: {
    status: 'not-expected',
  },
  attempts: 0,
  createdAt: '2026-11-23T17:13:53.456Z',
  updatedAt: '2026-11-23T17:13:53.465Z',
  links: linksOf('01a20966-5e30-7ac1-afcf-688a5e7fbc78'),
}

const arrival = {
  id: '01a20966-4f30-7150-94b0-cd330439a2bf',
  ...invoice,
  direction: 'inbound',
  number: '77-1042',
  sender: buyer,
  receiver: seller,
  countryC1: 'NO',
  messageId: '01a20966-4f08-7d54-82cf-99d5bf25ca68@fourcorner',
  accessPoint: 'POP900002',
  instanceIdentifier: '01a20966-4ea3-70e5-91d4-1cb2c22b6d5d',
  repeats: 0,
  status: 'available',
  outcome: 'succeeded',
  mls: {
    requested: 'ALWAYS_SEND',
    status: 'awaited',
    dueAt: '2026-11-23T17:18:49.616Z',
  },
  sentAt: '2026-11-23T17:13:49.576Z',
  receivedAt: '2026-11-23T17:13:49.616Z',
  updatedAt: '2026-11-23T17:13:49.716Z',
  links: {
    content: '/api/v1/inbound/01a20966-4f30-7150-94b0-cd330439a2bf/content',
    pdf: '/api/v1/documents/01a20966-4f30-7150-94b0-cd330439a2bf/pdf',
    files: '/api/v1/documents/01a20966-4f30-7150-94b0-cd330439a2bf/files',
    history: '/api/v1/status/01a20966-4f30-7150-94b0-cd330439a2bf/history',
  },
}

const registration = {
  participant: '0208:0123456749',
  documentTypes: [invoiceType, creditNoteType],
  country: 'BE',
  endUser: '0208:0123456749',
  createdAt: '2026-11-23T17:13:34.808Z',
  publishedBy: 'us',
}

const identification = {
  participant: '0208:0123456749',
  checked: 'Extract of the register of companies, identity card of the director',
  ...{ checkedBy: 'An Peeters', checkedOn: '2026-11-20', dueOn: '2028-11-20' },
  reference: 'KYC-2026-0117',
  recordedAt: '2026-11-23T17:13:40.512Z',
  recordedBy: 'token:01a20966-15b1-7c4f-9a3e-0b7f2f1d7c11',
  state: 'valid',
}

const publication = {
  participant: '0208:0123456749',
  publishedBy: 'us',
  state: 'published',
  since: '2026-11-23T17:14:02.114Z',
  changedBy: 'token:01a20966-15b1-7c4f-9a3e-0b7f2f1d7c11',
  documentTypes: [
    { documentType: invoiceType, state: 'published', since: '2026-11-23T17:14:02.096Z' },
  ],
  difference: {
    smp: 'https://smp.example.com',
    steps: [
      {
        step: 'put-type',
        documentType: creditNoteType,
        reasons: ['The SMP does not have the type.'],
      },
    ],
    ...{ refusals: [], notes: [], unknown: [] },
  },
}

const webhook = {
  id: '01a20966-15be-734f-8826-4e04060710de',
  url: 'https://erp.example.com/peppol',
  description: 'ERP',
  types: [],
  enabled: true,
  failures: 0,
  lastSuccessAt: '2026-11-23T17:13:49.922Z',
  createdAt: '2026-11-23T17:13:34.910Z',
}

const delivery = {
  id: '01a20966-5d5a-7825-b6f7-8e29d280a3be',
  type: 'document.mls.received',
  sequence: 7,
  createdAt: '2026-11-23T17:13:53.242Z',
  documentId: '01a20966-4f30-7150-94b0-cd330439a2bf',
  status: 'delivered',
  attempts: [
    {
      at: '2026-11-23T17:13:53.359Z',
      durationMs: 11,
      httpStatus: 204,
    },
  ],
}

const token = {
  id: '01a20966-6641-7afd-bde2-a02038e8b52e',
  publicId: 'bf11fab2a6a54479',
  name: 'ERP',
  scopes: ['documents:write', 'documents:read'],
  environment: 'test',
  createdAt: '2026-11-23T17:13:55.521Z',
}

const tenant = {
  id: '01a20966-66e6-7c5d-ac0c-5b9851863958',
  name: 'Acme BV',
  participants: ['0208:0123456749'],
  duplicates: 'refuse',
  frenchProcess: 'none',
}

const figures = { accepted: 3, delivered: 2, failed: 0, received: 1 }

const step = { ...figures, medianSeconds: 1.098 }

const answers = '/api/v1/documents/01a20966-162d-7400-adb4-027fa0d85274/answers'

const response = {
  id: '01a20a02-94d1-7c3e-9f0b-5f6a0d3c2b11',
  kind: 'invoice-response',
  code: 'UQ',
  status: 'under-query',
  at: '2026-11-23T20:04:31.185Z',
  from: { participant: buyer.id, accessPoint: 'POP900002' },
  counts: true,
  reasons: [
    {
      code: 'REF',
      text: 'There is no such order',
      conditions: [{ field: 'BT-13', text: 'PO 4711' }],
    },
  ],
  actions: [{ code: 'PIN' }],
  note: 'Please call us',
  effectiveDate: '2026-11-23',
  links: {
    answer: `${answers}/01a20a02-94d1-7c3e-9f0b-5f6a0d3c2b11`,
    document: '/api/v1/inbound/01a20a02-94d1-7c3e-9f0b-5f6a0d3c2b11',
  },
}

/** Examples by the name of the schema in the reference. */
const reported = '01a20966-162d-7400-adb4-027fa0d85274'
const report = '01a20966-1640-7f31-8d2e-6c1b0f5a9e02'
const acceptedAt = '2027-01-04T09:31:07.402Z'

export const responseExamples: Record<string, unknown> = {
  TaxReportList: {
    data: [
      {
        ...{ reportId: report, documentId: reported, number: 'F-2027-1', issueDate: '2027-01-04' },
        ...{ regime: 'sk', role: 'sender', type: 'submit', sequence: 1 },
        ...{ test: false, status: 'accepted' },
        ...{ code: 'AP', createdAt: '2027-01-04T09:30:00.000Z', updatedAt: acceptedAt },
      },
    ],
    page: { hasMore: false },
  },
  TaxReportsOfDocument: {
    documentId: reported,
    mls: { status: 'accepted', code: 'AP', receivedAt: '2027-01-04T09:30:31.118Z' },
    taxReport: {
      ...{ status: 'accepted', regime: 'sk', role: 'sender', at: acceptedAt },
      ...{ documentId: report, code: 'AP' },
    },
    reports: [
      {
        ...{ documentId: report, type: 'submit', sequence: 1, status: 'delivered' },
        mls: { status: 'accepted', code: 'AP', receivedAt: acceptedAt },
        ...{ createdAt: '2027-01-04T09:30:00.000Z', updatedAt: acceptedAt },
        links: {
          status: `/api/v1/status/${report}`,
          history: `/api/v1/status/${report}/history`,
          files: `/api/v1/documents/${report}/files`,
          evidence: `/api/v1/documents/${report}/evidence`,
        },
      },
    ],
  },
  Answer: response,
  AnswerList: {
    data: [
      {
        id: '01a20966-1bcd-7234-8baf-f79a8034cfdc',
        kind: 'mls',
        code: 'AB',
        status: 'acknowledged',
        at: '2026-11-23T17:13:36.589Z',
        from: { participant: '0242:900002', accessPoint: 'POP900002' },
        counts: true,
        links: {
          answer: `${answers}/01a20966-1bcd-7234-8baf-f79a8034cfdc`,
        },
      },
      response,
    ],
  },
  AttemptList: {
    data: [
      {
        number: 1,
        startedAt: '2026-11-23T17:13:35.325Z',
        endedAt: '2026-11-23T17:13:36.115Z',
        outcome: 'delivered',
        messageId: '01a20966-1962-7e4f-aed8-55352cdb059c@fourcorner',
        endpointUrl: 'https://ap.buyer.example/as4',
        accessPoint: 'POP900002',
        certificateFingerprint: '5d2cfa2f506155842d2015a9d66d95e2c3c793132a7e7c688b0b899b03e32119',
        httpStatus: 200,
      },
    ],
  },
  Converted: {
    document: {
      type: 'invoice',
      number: '2026-0042',
      issueDate: '2026-11-21',
      typeCode: '380',
      currency: 'EUR',
      specificationId: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
      businessProcess: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
      dueDate: '2026-12-21',
      buyerReference: 'PO 4711',
      seller: {
        name: 'Vierhoek BV',
        endpoint: {
          id: '0123456749',
          scheme: '0208',
        },
        vatId: 'BE0123456749',
        address: {
          line1: 'Korte Straat 1',
          city: 'Gent',
          postCode: '9000',
          country: 'BE',
        },
      },
      buyer: {
        name: 'Nordlys AS',
        endpoint: {
          id: '987654325',
          scheme: '0192',
        },
        address: {
          line1: 'Havnegata 7',
          city: 'Bergen',
          postCode: '5003',
          country: 'NO',
        },
      },
      vatBreakdown: [
        {
          category: 'S',
          rate: '21',
          taxableAmount: '140.00',
          taxAmount: '29.40',
        },
      ],
      totals: {
        lines: '140.00',
        withoutVat: '140.00',
        withVat: '169.40',
        payable: '169.40',
        vat: '29.40',
      },
      lines: [
        {
          id: '1',
          name: 'Bicycle bell',
          vat: {
            category: 'S',
            rate: '21',
          },
          quantity: '4',
          unitCode: 'C62',
          netPrice: '12.50',
          netAmount: '50.00',
        },
        {
          id: '2',
          name: 'Assembly',
          vat: {
            category: 'S',
            rate: '21',
          },
          quantity: '1.5',
          unitCode: 'HUR',
          netPrice: '60',
          netAmount: '90.00',
        },
      ],
    },
    unmapped: [],
  },
  DocumentRecord: record,
  Feed: {
    data: [
      {
        id: '01a20966-162d-73b0-b36b-8210b2881442',
        type: 'document.accepted',
        createdAt: '2026-11-23T17:13:35.021Z',
        sequence: 1,
        data: {
          documentId: '01a20966-162d-7400-adb4-027fa0d85274',
          reference: 'ORDER-4711',
          status: 'accepted',
          outcome: 'in-progress',
        },
      },
      {
        id: '01a20966-1a73-7584-9431-4f9ac60cb3f6',
        type: 'document.delivered',
        createdAt: '2026-11-23T17:13:36.115Z',
        sequence: 2,
        data: {
          documentId: '01a20966-162d-7400-adb4-027fa0d85274',
          reference: 'ORDER-4711',
          status: 'delivered',
          outcome: 'succeeded',
        },
      },
    ],
    page: {
      nextCursor: '2',
      hasMore: true,
    },
  },
  Figures: {
    of: 'tenant',
    at: record.updatedAt,
    waiting: 1,
    lastHour: { ...figures, stepSeconds: 300, steps: [{ from: record.createdAt, ...step }] },
    lastDay: {
      ...{ ...figures, stepSeconds: 3_600, steps: [{ from: record.createdAt, ...step }] },
      medianSeconds: 0.8,
    },
    dayOfWeekBefore: { ...figures, medianSeconds: 0.9 },
  },
  FileList: {
    id: '01a20966-162d-7400-adb4-027fa0d85274',
    files: [
      {
        id: '01a20966-1641-7020-90e3-cf0a2eca19d2',
        kind: 'submitted',
        name: 'submitted.json',
        mediaType: 'application/json',
        size: 684,
        sha256: '4555ade6be23379cf0de75f929b2a126a9752ec18cd93ee3366f3c0cf4020c81',
        createdAt: '2026-11-23T17:13:35.021Z',
        url: `${record.links.files}/01a20966-1641-7020-90e3-cf0a2eca19d2`,
      },
      {
        id: '01a20966-1641-7cdf-b3ca-9ce7fde1a977',
        kind: 'ubl',
        name: 'document.xml',
        mediaType: 'application/xml',
        size: 3414,
        sha256: '1f264beb661f349e97f0e312f0cd4afc1ce9c3a43e19f78dcb862473f9892463',
        createdAt: '2026-11-23T17:13:35.021Z',
        url: `${record.links.files}/01a20966-1641-7cdf-b3ca-9ce7fde1a977`,
      },
      {
        id: '01a20966-1c4d-7402-8a09-f22ace3ec22e',
        kind: 'mls',
        name: 'mls.xml',
        mediaType: 'application/xml',
        size: 935,
        sha256: '472971b916035ac3c1d671928540f03b7cfc5bdf8f821c2d0893cbc42913369a',
        createdAt: '2026-11-23T17:13:36.589Z',
        url: `${record.links.files}/01a20966-1c4d-7402-8a09-f22ace3ec22e`,
      },
    ],
  },
  Forecast: {
    ...{ id: '01a20b11-7c1e-7a05-b1c2-90d0c5a5e6f2', on: '2027-02-24', days: 30, of: 'tenant' },
    ...{ status: 'completed', progress: 1 },
    createdAt: '2027-01-25T09:20:41.004Z',
    completedAt: '2027-01-25T09:22:10.310Z',
    documents: { judged: 812, refused: 3, withoutBytes: 0, notJudged: 1 },
    rules: [
      {
        documentTypeId: invoiceType,
        ...{ rule: 'PEPPOL-EN16931-P0112', documents: 3, sender: seller.id },
        documentIds: ['019c1e4c-7d3a-7a05-b1c2-90d0c5a5e6f1'],
      },
    ],
    hasMore: false,
  },
  ForecastList: {
    data: [
      {
        ...{ id: '01a20b11-7c1e-7a05-b1c2-90d0c5a5e6f2', on: '2027-02-24', days: 30, of: 'tenant' },
        ...{ status: 'running', progress: 0.37, createdAt: '2027-01-25T09:20:41.004Z' },
        documents: { judged: 301, refused: 1, withoutBytes: 0, notJudged: 0 },
      },
    ],
    page: { hasMore: false },
  },
  Forgetting: {
    id: '01a20b11-7c1e-7a05-b1c2-90d0c5a5e6f1',
    participant: buyer.id,
    reason: 'Request 2026-18 of the data subject',
    status: 'completed',
    createdAt: '2027-03-02T09:20:41.004Z',
    completedAt: '2027-03-02T09:20:44.310Z',
    forgotten: 212,
    open: {
      count: 1,
      documents: [{ id: '01a20966-162d-7400-adb4-027fa0d85274', status: 'waiting' }],
    },
    stays: [
      {
        what: 'events, with identifiers and states only',
        why: 'the numbers of the feed have no gaps',
      },
    ],
    notReached: ['log files of the gateway, the proxy and the database'],
  },
  ForgottenDocument: {
    id: '01a20966-162d-7400-adb4-027fa0d85274',
    forgottenAt: '2027-03-02T09:14:02.117Z',
    forgottenBy: 'token:01a20966-6641-7afd-bde2-a02038e8b52e',
    reason: 'Request 2026-17 of the data subject',
    answers: ['01a20966-4f30-7150-94b0-cd330439a2bf'],
    stays: [
      {
        what: 'the history without its texts, the reason of this request, and digests of it all',
        why: 'they show that nothing else was removed or changed',
      },
    ],
    notReached: ['log files of the gateway, the proxy and the database'],
  },
  History: {
    document: record,
    auditLog: [
      {
        sequence: 1,
        at: '2026-11-23T17:13:35.021Z',
        from: null,
        to: 'accepted',
        event: 'submitted',
        actor: 'token:01a20966-0ccf-7cf5-ab9a-d3f6c5332b3f',
        hash: '133220c420ba5afe66bca895b071beaa061120d2717face79bde4555991cbbcf',
        previousHash: '0000000000000000000000000000000000000000000000000000000000000000',
      },
      {
        sequence: 3,
        at: '2026-11-23T17:13:36.115Z',
        from: 'sending',
        to: 'delivered',
        event: 'delivered',
        actor: 'delivery',
        attempt: 1,
        detail: 'receipt 01a20966-1a11-7554-b208-29a369fbe4c8@fourcorner',
        hash: '19f459653cd2ce5424ba1b1da792a82dbe16bcda4ab4b9c6e323333ac180f07c',
        previousHash: 'e9cd0ba8570892ab973b7aa46692c4b4011ada79e672e86353c6ac27da94c077',
      },
    ],
  },
  Identity: {
    valid: true,
    token: {
      id: '01a20966-0ccf-7cf5-ab9a-d3f6c5332b3f',
      name: 'ERP',
      scopes: ['documents:write', 'documents:read', 'pdf', 'metrics', 'admin', 'operator'],
      environment: 'test',
    },
    tenant: {
      id: '01a20966-0cb1-7467-9cfb-7426a48f59a8',
      name: 'default',
      participants: ['*'],
    },
    service: {
      available: true,
      version: '0.1.0',
      network: 'sandbox',
      accessPoint: 'POP900001',
      certificate: {
        fingerprint: 'f1d8987f7ebb89ad6f9a351d573f2f85eabc60f3b797eea5782e8a8a95d820a4',
        validFrom: '2026-11-23T16:13:03.000Z',
        expiresAt: '2028-11-22T17:13:03.000Z',
      },
      sandbox: {
        receivers: ['0208:0123456749', '0208:0987654394', '0088:7300010000001', '0192:987654325'],
        unregistered: '0208:0999999922',
      },
      limits: {
        bodyBytes: 20000000,
        multipartBytes: 50000000,
        attachments: 20,
        jsonValues: 300000,
        backlogDocuments: 100000,
        backlogDocumentsOfTenant: 50000,
        deliveries: {
          total: 64,
          ofTenant: 48,
          ofEndpoint: 16,
          ofSlowEndpoint: 4,
        },
        circuit: {
          failures: 5,
          openSeconds: 30,
          openSecondsMax: 600,
        },
        attempts: 10,
        retryDelaysSeconds: [30, 120, 300, 900, 1800, 3600, 7200, 14400, 28800],
        deadlineSeconds: 86400,
        connectSeconds: 5,
        idleSeconds: 30,
        receiptSeconds: 120,
        connectionsPerDestination: 16,
        connections: 256,
        endpointCacheSeconds: 900,
        endpointMissCacheSeconds: 60,
        bodiesInFlightBytes: 268435456,
        longPolls: 5000,
        longPollsPerToken: 200,
        longPollsPerTenant: 800,
        participantLookups: 32,
        requestsPerSecond: 500,
        requestsBurst: 1000,
        requestsPerSecondOfTenant: 2000,
        requestsBurstOfTenant: 4000,
        tokensOfTenant: 200,
        webhooksOfTenant: 20,
        registrationsOfTenant: 10000,
      },
    },
  },
  InboundList: { data: [arrival], page: { hasMore: false } },
  InboundRecord: arrival,
  IssuedToken: { ...token, token: 'pgw_test_bf11fab2a6a54479_…' },
  IssuedWebhook: { ...webhook, secret: 'whsec_…' },
  Live: {
    status: 'live',
  },
  OpenCircuits: {
    data: [
      {
        lane: 'https://ap.buyer.example/as4',
        failures: 5,
        openUntil: '2026-11-23T17:14:21.480Z',
        documents: 12,
      },
    ],
  },
  Participant: {
    id: '0192:987654325',
    registered: true,
    smp: {
      host: 'smp.buyer.example',
      url: 'https://smp.buyer.example',
    },
    documentTypes: [
      {
        id: invoiceType,
        name: 'BIS Billing UBL Invoice V3',
      },
      {
        id: creditNoteType,
        name: 'BIS Billing UBL Credit Note V3',
      },
    ],
    profiles: ['bis'],
    endpoint: {
      documentTypeId: invoiceType,
      processIds: [
        'cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
        'cenbii-procid-ubl::urn:peppol:bis:billing_with_response',
        'cenbii-procid-ubl::urn:peppol:france:billing:regulated',
        'cenbii-procid-ubl::urn:peppol:france:billing:non-regulated',
      ],
      url: 'http://127.0.0.1:37811/as4',
      accessPoint: 'POP900002',
      certificate: {
        subject: 'C=BE, O=Fourcorner Sandbox, OU=PEPPOL TEST AP, CN=POP900002',
        fingerprint: '5d2cfa2f506155842d2015a9d66d95e2c3c793132a7e7c688b0b899b03e32119',
        validFrom: '2026-11-23T16:13:03.000Z',
        expiresAt: '2028-11-22T17:13:03.000Z',
      },
    },
  },
  ParticipantTrace: {
    id: '0192:987654325',
    network: 'sandbox',
    ok: true,
    steps: [
      { step: 'DNS', outcome: 'ok', detail: 'the SMP is https://smp.buyer.example', millis: 12 },
      { step: 'SMP', outcome: 'ok', detail: 'lists 2 document types', millis: 55.2 },
    ],
    documentTypes: [{ id: invoiceType, name: 'BIS Billing UBL Invoice V3' }],
  },
  LogList: {
    data: [
      {
        tenantId: tenant.id,
        sequence: 2,
        at: '2026-11-23T17:13:51.180Z',
        event: 'token.created',
        actor: 'token:01a20966-0ccf-7cf5-ab9a-d3f6c5332b3f',
        subject: token.id,
        detail: { publicId: token.publicId, name: token.name, scopes: token.scopes },
        hash: 'e6dc1b1b2d7f0cfbd8d3b1b7cbd7a5e4f9ae0d4b2fbb59cb8b6e0c0f2a4e7d10',
        previousHash: '4d7c0cb4f2e5c8a19b1c54e0f0f9a64cb7f7a1fb1f2a0f8e5b9a3c1d6e2f7088',
      },
    ],
    page: { hasMore: false },
  },
  Pauses: {
    data: [
      {
        receiver: '0192:987654325',
        since: '2026-11-23T17:13:53.426Z',
        actor: 'token:01a20966-0ccf-7cf5-ab9a-d3f6c5332b3f',
        by: 'night shift',
        waiting: 4,
      },
    ],
  },
  ProblemDescription: describeProblem('document.duplicate'),
  FailureDescription: describeFailure('receiver.not-registered'),
  Queue: {
    depth: 1,
    oldestAt: waiting.createdAt,
    byReason: { paused: 1 },
    byReceiver: [{ receiver: waiting.receiver.id, depth: 1 }],
    data: [waiting],
  },
  Ready: {
    status: 'ready',
    certificate: {
      fingerprint: 'f1d8987f7ebb89ad6f9a351d573f2f85eabc60f3b797eea5782e8a8a95d820a4',
      validFrom: '2026-11-23T16:13:03.000Z',
      expiresAt: '2028-11-22T17:13:03.000Z',
    },
  },
  RecordList: { data: [record], page: { hasMore: false } },
  Registration: registration,
  RegistrationList: { data: [registration], page: { hasMore: false } },
  Publication: publication,
  Identification: identification,
  ReportingMonth: {
    month: '2026-11',
    isOver: false,
    reporter: 'POP900001',
    exchanges: {
      incoming: 2,
      outgoing: 2,
      uncounted: 0,
    },
    endUsers: {
      sending: 1,
      receiving: 1,
      sendingOrReceiving: 1,
    },
    serviceLevels: {
      'MLS-1': {
        withinMinutes: 20,
        target: 0.995,
        measured: 0,
        inTime: 0,
      },
      'MLS-2': {
        withinMinutes: 25,
        target: 0.995,
        measured: 1,
        inTime: 1,
        share: 1,
      },
    },
    submitted: [],
  },
  RuleCalendar: {
    day: '2026-11-28',
    ruleSets: [
      {
        ...{ id: 'peppol-billing', title: 'Peppol BIS Billing', version: '3.0.21', pack: 'own' },
        ...{ validFrom: '2026-08-17', validUntil: '2027-02-23' },
        next: { version: '3.0.22', pack: 'own', validFrom: '2027-02-24' },
      },
    ],
  },
  SentReports: {
    month: '2026-11',
    reports: [
      {
        report: 'TSR',
        id: '01a20966-4ea3-70e5-91d4-1cb2c22b6d5d',
        status: 'delivered',
        submittedAt: '2026-12-01T06:00:00.000Z',
      },
    ],
  },
  Tenant: tenant,
  TenantList: { data: [tenant], page: { hasMore: false } },
  Token: token,
  TokenList: { data: [token], page: { hasMore: false } },
  ValidationReport: {
    valid: false,
    findings: [
      {
        layer: 'rules',
        rule: 'BR-CO-16',
        severity: 'error',
        message:
          'The amount due (BT-115) is 1.00, but the total with VAT less what is paid plus ' +
          'rounding (BT-112 - BT-113 + BT-114) comes to 1656.25.',
        xpath: '/Invoice[1]/LegalMonetaryTotal[1]',
        line: 139,
        column: 5,
      },
    ],
    ruleSets: [
      { id: 'en16931', version: '1.3.16', pack: 'own', validFrom: '2026-08-17' },
      { id: 'peppol-billing', version: '3.0.21', pack: 'own', validFrom: '2026-08-17' },
    ],
  },
  Webhook: webhook,
  WebhookDelivery: delivery,
  WebhookDeliveryList: { data: [delivery], page: { hasMore: false } },
  WebhookList: { data: [webhook], page: { hasMore: false } },
  WrittenReports: {
    month: '2026-11',
    reports: [
      {
        report: 'TSR',
        name: 'tsr-2026-11.xml',
        xml: '<TransactionStatisticsReport>…</TransactionStatisticsReport>',
      },
    ],
  },
}
