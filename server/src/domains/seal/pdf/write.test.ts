import { describe, expect, test } from 'vitest'
import { pdfFile } from '../../../../test/fixtures/pdf.ts'
import type { Page } from './document.ts'
import { PdfFile } from './document.ts'
import { rectangle, sizeOf } from './page-frame.ts'
import { Parser } from './parse.ts'
import { Name, Raw, Ref, Stream, Text, type Value, textOf, textString } from './values.ts'
import { Increment, numberText, written } from './write.ts'

describe('a value is written', () => {
  test.each<[value: Value, text: string]>([
    [null, 'null'],
    [true, 'true'],
    [false, 'false'],
    [-7, '-7'],
    [1.5, '1.5'],
    [new Name('Plain!~'), '/Plain!~'],
    [new Name('a b/#(\x01'), '/a#20b#2f#23#28#01'],
    [new Text(Buffer.from('a(b)\\c\rd')), String.raw`(a\(b\)\\c\rd)`],
    [new Text(Buffer.from('feff', 'hex'), true), '<feff>'],
    [new Ref(12, 3), '12 3 R'],
    [new Raw('[0   ]'), '[0   ]'],
    [[1, [2], null], '[1 [2] null]'],
    [[], '[]'],
    [
      new Map<string, Value>([
        ['A b', 1],
        ['C', new Map()],
      ]),
      '<</A#20b 1\n/C <<>>\n>>',
    ],
    [
      new Stream(
        new Map<string, Value>([
          ['Length', 1],
          ['A', 2],
        ]),
        Buffer.from('xyz'),
      ),
      '<</Length 3\n/A 2\n>>\nstream\nxyz\nendstream',
    ],
  ])('so that it is read again (%#)', (value, text) => {
    expect(written(value).toString('latin1')).toBe(text)
    if (!(value instanceof Stream || value instanceof Raw)) expect(new Parser(written(value)).value()).toEqual(value)
  })

  test.each([
    [0, '0'],
    [-3, '-3'],
    [100, '100'],
    [0.5, '0.5'],
    [1.23456, '1.2346'],
    [10.00001, '10'],
    [-0.25, '-0.25'],
    [2.8, '2.8'],
  ])('of the number %d as %s', (value, text) => {
    expect(numberText(value)).toBe(text)
  })

  test('of words so that they are read again', () => {
    expect(textString('plain ~')).toEqual(new Text(Buffer.from('plain ~')))
    expect(textString('示')).toEqual(new Text(Buffer.from('feff793a', 'hex'), true))
    for (const text of ['', 'plain', '示例 A', 'tab\t', 'é']) expect(textOf(textString(text))).toBe(text)
    expect(textOf(new Text(Buffer.from('feff793a41', 'hex')))).toBe('示')
    expect(textOf(new Text(Buffer.from('fe41', 'hex')))).toBe('þA')
    expect(textOf(new Text(Buffer.from('41ff', 'hex')))).toBe('Aÿ')
    expect(textOf(7)).toBe('')
  })
})

describe('objects put behind a file', () => {
  const CATALOG = '<</Type/Catalog>>'
  const table = (more = '') => new PdfFile(pdfFile([CATALOG, '(two)', '(three)'], `/Root 1 0 R${more}`))
  const behind = (file: PdfFile, change: (increment: Increment) => void) => {
    const increment = new Increment(file)
    change(increment)
    const bytes = increment.finish()
    expect(bytes.subarray(0, file.bytes.length)).toEqual(file.bytes)
    return { added: bytes.toString('latin1', file.bytes.length), read: new PdfFile(bytes) }
  }

  test('are named by a table like that of the file', () => {
    const file = table('/ID[(a)(b)]/Info 2 0 R/Other 1')
    const { added, read } = behind(file, (increment) => {
      increment.set(new Ref(2, 1), 'x'.length)
      expect(increment.add(new Name('New'))).toEqual(new Ref(4, 0))
      expect(increment.add(null)).toEqual(new Ref(5, 0))
      increment.set(new Ref(4, 0), new Name('Newer'))
    })
    const at = file.bytes.length
    const start = at + added.indexOf('xref')
    const line = (offset: number, gen = '00000') => `${String(offset).padStart(10, '0')} ${gen} n \n`
    expect(added).toBe(
      `2 1 obj\n1\nendobj\n4 0 obj\n/Newer\nendobj\n5 0 obj\nnull\nendobj\n` +
        `xref\n2 1\n${line(at, '00001')}4 2\n${line(at + 17)}${line(at + 39)}trailer\n` +
        `<</Size 6\n/Prev ${file.startXref}\n/Root 1 0 R\n/Info 2 0 R\n/ID [(a) (b)]\n>>\nstartxref\n${start}\n%%EOF\n`,
    )
    expect([read.object(2), read.object(3), read.object(4)]).toEqual([
      1,
      new Text(Buffer.from('three')),
      new Name('Newer'),
    ])
    expect(read.size).toBe(6)
  })

  test('begin on a line of their own', () => {
    const file = new PdfFile(Buffer.from(table().bytes.toString('latin1').trimEnd(), 'latin1'))
    const { added, read } = behind(file, (increment) => increment.add(7))
    expect(added).toMatch(/^\n4 0 obj\n7\n/)
    expect(read.object(4)).toBe(7)
  })

  test('are named by a stream where the file has its table in one', () => {
    const head = `%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\n`
    const body =
      '9 0 obj\n<</Root 1 0 R/Size 12/Index[1 1]/W[1 2 0]/Length 3>>\nstream\n\x01\x00\x09\nendstream\nendobj\n'
    const file = new PdfFile(Buffer.from(`${head}${body}startxref\n${head.length}\n%%EOF\n`, 'latin1'))
    const { added, read } = behind(file, (increment) => {
      increment.add(7)
      increment.add(8)
      increment.set(new Ref(1, 2), new Map([['Type', new Name('Other')]]))
    })
    expect(added).toContain('/W [1 5 2]\n/Index [1 1 12 3]\n')
    expect(added).toContain(`/Size 15\n/Prev ${head.length}\n/Root 1 0 R\n/Type /XRef\n`)
    expect(read.isXrefStream).toBe(true)
    expect([read.object(12), read.object(13), read.root.get('Type')]).toEqual([7, 8, new Name('Other')])
    expect(read.size).toBe(15)
  })
})

describe('a place of a page as it is read', () => {
  const page = (rotate: number): Page => ({ ref: new Ref(1, 0), dict: new Map(), box: [10, 20, 610, 820], rotate })

  test.each([
    [0, [15, 773, 45, 813], [600, 800]],
    [90, [17, 25, 57, 55], [800, 600]],
    [180, [575, 27, 605, 67], [600, 800]],
    [270, [563, 785, 603, 815], [800, 600]],
  ])('turned by %i stands where it is in the page itself', (rotate, box, [width = 0, height = 0]) => {
    expect(rectangle(page(rotate), 5, 7, 30, 40)).toEqual(box)
    const size = sizeOf(page(rotate))
    expect([size.width, size.height].map((one) => (one * 72) / 25.4)).toEqual(
      [width, height].map((one) => expect.closeTo(one)),
    )
  })
})
