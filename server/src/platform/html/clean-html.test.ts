import { expect, test } from 'vitest'
import { growth } from '../../../test/fixtures/growth.ts'
import { fc } from '../../../test/property.ts'
import { cleanHtml } from './clean-html.ts'

test.each([
  ['纯文本 a', '纯文本 a'],
  ['<p>一<strong>二</strong><br>三</p>', '<p>一<strong>二</strong><br />三</p>'],
  ['<h2>题</h2><ul><li>一</li><li>二</li></ul>', '<h2>题</h2><ul><li>一</li><li>二</li></ul>'],
  ['<P CLASS=x ID=y STYLE="color:red">a</P>', '<p>a</p>'],
  ['<a href="/wel/index" onclick="x()">a</a>', '<a href="/wel/index">a</a>'],
  ['<a href="mailto:a@b.cn">a</a>', '<a href="mailto:a@b.cn">a</a>'],
  [
    '<a href=https://example.cn/a?b=1&c=2>a</a>',
    '<a href="https://example.cn/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">a</a>',
  ],
  ['<img src="/api/p/1" alt=\'一"二\' width=20 height=20px>', '<img src="/api/p/1" alt="一&quot;二" width="20" />'],
  ['<td colspan=2 rowspan="x">a</td>', '<td colspan="2">a</td>'],
  ['1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
  ['&lt;script&gt; &nbsp;&#20013;', '&lt;script&gt; \u00A0中'],
  ['<font color=red>a</font><center>b</center>', 'ab'],
  ['<p>没有结尾<b>粗', '<p>没有结尾<b>粗</b></p>'],
  ['</div></p>a', '<p></p>a'],
  ['<p>一<ul><li>二</li></ul>三</p>', '<p>一</p><ul><li>二</li></ul>三<p></p>'],
  ['<b><i>a</b>b</i>', '<b><i>a</i></b>b'],
  ['<p><abc/><p>x', '<p></p><p>x</p><p></p>'],
])('%s is kept as %s', (dirty, clean) => expect(cleanHtml(dirty)).toBe(clean))

test.each(['', ' ', '<p><br></p>', '<p>&nbsp;</p>', '<div></div>', '<script>a</script>', '<img src=x>'])(
  '%s shows nothing',
  (html) => expect(cleanHtml(html)).toBe(''),
)

/** Tricks from filter evasion collections; each must leave only its harmless text. */
test.each([
  ['<script>alert(1)</script>a', 'a'],
  ['<scr<script>ipt>alert(1)</script>a', 'ipt&gt;alert(1)a'],
  ['<SCRIPT/x SRC=//e>1</SCRIPT\n>a', 'a'],
  ['<script>"</script >a', 'a'],
  ['<script><!--<script></script>a', 'a'],
  ['<style>*{background:url(javascript:1)}</style>a', 'a'],
  ['<img src=x onerror=alert(1)>a', 'a'],
  ['<img src="/a.png" onerror=alert(1)>a', '<img src="/a.png" />a'],
  ['<img/src="/a.png"/onerror=alert(1)>a', '<img src="/a.png" />a'],
  ['<img src="/a.png"onerror=alert(1)>a', '<img src="/a.png" />a'],
  ['<img src=data:image/svg+xml;base64,PHN2Zz4=>a', 'a'],
  ['<img src="//evil.cn/x.png">a', 'a'],
  ['<img src="/\\evil.cn/x.png">a', 'a'],
  ['<svg onload=alert(1)><p>b</p></svg>a', 'a'],
  ['<svg><style><img src=x onerror=alert(1)></style></svg>a', 'a'],
  ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', ''],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">a', ''],
  ['<template><script>1</script></template>a', 'a'],
  ['<iframe srcdoc="<script>1</script>"></iframe>a', 'a'],
  ['<object data="javascript:1">b</object>a', 'a'],
  ['<embed src="javascript:1">a', 'a'],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href=" &#14; javascript:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="java&#10;script:alert(1)">a</a>', '<a>a</a>'],
  ['<a href="java&Tab;script&colon;alert(1)">a</a>', '<a>a</a>'],
  ['<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">a</a>', '<a>a</a>'],
  ['<a href="vbscript:x">a</a><a href="data:text/html,x">b</a>', '<a>a</a><a>b</a>'],
  ['<a href="//evil.cn">a</a>', '<a>a</a>'],
  ['<a href="/&#92;evil.cn">a</a>', '<a>a</a>'],
  [
    '<a title="x" href=\'/a" onmouseover="alert(1)\'>a</a>',
    '<a title="x" href="/a&quot; onmouseover=&quot;alert(1)">a</a>',
  ],
  ['<a href="/a" href="javascript:1">a</a>', '<a href="/a">a</a>'],
  ['<a/href="/a"/onclick=1>a</a>', '<a href="/a">a</a>'],
  ['<!--><script>alert(1)</script>-->a', '--&gt;a'],
  ['<!-- <p>b</p> -->a<!-- c', 'a'],
  ['<!--a--!><b>c</b>', ''],
  ['<![CDATA[<script>1</script>]]>a', 'a'],
  ['<?xml version="1.0"?>a', 'a'],
  ['<p onclick="a>b">a</p>', '<p>a</p>'],
  ['<p title=">a', ''],
  ['<plaintext><script>1</script>', ''],
  ['<form action=x><input onfocus=1 autofocus><button>b</button></form>a', 'a'],
  ['<base href="//evil.cn"><meta http-equiv=refresh content=0><link rel=stylesheet href=x>a', 'a'],
  ['<x onclick=alert(1)>a</x>', 'a'],
])('%s is disarmed', (dirty, clean) => expect(cleanHtml(dirty)).toBe(clean))

const TAGS = ['script', 'style', 'svg', 'math', 'img', 'a', 'p', 'b', 'title', 'noscript', 'template']
const SIGNS = [
  '<',
  '>',
  '</',
  '/>',
  '"',
  "'",
  '=',
  ' ',
  '\n',
  '&',
  '&lt;',
  '&#x3c',
  ';',
  '--',
  '<!--',
  '-->',
  '中',
  '/',
]
const VALUES = ['src', 'href', 'onerror', 'javascript:', 'data:', 'https://e.cn', '<a href="', '<img src=/a onerror=1']
const WHOLE = ['<p>', '</p>', '<abc>', '<svg>', '</style>']
const pieces = fc.constantFrom(...TAGS, ...SIGNS, ...VALUES, ...WHOLE)
const soup = fc.array(pieces, { maxLength: 40 }).map((list) => list.join(''))

/** Every tag of the output, as this file's own strict grammar reads it. */
const TAG =
  /<(\/?)(p|div|span|h[1-4]|blockquote|pre|code|strong|b|em|i|u|s|sub|sup|ul|ol|li|br|hr|table|thead|tbody|tr|t[hd]|a|img)((?: (?:href|title|src|alt|width|height|colspan|rowspan|target|rel)="[^"<>]*")*)(?: \/)?>/g

test('whatever comes in, only allowed tags come out, balanced, and cleaning again changes nothing', () => {
  fc.assert(
    fc.property(soup, (dirty) => {
      const clean = cleanHtml(dirty)
      expect(clean.replaceAll(TAG, '')).not.toMatch(/[<>]/)
      for (const [, , , attributes = ''] of clean.matchAll(TAG)) {
        for (const [, value = ''] of attributes.matchAll(/(?:href|src)="([^"]*)"/g)) {
          expect(value).toMatch(/^(\/(?!\/)|https?:\/\/|#|mailto:|tel:)/)
        }
      }
      expect(cleanHtml(clean)).toBe(clean)
    }),
    { numRuns: 5000 },
  )
})

test.each<[string, (n: number) => string]>([
  ['deep tags', (n) => '<b>'.repeat(15 * n)],
  ['open quotes', (n) => '<a href="'.repeat(5 * n)],
  ['open comments', (n) => '<!--'.repeat(10 * n)],
  ['many attributes', (n) => `<p ${'a '.repeat(20 * n)}>x`],
])('four times as many %s cost four times the work, not sixteen', (_what, html) => {
  expect(growth((n) => cleanHtml(html(1000 * n)))).toBeLessThan(10)
})
