import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { decode } from './filters.ts'
import { Parser } from './parse.ts'
import { type Dict, Name, PdfError, isDict } from './values.ts'

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
  ])('%s', (_what, text, told) => {
    expect(() => valueOf(text)).toThrow(new PdfError('broken', told))
  })

  test('as deep as documents go is read', () => {
    expect(valueOf('['.repeat(50) + ']'.repeat(50))).toHaveLength(1)
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
