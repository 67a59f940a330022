// What each problem means to a caller: its cause, what to do about it, and a `detail` as it is
// answered. GET /problems/{code} shows it.
import type { ProblemCode } from '../../problem.ts'

export type Guidance = { cause: string; remedy: string; example: string }

const sendAgain = 'Send the same request again, after the seconds in Retry-After if it is there.'
const askOperator = 'Tell the operator of this gateway.'
const checkId = 'Check the id, and that your token belongs to the tenant that made it.'

export const problemGuide: Record<ProblemCode, Guidance> = {
  'auth.token-missing': {
    cause: 'The request has no header X-API-Token, or an empty one.',
    remedy: 'Send your token in X-API-Token.',
    example: 'Send your token in the X-API-Token header.',
  },
  'auth.token-invalid': {
    cause: 'No token like this one was issued, or a part of it is missing.',
    remedy: 'Copy the whole token: pgw_, live or test, and two parts after underscores.',
    example: 'This token was not issued by this gateway, or is incomplete.',
  },
  'auth.token-expired': {
    cause: 'The token has expired.',
    remedy: 'Ask the operator for a new one; rotate the next one before its end.',
    example: 'Ask the operator of this gateway for a new token.',
  },
  'auth.token-revoked': {
    cause: 'The token was revoked.',
    remedy: 'Ask the operator for a new one.',
    example: 'Ask the operator of this gateway for a new token.',
  },
  'auth.scope-missing': {
    cause: 'The token is valid, but not for this call.',
    remedy: 'Use a token with the scope that the detail names, or have it added to yours.',
    example: "This call requires the scope 'documents:read'.",
  },
  'auth.environment-mismatch': {
    cause: 'A test token would have reached the production network, or made a live token.',
    remedy: 'Use a live token, or send X-TestOnly: true.',
    example:
      'A test token never reaches the production network; send X-TestOnly: true, or use a live ' +
      'token.',
  },
  'request.malformed-json': {
    cause: 'The body is not JSON (RFC 8259), or has a name twice in one object.',
    remedy: 'Correct it at the line and column; let a library write the JSON.',
    example: 'Line 1, column 2: expected a name in double quotes.',
  },
  'request.malformed-xml': {
    cause: 'The body is not well-formed XML 1.0.',
    remedy: 'Correct it at the line and column; let a library write the XML.',
    example: 'Line 1, column 1: The element Invoice has no end tag.',
  },
  'request.forbidden-xml': {
    cause: 'The XML has a document type declaration or an entity, which can hide files and bombs.',
    remedy: 'Leave the declaration out; write characters as they are, in UTF-8.',
    example: 'Line 1, column 1: DOCTYPE declarations are not accepted.',
  },
  'request.unknown-field': {
    cause: 'The JSON has a field that does not exist there. None is ignored.',
    remedy: 'Write the field that the detail suggests, or leave it out; docs/documents.md has all.',
    example: 'colour is not a field: leave it out',
  },
  'request.unknown-parameter': {
    cause: 'The query has a parameter that this call does not have. None is ignored.',
    remedy: 'Write the one that the detail suggests, or leave it out.',
    example: 'The query parameter colour is not a parameter of this call: leave it out',
  },
  'request.missing-field': {
    cause: 'Something is required and absent, perhaps because of another field.',
    remedy: 'Add it where the pointer leads.',
    example: 'issueDate is missing: Day of issue, such as "2026-11-21" (BT-2)',
  },
  'request.invalid-field': {
    cause:
      'A value has the wrong type or form, or contradicts another one. With the status 422: ' +
      'it is well-formed, and more than your token can grant.',
    remedy: 'Write what the detail says; `expected` has the value alone, as far as it is known.',
    example: 'issueDate is "today": write the day as YYYY-MM-DD (BT-2)',
  },
  'request.header-invalid': {
    cause: 'A header has a value that means nothing, or the request is not HTTP/1.1.',
    remedy: 'Write one of the values that the detail names.',
    example: 'The header X-Validation is "maybe": it must be one of false, true, schema, report',
  },
  'request.headers-too-large': {
    cause: 'All headers together are larger than 16 KB, often because of cookies.',
    remedy: 'Send fewer; this API needs no cookies.',
    example: 'The headers may have at most 16 KB in total.',
  },
  'request.expectation-failed': {
    cause: 'The header Expect asks for something other than 100-continue.',
    remedy: 'Leave the header out.',
    example: 'Expect: cake is not supported; 100-continue is.',
  },
  'request.timeout': {
    cause: 'The request arrived too slowly.',
    remedy: 'Send it again, in one go.',
    example: 'The body arrived more slowly than 4096 bytes per second.',
  },
  'request.not-found': {
    cause: 'No call has this path.',
    remedy: 'Compare it with /docs; mind the version and the plural, /api/v1/invoices/submit.',
    example: 'The path "/api/v1/invoicing" leads to nothing: /docs lists every call.',
  },
  'request.method-not-allowed': {
    cause: 'The path exists, with other methods.',
    remedy: 'Use one that the detail and the header Allow name.',
    example: 'The methods allowed here are GET, HEAD.',
  },
  'request.too-large': {
    cause: 'The body has more bytes, values or nesting than are read, or takes too long to read.',
    remedy:
      'Keep to the limit in the detail; GET /api/identity/check has all of them. Send large ' +
      'files in a form, or as a link.',
    example: 'The body has 1000007 bytes: this call takes at most 1000000.',
  },
  'request.unsupported-media-type': {
    cause: 'The Content-Type is none that the call takes, or the body is compressed or not UTF-8.',
    remedy: 'Send one of those in the detail, uncompressed and in UTF-8.',
    example:
      'This call takes application/json, application/xml, text/xml, multipart/form-data, not ' +
      'text/csv.',
  },
  'request.not-acceptable': {
    cause: 'The header Accept excludes everything that the call can answer.',
    remedy: 'Accept what the detail names, or */*.',
    example: 'JSON is converted to application/xml.',
  },
  'idempotency.key-reused': {
    cause: 'The Idempotency-Key belongs to an earlier request with another body, query or headers.',
    remedy: 'Make a new key for each document; use the old one only to repeat the same request.',
    example:
      'This Idempotency-Key was used before with another body, query or headers. Use a new key ' +
      'for a new request.',
  },
  'idempotency.in-progress': {
    cause: 'The first request with this Idempotency-Key is still being answered.',
    remedy: 'Repeat it after a second, with the same key: you get the first answer.',
    example: 'The first request with this Idempotency-Key has not been answered yet.',
  },
  'document.duplicate': {
    cause:
      'A document with the same sender, receiver, type and number, or with the same reference, ' +
      'was taken before.',
    remedy:
      'Follow that one, which the detail names. Only if a second one is meant: ' +
      'allowDuplicate=true, or a reference of its own.',
    example:
      "The number 'INV-2026-0042', with the same sender and receiver, belongs to document " +
      '01a20763-9d18-7e2f-9745-a46645b9371e, which is accepted. A second document was not ' +
      'created. Follow that one; to send it all the same, add ?allowDuplicate=true.',
  },
  'document.not-found': {
    cause: 'No document of your tenant has this id or reference.',
    remedy: checkId,
    example:
      'You have no document with this id or reference. By its number: /api/v1/status?number=….',
  },
  'document.ambiguous': {
    cause: 'The XML has two elements where one belongs, and programs disagree on which one counts.',
    remedy: 'Leave one of them out.',
    example: 'Line 7, column 33: ID appears twice: at /Invoice[1]/ID[1] and at /Invoice[1]/ID[2]',
  },
  'document.type-mismatch': {
    cause:
      'The document is of another type than the path takes, or names a process that its type ' +
      'does not have.',
    remedy: 'Send it to the path that the detail names, or write one of the processes.',
    example:
      'This is an invoice; post it to /api/v1/invoices/submit, not to ' +
      '/api/v1/credit-notes/submit.',
  },
  'document.totals-inconsistent': {
    cause: 'An amount that you stated differs from the one that the lines come to.',
    remedy: 'Correct it or the lines, or leave it out: every total is computed.',
    example:
      'totals.payable is 1.00: write 1069.64, or leave it out (BT-115) (BR-CO-16). Nothing was ' +
      'sent.',
  },
  'document.not-reportable': {
    cause:
      'The document is reported to a tax authority, as `taxReporting` of the tenant says, and ' +
      'lacks something that the report must say. `rule` is a rule of the report.',
    remedy: 'Add what the errors name, and submit it again. Nothing was sent.',
    example: '/Invoice: Invoice has no UUID (ibr-tdd-27). Nothing was sent.',
  },
  'tax-report.in-progress': {
    cause: 'The authority has not answered the last report about the document yet.',
    remedy: 'Wait for its status. A report that is overdue can be withdrawn or sent again.',
    example: 'The last report about this document is pending.',
  },
  'tax-report.not-possible': {
    cause:
      'No report about the document was made, or the authority has none in force that could be ' +
      'withdrawn.',
    remedy: 'Read `taxReport` of its record: `resubmit` reports again what was reported.',
    example: 'No report about this document was made.',
  },
  'document.not-cancellable': {
    cause: 'The document has left, may have left, or is in a final state.',
    remedy: 'Send a credit note if it should not count.',
    example: 'Only a document that certainly has not been sent can be cancelled. It is cancelled.',
  },
  'document.in-progress': {
    cause: 'The document has not come to its end yet.',
    remedy: 'Wait for its end, or cancel it if it has not left.',
    example: 'It is accepted: what is on its way can be cancelled, and needs no attention yet.',
  },
  'forecast.not-found': {
    cause: 'The id is not that of a forecast, or it was asked for by another tenant.',
    remedy: 'Use the id that the request was answered with, and a token of the same kind.',
    example: 'You have asked for no such forecast.',
  },
  'forecast.too-many': {
    cause: 'Three forecasts that were begun with the same token are under way.',
    remedy: 'Wait for the end of one, or ask for its result: each tells how far it has come.',
    example: '3 that this token has begun are under way: wait for the end of one.',
  },
  'forgetting.not-found': {
    cause: 'The id is not that of a request to forget, or it is of another tenant.',
    remedy: 'Use the id that the request was answered with.',
    example: 'Your tenant has made no such request to forget.',
  },
  'document.altered': {
    cause:
      'The record or a line of the history was changed in the database. Forgetting the document ' +
      'would hide that.',
    remedy: 'Ask the operator to run `fourcorner audit verify`, and to find out what happened.',
    example: 'It is not what its audit log says. Run `fourcorner audit verify` first.',
  },
  'document.content-removed': {
    cause:
      'The bytes were kept for as long as RETENTION_DAYS says, or were forgotten at a request.',
    remedy: 'Use your own copy; the record and the history are still here.',
    example:
      'It was kept for as long as the operator has set, or forgotten at a request, as its ' +
      'record says (`forgottenAt`). The record and its history remain.',
  },
  'document.not-available': {
    cause: 'The document has just arrived and is being opened.',
    remedy: 'Ask again in a moment.',
    example: 'The document is being opened; ask again in a moment.',
  },
  'word.issues-mismatch': {
    cause: 'RE needs an issue other than BW, AP and AB allow BW only; no text may be blank.',
    remedy: 'Correct the issues, or use the code that they mean.',
    example: 'a rejection needs an issue (SCH-MLS-23)',
  },
  'word.too-late': {
    cause: 'Something else was said about the document, or the time for it has ended.',
    remedy: 'Tell the sender in another way, such as by an Invoice Response.',
    example: 'The document was acknowledged, which means AP: no status was sent.',
  },
  'receiver.takes-no-response': {
    cause: 'The sender of the invoice has not registered for Invoice Responses. Many have not.',
    remedy: 'Tell them in another way.',
    example: 'Participant 0208:0999999922 is not registered in the network.',
  },
  'participant.taken': {
    cause: 'A participant belongs to one tenant of the installation, and this one has one.',
    remedy:
      'Your own is changed by PUT /api/v1/registrations/{id}. To move one, remove it from the ' +
      'other tenant first.',
    example:
      '0208:0685660237 is registered for your tenant already: PUT ' +
      '/api/v1/registrations/0208:0685660237 changes it.',
  },
  'registration.not-found': {
    cause: 'Your tenant receives nothing for this participant.',
    remedy: 'GET /api/v1/registrations lists those that it receives for.',
    example: 'Your tenant has registered no such participant.',
  },
  'reporting.not-production': {
    cause: 'Only the production network has a receiver of reports.',
    remedy: 'Use preview to see them on this network.',
    example: 'This gateway is on the network sandbox, which has no receiver of reports.',
  },
  'reporting.month-not-over': {
    cause: 'A month is reported as a whole, and this one is not over.',
    remedy: 'Submit it on the first of the next month or later; preview it until then.',
    example: '2999-12 can be reported from 3000-01-01T00:00:00.000Z.',
  },
  'reporting.country-unknown': {
    cause: 'A report counts end users by country, and that of a participant of yours is unknown.',
    remedy: 'Register each participant that the detail names with its country.',
    example:
      'The country of each end user must be known (SCH-EUSR-30). Register the participant with ' +
      'its country: 0208:0685660237, 9930:de987654321.',
  },
  'document.not-retryable': {
    cause: 'The document has not failed, or its failure would only be repeated.',
    remedy: 'Correct what the failure names and submit it as a new document.',
    example: 'Only a document that has failed can be tried again. It is accepted.',
  },
  'events.cursor-expired': {
    cause: 'The cursor is older than the feed, or ahead of it because the database was restored.',
    remedy: 'Compare what you have with GET /api/v1/status, then begin where the detail says.',
    example:
      'The last event is number 9: the database was probably restored from a backup. Compare ' +
      'what you have with GET /api/v1/status, and begin again with after=9.',
  },
  'webhook.not-found': {
    cause: 'Your tenant has no webhook, or the webhook no delivery, with this id.',
    remedy: checkId,
    example: 'Your tenant has no webhook, or the webhook no delivery, with this id.',
  },
  'webhook.url-refused': {
    cause: 'The URL is not https, or leads to an address inside the network of the gateway.',
    remedy: 'Give a public https address, or ask the operator to allow others.',
    example:
      'url is "https://erp.example.com/": erp.example.com has no public ' +
      'address. Plain http and private addresses need WEBHOOKS_ALLOW_INSECURE=true.',
  },
  'webhook.limit-reached': {
    cause: 'The tenant has as many webhooks as it may have.',
    remedy: 'Delete one that is not used.',
    example: 'A tenant can have 0 webhooks. Delete one that is not used.',
  },
  'webhook.unavailable': {
    cause: 'The key that encrypts the secrets of webhooks is missing or does not fit.',
    remedy: askOperator,
    example:
      'SECRETS_KEY_FILE is not set, so no webhook can be made or called. Make a key once, for ' +
      'all nodes: openssl rand -hex 32 > FILE; then set SECRETS_KEY_FILE=FILE.',
  },
  'validation.schema-failed': {
    cause: 'The document is not built as its schema says. It is stored as rejected.',
    remedy: 'Correct what `errors` lists and submit it again; its number is still free.',
    example:
      '2 faults; the first: Line 35, column 21: cac:PaymentTerms has no element cbc:Remark ' +
      '(structure.unexpected-element). Nothing was sent.',
  },
  'validation.rules-failed': {
    cause: 'The document breaks rules of its specification. It is stored as rejected.',
    remedy: 'Correct what `errors` lists and submit it again; its number is still free.',
    example:
      '11 faults; the first: Line 2, column 1: The total with VAT (BT-112) is 1069.64, but the ' +
      'total without VAT and the one VAT amount in the currency of the document (BT-109 + ' +
      'BT-110) come to 884 (BR-CO-15). Nothing was sent.',
  },
  'validation.unavailable': {
    cause: 'A validation was asked for, and the rules for this document are not there now.',
    remedy: 'Send X-Validation: false, or ask the operator to install the rules.',
    example: 'There are no rules here.',
  },
  'token.not-found': {
    cause: 'Your tenant has no token with this id.',
    remedy: 'GET /api/v1/tokens lists them; the id is not the token itself.',
    example: 'Your tenant has no token with this id.',
  },
  'registration.limit-reached': {
    cause: 'The tenant has registered as many participants as it may have.',
    remedy: 'Remove one that is not used, or ask the operator of this gateway.',
    example: 'A tenant can have 0 participants registered. Remove one, or ask the operator.',
  },
  'token.limit-reached': {
    cause: 'The tenant has as many valid tokens as it may have.',
    remedy: 'Revoke one that is not used, or wait until one has expired.',
    example: 'A tenant can have 0 valid tokens. Revoke one that is not used.',
  },
  'token.not-valid': {
    cause: 'A token that was revoked or has expired cannot be changed or rotated.',
    remedy: 'Create a new one.',
    example: 'Create a new one.',
  },
  'tenant.not-found': {
    cause: 'No tenant has this id.',
    remedy: 'GET /api/v1/tenants lists them.',
    example: 'No tenant has this id.',
  },
  'tenant.name-taken': {
    cause: 'Names of tenants are unique.',
    remedy: 'Choose another one.',
    example: "There is a tenant 'default' already.",
  },
  'tenant.not-deletable': {
    cause: 'The tenant has documents, which are not deleted with it.',
    remedy: 'Revoke its tokens instead.',
    example: 'It has documents. Revoke its tokens instead.',
  },
  'participant.id-invalid': {
    cause: 'An identifier is not one of a participant, or not in the form of its scheme.',
    remedy: 'Write the scheme, a colon and the identifier, such as 0208:0123456749.',
    example:
      'The participant in the path is "buyer": A participant is four digits, a colon, and 1 to ' +
      '130 letters, digits or ". _ ~ -", such as 0208:0123456749.',
  },
  'participant.checksum-failed': {
    cause: 'The check digit of an identifier does not fit: a digit is wrong.',
    remedy: 'Copy the identifier again from the register it comes from.',
    example:
      'seller.endpoint is "0208:0123456748": \'0123456748\' is no Belgian enterprise number ' +
      '(0208): its check digit does not fit the others.',
  },
  'participant.sender-not-allowed': {
    cause:
      'Your tenant may send for certain participants only, and the sender is none of them; or ' +
      'the invoice is in the name of another one.',
    remedy: 'Check the sender; if it is right, ask the operator to add it to your tenant.',
    example: "The tenant 'another' may not send for 0208:0123456749.",
  },
  'participant.receiver-not-allowed': {
    cause: 'The participant is not among those of your tenant, or only an operator registers it.',
    remedy: 'Check the participant; if it is right, ask the operator to register it.',
    example: 'Your tenant may not receive for 0208:0685660237: ask the operator to register it.',
  },
  'participant.registered': {
    cause: 'A participant stays in the list of its tenant while documents are received for it.',
    remedy: 'Delete its registration first, or keep it among the participants.',
    example:
      "The tenant 'receiving' receives for 0208:0685660237: end the registration first, or keep " +
      'the participant in the list.',
  },
  'registration.published': {
    cause:
      'The participant, or its type, was written into the SMP from here: others still find it.',
    remedy:
      'Withdraw it with `DELETE /api/v1/registrations/{id}/publication`, or with `fourcorner ' +
      'participant remove ID --unpublish`, and wait for a day. A type leaves with ' +
      '`?unpublish=true`.',
    example:
      '0208:0685660237 is in the SMP: DELETE /api/v1/registrations/0208:0685660237/publication, ' +
      'or fourcorner participant remove 0208:0685660237 --unpublish, withdraws it there and ' +
      'removes it a day later.',
  },
  'identification.missing': {
    cause:
      'On public networks a participant is published only while the identification of its ' +
      'customer is recorded and not overdue.',
    remedy:
      'Identify the customer, and record it: `PUT /api/v1/registrations/{id}/identification`.',
    example: 'Record first how the customer behind 0208:0685660237 was identified.',
  },
  'publication.no-smp': {
    cause: 'The settings name no SMP: participants are registered elsewhere, by hand.',
    remedy: 'Set `SMP_URL` and what belongs to it, or use `fourcorner participant export`.',
    example: 'No SMP is named in the settings (SMP_URL): the operator registers participants.',
  },
  'publication.not-allowed': {
    cause: 'The tenant was not allowed to publish and withdraw its participants.',
    remedy: 'Ask the operator, who publishes it, or sets `mayPublish` of your tenant.',
    example: 'Your tenant may not publish participants: an operator does, or sets mayPublish.',
  },
  'lookup.dns-failed': {
    cause: 'The DNS servers of the network did not answer.',
    remedy: sendAgain,
    example: 'Participant 0088:7300010000001 could not be looked up in DNS: SERVFAIL',
  },
  'lookup.record-invalid': {
    cause: "The participant's entry in DNS leads nowhere.",
    remedy: "Tell the participant's provider.",
    example: 'Participant 0088:7300010000001 is listed in DNS without an SMP.',
  },
  'lookup.smp-unreachable': {
    cause: "The server that knows the participant's access point did not answer.",
    remedy: sendAgain,
    example: 'The SMP could not be asked: too slow',
  },
  'lookup.smp-invalid': {
    cause: "The server that knows the participant's access point answered something unusable.",
    remedy: "Ask again later; if it persists, tell the participant's provider.",
    example: "The SMP's answer cannot be used. It is 'text/html', not XML.",
  },
  'certificate.revocation-unavailable': {
    cause: 'It is unknown now whether a certificate on the way was revoked.',
    remedy: sendAgain,
    example: 'It cannot be checked now whether the certificate has been revoked.',
  },
  'pdf.wrong-document': {
    cause: 'The path prints another kind of document.',
    remedy: 'Use the path for this kind; POST /api/v1/pdf/document/generate prints most of them.',
    example:
      'The root element is {urn:oasis:names:specification:ubl:schema:xsd:Invoice-2}Invoice; ' +
      'expected a message level status: an ApplicationResponse with the CustomizationID ' +
      'urn:peppol:edec:mls:1.0.',
  },
  'rate.limited': {
    cause: 'The token, or the address, has made more calls than it may.',
    remedy: 'Wait as long as Retry-After says; the header RateLimit shows what is left.',
    example: 'This token has 1 calls a second, and 0 at once.',
  },
  'capacity.busy': {
    cause: 'The gateway has no room for another large body or lookup at the moment.',
    remedy: sendAgain,
    example: 'Too many large bodies are being read at the moment. Try again in a moment.',
  },
  'capacity.storage': {
    cause: 'The tenant has stored as much as it may today, or the disk is nearly full.',
    remedy: `${sendAgain} If it lasts, ask the operator of this gateway.`,
    example: 'The disk of this gateway is nearly full.',
  },
  'capacity.backlog-full': {
    cause: 'Too many documents wait to be delivered or printed.',
    remedy: sendAgain,
    example: 'Send it again once some of them have been delivered.',
  },
  'maintenance.draining': {
    cause: 'This process is stopping, for a new version for instance.',
    remedy: sendAgain,
    example: 'Send it again in a moment.',
  },
  'service.unavailable': {
    cause: 'The database, its disk or the certificate of the gateway cannot be used now.',
    remedy: `${sendAgain} With an Idempotency-Key that is safe.`,
    example: 'Send it again in a moment.',
  },
  'internal.unexpected': {
    cause: 'A fault of the gateway.',
    remedy: `${askOperator} The requestId leads them to the entry in the log.`,
    example: 'It is logged under the requestId; the operator of this gateway can look it up.',
  },
}
