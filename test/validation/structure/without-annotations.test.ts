// Schemas as they are installed: without the parts for human readers, and with
// everything about documents.
import { expect, it, test } from 'vitest'
import { withoutAnnotations } from '../../../src/validation/xsd/without-annotations.ts'
import { annotationsIn, schemaNamespace, shapeOf } from './schema-shape.ts'

const schema = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<!-- Copyright of somebody -->
<schema xmlns="${schemaNamespace}" xmlns:xs="${schemaNamespace}" xmlns:d="urn:d" targetNamespace="urn:t">
  <annotation><documentation>All <d:annotation>of it</d:annotation> – é</documentation></annotation>
  <xs:element name="annotation" type="xs:string">
    <xs:annotation>
      <xs:appinfo><xs:annotation/><xs:element name="Example"/></xs:appinfo>
    </xs:annotation>
  </xs:element>
  <simpleType name="Code"><restriction base="xs:string">
    <enumeration value="a&lt;&#10;b"><annotation/></enumeration><pattern value="\\s+ "/>
  </restriction></simpleType>
</schema>`)

const text = async (bytes: Uint8Array) => Buffer.from(await withoutAnnotations(bytes)).toString()

it('removes annotations and nothing else', async () => {
  const bare = await withoutAnnotations(schema)
  expect([annotationsIn(schema), annotationsIn(bare)]).toEqual([3, 0])
  expect(shapeOf(bare)).toEqual(shapeOf(schema))
  expect(Buffer.from(bare).toString()).toContain('<xs:element name="annotation" type="xs:string"/>')
})

test.each([
  ['an element', '<pattern value="\\s+ "/>', ''],
  ['an attribute', ' type="xs:string"', ''],
  ['a value', '\\s+ ', '\\s+'],
  ['a namespace', ' xmlns:d="urn:d"', ''],
])('a schema that lacks %s has another meaning', async (_, part, instead) => {
  const whole = await text(schema)
  expect(whole).toContain(part)
  expect(shapeOf(Buffer.from(whole.replace(part, instead)))).not.toEqual(shapeOf(schema))
})

it('keeps the comments, which name its owner', async () => {
  expect(await text(schema)).toContain('<!-- Copyright of somebody -->')
})

it('refuses what is not XML', async () => {
  await expect(withoutAnnotations(Buffer.from('<schema>'))).rejects.toThrow(/schema/)
})
