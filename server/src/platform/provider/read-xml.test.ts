import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { growth } from '../../../test/fixtures/growth.ts'
import { readXml, xmlTexts } from './read-xml.ts'
import { writeXml } from './write-xml.ts'

test('elements, CDATA, numbers and the five entities', () => {
  const root = readXml(`<?xml version="1.0" encoding="UTF-8"?>
    <!-- a note --><xml><Content><![CDATA[<a> & ]]]]><![CDATA[>]]></Content><MsgId>4561255354251345929</MsgId>
    <Label>&lt;&amp;&gt;&quot;&apos;&#20013;&#x6587;</Label><Empty/><List a="1" b='2'><item>1</item><item>2</item></List></xml>`)
  expect(root.name).toBe('xml')
  expect(xmlTexts(root)).toEqual({
    Content: '<a> & ]]>',
    MsgId: '4561255354251345929',
    Label: `<&>"'中文`,
    Empty: '',
    List: '',
  })
  expect(root.children.at(-1)?.children.map(({ text }) => text)).toEqual(['1', '2'])
})

test('what is written is read', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((one) => one.replaceAll(/\p{Cc}/gu, '').trim())
  fc.assert(
    fc.property(text, text, (a, b) => {
      const root = readXml(writeXml({ A: a, B: { C: b, D: 5 } }))
      expect(root.children[0]?.text).toBe(a)
      expect(root.children[1]?.children.map((one) => one.text)).toEqual([b, '5'])
    }),
  )
})

test('several elements of one name are written one after the other, without signs XML cannot carry', () => {
  const text = writeXml({ Articles: { item: [{ Title: 'a\u0007b\n' }, { Title: 'c' }] }, Empty: [] })
  expect(text).toBe(
    '<xml><Articles><item><Title><![CDATA[ab\n]]></Title></item><item><Title><![CDATA[c]]></Title></item></Articles></xml>',
  )
})

describe('no text makes it work hard', () => {
  const bomb = `<!DOCTYPE xml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><xml>&b;</xml>`
  test.each([
    ['a bomb of entities', bomb, 'not well formed'],
    ['an outer entity', `<!DOCTYPE x SYSTEM "file:///etc/passwd"><xml/>`, 'not well formed'],
    ['an entity nobody declared', '<xml>&b;</xml>', 'unknown entity'],
    ['half an entity', '<xml>a & b</xml>', 'unknown entity'],
    ['a processing instruction', '<?php echo 1 ?><xml/>', 'not well formed'],
    ['a sign that is none', '<xml>&#0;</xml>', 'unknown entity'],
    ['what is open at the end', '<xml><a>', 'not well formed'],
    ['what closes another', '<xml><a></b></xml>', 'not well formed'],
    ['what was never open', '</xml>', 'not well formed'],
    ['two roots', '<a/><b/>', 'not well formed'],
    ['words around the root', 'x<a/>', 'not well formed'],
    ['nothing', '', 'not well formed'],
    ['JSON', '{"a":1}', 'not well formed'],
    ['a deep nest', '<a>'.repeat(50) + '</a>'.repeat(50), 'too much'],
    ['a crowd', `<xml>${'<a/>'.repeat(5000)}</xml>`, 'too much'],
    ['a long text', `<xml>${'a'.repeat(1_000_001)}</xml>`, 'too long'],
    ['an open section', '<xml><![CDATA[aaa</xml>', 'not well formed'],
  ])('%s is refused', (_name, text, told) => {
    expect(() => readXml(text)).toThrow(`xml: ${told}`)
  })

  test.each<[string, (n: number) => string]>([
    ['attributes', (n) => `<a ${'b="c" '.repeat(20_000 * n)}`],
    ['signs of a beginning', (n) => '<'.repeat(100_000 * n)],
    ['blanks', (n) => `<a${' '.repeat(100_000 * n)}`],
  ])('four times as many %s cost four times the work, not sixteen', (_what, text) => {
    expect(growth((n) => expect(() => readXml(text(n))).toThrow(/^xml: /))).toBeLessThan(10)
  })
})
