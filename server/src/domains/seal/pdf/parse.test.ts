import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { decode, unfilterPng, unpredict } from './filters.ts'
import { Parser } from './parse.ts'
import { type Dict, Name, PdfError, Ref, Text, type Value, isDict } from './values.ts'

const valueOf = (text: string) => new Parser(Buffer.from(text, 'latin1')).value()

describe('what is no value of a document is told, not guessed', () => {
  test.each([
    ['nothing', '', 'ends within a value'],
    ['a list without an end', '[1 2', 'ends within a value'],
    ['a key that is no name', '<< 1 2 >>', 'key expected at 3'],
    ['a dictionary without an end', '<< /A 1', 'key expected at 7'],
    ['hexadecimal text without an end', '<41', 'hexadecimal text without an end'],
    ['hexadecimal text of other letters', '<4x>', 'hexadecimal text with other letters'],
    ['text without an end', '(a(b)', 'text without an end'],
    ['lists in lists without end', '['.repeat(100), 'nested too deeply'],
    ['dictionaries in dictionaries without end', '<</A'.repeat(100), 'nested too deeply'],
    ['a word of nobody', ' nil', 'unknown word at 1'],
    ['a number of two points', '1.2.3', 'unknown word at 0'],
    ['a point alone', '.', 'unknown word at 0'],
    ['a remark to the end', '% 1', 'ends within a value'],
    ['text whose last bracket is escaped', String.raw`(a\)`, 'text without an end'],
  ])('%s', (_what, text, told) => {
    expect(() => valueOf(text)).toThrow(new PdfError('broken', told))
  })

  test('as deep as documents go is read', () => {
    expect(valueOf('['.repeat(61) + ']'.repeat(61))).toHaveLength(1)
    expect(() => valueOf('['.repeat(62) + ']'.repeat(62))).toThrow('nested too deeply')
  })

  test('a number that has to be there', () => {
    const integerOf = (text: string) => new Parser(Buffer.from(text)).integer()
    expect(['7', '-7', '+7', '%1\n 7(', '9'.repeat(15)].map(integerOf)).toEqual([7, -7, 7, 7, 999_999_999_999_999])
    for (const text of ['', '1.5', 'x', '9'.repeat(16)]) expect(() => integerOf(text)).toThrow('number expected at')
  })
})

describe('a value of a document is read as it is written', () => {
  const text = (given: string) => new Text(Buffer.from(given, 'latin1'))
  const hex = (given: string) => new Text(Buffer.from(given, 'hex'), true)

  test.each<[text: string, value: Value]>([
    ['true', true],
    ['false ', false],
    ['null', null],
    ['12', 12],
    ['-12', -12],
    ['+1.50', 1.5],
    ['4.', 4],
    ['-.5', -0.5],
    ['%one\r%two\n\t\f\0 7', 7],
    ['/Name', new Name('Name')],
    ['/A#20b#2fC', new Name('A b/C')],
    ['/A#g0', new Name('A#g0')],
    ['/A/B', new Name('A')],
    ['/', new Name('')],
    ['<41 6\n2>', hex('4162')],
    ['<4>', hex('40')],
    ['<>', hex('')],
    ['(a(b)c)', text('a(b)c')],
    ['(())', text('()')],
    ['()', text('')],
    [String.raw`(\n\r\t\b\f)`, text('\n\r\t\b\f')],
    [String.raw`(\(\)\\\x)`, text(String.raw`()\x`)],
    [String.raw`(\101\1012\7\78\0)`, text('AA2\x07\x078\0')],
    [String.raw`(\501)`, text('A')],
    ['(a\\\r\nb)', text('ab')],
    ['(a\\\rb)', text('ab')],
    ['(a\\\nb)', text('ab')],
    ['(a\r\nb)', text('a\r\nb')],
    ['3 0 R', new Ref(3, 0)],
    ['3 65535 R', new Ref(3, 65_535)],
    ['3 0 X', 3],
    ['3 123456 R', 3],
    ['12345678901 0 R', 12_345_678_901],
    ['[]', []],
    ['[1 2 3 0 R/A(b)true]', [1, 2, new Ref(3, 0), new Name('A'), text('b'), true]],
    ['[1 2]', [1, 2]],
    ['<<>>', new Map()],
    [
      '<</A 1/B<</C[2]>>/D<41>>>',
      new Map<string, Value>([
        ['A', 1],
        ['B', new Map([['C', [2]]])],
        ['D', hex('41')],
      ]),
    ],
    ['<< /A 1 % no more\n>>', new Map([['A', 1]])],
  ])('%j', (given, value) => {
    expect(valueOf(given)).toEqual(value)
  })

  test('and leaves off behind it', () => {
    const behind = (given: string, what: (parser: Parser) => unknown = (parser) => parser.value()) => {
      const parser = new Parser(Buffer.from(given, 'latin1'))
      what(parser)
      return given.slice(parser.at)
    }
    expect(['(a)b', '<41>b', '<<>>b', '[1]b', '/A b', '1 2 b', '3 0 R b'].map((one) => behind(one))).toEqual([
      'b',
      'b',
      'b',
      'b',
      ' b',
      ' 2 b',
      ' b',
    ])
    expect(behind(' obj 1', (parser) => expect(parser.take('obj')).toBe(true))).toBe(' 1')
    expect(behind(' obj 1', (parser) => expect(parser.take('stream')).toBe(false))).toBe('obj 1')
    expect(behind(' word(', (parser) => expect(parser.word()).toBe('word'))).toBe('(')
  })
})

describe('rows of a picture or a table', () => {
  const row = (...bytes: number[]) => bytes

  test.each<[filter: number, second: number[]]>([
    [0, row(5, 6, 7, 8)],
    [1, row(5, 6, 12, 14)],
    [2, row(15, 26, 37, 48)],
    [3, row(10, 16, 27, 36)],
    [4, row(15, 26, 37, 48)],
  ])('are put together by filter %i, of two bytes a point', (filter, second) => {
    const data = Buffer.from([0, 10, 20, 30, 40, filter, 5, 6, 7, 8])
    expect([...unfilterPng(data, 4, 2)]).toEqual([10, 20, 30, 40, ...second])
  })

  test.each<[left: number, up: number, corner: number, guess: number]>([
    [50, 10, 10, 50],
    [10, 50, 10, 50],
    [10, 50, 50, 10],
    [50, 10, 50, 10],
    [30, 30, 30, 30],
    [10, 40, 30, 10],
    [20, 30, 40, 20],
    [10, 30, 15, 30],
    [40, 10, 20, 40],
    [30, 10, 22, 22],
  ])('are guessed from %i at the left, %i above and %i at the corner', (left, up, corner, guess) => {
    const data = Buffer.from([0, corner, up, 4, left - corner, 0])
    expect(unfilterPng(data, 2, 1)[3]).toBe(guess)
  })

  test('in the first line and column take nothing from where there is none', () => {
    expect([...unfilterPng(Buffer.from([2, 1, 2, 4, 1, 2]), 2, 1)]).toEqual([1, 2, 2, 4])
    expect([...unfilterPng(Buffer.from([3, 4, 4]), 2, 1)]).toEqual([4, 6])
    expect([...unfilterPng(Buffer.from([4, 200, 100, 1, 9]), 2, 1)]).toEqual([200, 44])
  })

  test('are as wide as their colours, bits and columns say', () => {
    const parms = (text: string): Dict => {
      const value = valueOf(`<<${text}>>`)
      return isDict(value) ? value : new Map()
    }
    const data = Buffer.from([1, 1, 2, 3, 4, 5, 6, 7, 8])
    const unpredicted = (text: string) => [...unpredict(data, parms(text))]
    expect(unpredicted('')).toEqual([...data])
    expect(unpredicted('/Predictor 1/Columns 8')).toEqual([...data])
    expect(unpredicted('/Predictor 10/Columns 8')).toEqual([1, 3, 6, 10, 15, 21, 28, 36])
    expect(unpredicted('/Predictor 15/Columns 4/Colors 2')).toEqual([1, 2, 4, 6, 9, 12, 16, 20])
    expect(unpredicted('/Predictor 15/Columns 4/BitsPerComponent 16')).toEqual([1, 2, 4, 6, 9, 12, 16, 20])
    expect(unpredicted('/Predictor 15/Columns 61/BitsPerComponent 1')).toEqual([1, 3, 6, 10, 15, 21, 28, 36])
    expect([...unpredict(Buffer.from([0, 1, 0, 2]), parms('/Predictor 12'))]).toEqual([1, 2])
    expect(() => unpredict(data, parms('/Predictor 9'))).toThrow('predictor of another kind')
  })

  test('of a stream are taken as it says', () => {
    const data = deflateSync(Buffer.from([1, 1, 2, 3]))
    const read = (text: string, bytes = data) => {
      const dict = valueOf(`<<${text}>>`)
      return isDict(dict) ? [...decode({ dict, data: bytes })] : []
    }
    expect(read('', Buffer.from('ab'))).toEqual([...Buffer.from('ab')])
    expect(read('/Filter null', Buffer.from('ab'))).toEqual([...Buffer.from('ab')])
    expect(read('/Filter[]', Buffer.from('ab'))).toEqual([...Buffer.from('ab')])
    expect(read('/Filter/FlateDecode')).toEqual([1, 1, 2, 3])
    expect(read('/Filter[/FlateDecode]/DecodeParms[<</Predictor 12/Columns 3>>]')).toEqual([1, 3, 6])
    expect(read('/Filter[/FlateDecode]/DecodeParms<</Predictor 12/Columns 3>>')).toEqual([1, 3, 6])
    expect(() => read('/Filter(FlateDecode)')).toThrow('stream of another filter')
  })
})

describe('a stream that cannot be unpacked as it says', () => {
  const dictOf = (text: string): Dict => {
    const value = valueOf(`<< ${text} >>`)
    return isDict(value) ? value : new Map([['', new Name('')]])
  }
  const rows = deflateSync(Buffer.from([9, 1, 2]))

  test.each([
    ['by another filter', '/Filter /LZWDecode', rows, 'stream of another filter'],
    ['by two filters', '/Filter [/FlateDecode /FlateDecode]', rows, 'stream of another filter'],
    ['of other bytes', '/Filter /FlateDecode', Buffer.from('plain'), 'stream cannot be unpacked'],
    [
      'with another predictor',
      '/Filter /FlateDecode /DecodeParms << /Predictor 2 >>',
      rows,
      'predictor of another kind',
    ],
    [
      'with a row of another filter',
      '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 2 >>',
      rows,
      'row of another filter',
    ],
  ])('%s', (_what, dict, data, told) => {
    expect(() => decode({ dict: dictOf(dict), data })).toThrow(new PdfError('broken', told))
  })

  test('and is larger than a document may be', () => {
    const bomb = deflateSync(Buffer.alloc(65 * 1024 * 1024), { level: 1 })
    expect(() => decode({ dict: dictOf('/Filter /FlateDecode'), data: bomb })).toThrow(
      new PdfError('tooLarge', 'stream is too large'),
    )
  })
})
