// Writes ISO Schematron from plain records, for the parts of our rule pack that are tables.

export type Assert = {
  /** The official id of the rule. */
  id: string
  flag?: 'fatal' | 'warning'
  test: string
  /** What to do, in a sentence. {expression} is replaced by its value in the document. */
  say: string
}

export type Rule = { context: string; asserts: Assert[] }

export type Schema = {
  title: string
  /** Where it comes from, for readers of the file who want to change it. */
  madeFrom: string
  keys?: { name: string; match: string; use: string }[]
  lets?: Record<string, string>
  /** Within a pattern, only the first rule whose context matches a node applies. */
  patterns: Rule[][]
}

const namespaces = {
  ubl: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  cn: 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2',
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  ext: 'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2',
  xs: 'http://www.w3.org/2001/XMLSchema',
}

export function writeSchema({ title, madeFrom, keys = [], lets = {}, patterns }: Schema): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<!-- Made by schematron/build.ts from ${madeFrom}: change that, not this. -->`,
    '<schema xmlns="http://purl.oclc.org/dsdl/schematron" ' +
      'xmlns:xsl="http://www.w3.org/1999/XSL/Transform" queryBinding="xslt2">',
    `  <title>${xmlText(title)}</title>`,
    ...Object.entries(namespaces).map(([prefix, uri]) => `  <ns prefix="${prefix}" uri="${uri}"/>`),
    ...keys.map(
      ({ name, match, use }) =>
        `  <xsl:key name="${name}" match="${xmlText(match)}" use="${xmlText(use)}"/>`,
    ),
    ...Object.entries(lets).map(
      ([name, value]) => `  <let name="${name}" value="${xmlText(value)}"/>`,
    ),
    ...patterns.flatMap((rules) => ['  <pattern>', ...rules.flatMap(writeRule), '  </pattern>']),
    '</schema>',
    '',
  ].join('\n')
}

function writeRule({ context, asserts }: Rule): string[] {
  return [`    <rule context="${xmlText(context)}">`, ...asserts.map(writeAssert), '    </rule>']
}

function writeAssert({ id, flag = 'fatal', test, say }: Assert): string {
  const message = xmlText(say).replace(/\{([^}]+)\}/g, '<value-of select="$1"/>')
  return `      <assert id="${id}" flag="${flag}" test="${xmlText(test)}">${message}</assert>`
}

function xmlText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
