import { describe, expect, test } from 'vitest'
import { pdfFile } from '../../../../test/fixtures/pdf.ts'
import { PdfFile } from './document.ts'
import { signaturesOf } from './signatures.ts'

const CATALOG = '<</Type/Catalog/AcroForm<</Fields[2 0 R]>>>>'
const FIELD = '<</FT/Sig/V 3 0 R>>'
const RANGE = '/ByteRange[0 0000 0000 0000]'

/** A document with a signature of those bytes, which says to cover what it does unless `range` says otherwise. */
function signed(
  hex: string,
  range?: (first: number, second: number, rest: number) => string,
  contents = `<${hex}>`,
): Buffer {
  const body = `<</SubFilter/ETSI.CAdES.detached/Name(A)/XHSeal(XH1)/XHCode(CODE)/Contents ${contents}${RANGE}>>`
  const text = pdfFile([CATALOG, FIELD, body]).toString('latin1')
  const first = text.indexOf('/Contents ') + '/Contents '.length
  const second = first + contents.length
  const rest = text.length - second
  const said = range?.(first, second, rest) ?? `0 ${first} ${second} ${rest}`
  return Buffer.from(text.replace(RANGE, `/ByteRange[${said}]`.padEnd(RANGE.length)), 'latin1')
}

const read = (bytes: Buffer) => signaturesOf(new PdfFile(bytes))
const only = (bytes: Buffer) => read(bytes)[0]
const whole = (contents: string) => only(signed(contents))?.contents.toString('hex')

describe('a signature', () => {
  test('is read with what it covers', () => {
    const bytes = signed('3001070000')
    const found = only(bytes)
    const at = bytes.indexOf('<3001070000>')
    expect(found).toMatchObject({
      subFilter: 'ETSI.CAdES.detached',
      name: 'A',
      esId: 'XH1',
      code: 'CODE',
      fault: '',
      end: bytes.length,
    })
    expect(found?.contents.toString('hex')).toBe('300107')
    expect(found?.covered).toEqual(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 12)]))
  })

  test.each<[contents: string, kept: string]>([
    ['300107', '300107'],
    ['30010700', '300107'],
    ['3001070001', '3001070001'],
    ['3000', '3000'],
    ['300000', '3000'],
    ['3081010700', '30810107'],
    ['308200010700', '3082000107'],
    ['30830000010700', '308300000107'],
    ['3084000000010700', '30840000000107'],
    ['308500000000010700', '308500000000010700'],
    ['30800000', '30800000'],
    ['3082', '3082'],
    ['308200', '308200'],
    ['31010700', '31010700'],
    ['30', '30'],
    ['', ''],
    ['307f00', '307f00'],
  ])('of %s is kept without the zeros behind it: %s', (contents, kept) => {
    expect(whole(contents)).toBe(kept)
  })

  const GAP = '签名位置被改动'
  const OUT = '签名范围超出文件'
  const PART = '签名范围不完整'
  const OTHER = '签名位置与签名内容不一致'
  test.each<[string, Buffer, fault: string]>([
    ['three numbers', signed('3000', (first, second) => `0 ${first} ${second}`), PART],
    ['five numbers', signed('3000', (first, second, rest) => `0 ${first} ${second} ${rest} 0`), PART],
    ['a number that is none', signed('3000', (first, second) => `0 ${first} ${second} /A`), PART],
    ['a broken number', signed('3000', (first, second) => `0 ${first} ${second} 1.5`), PART],
    ['less than nothing', signed('3000', (first, second) => `0 ${first} ${second} -1`), PART],
    [
      'a part that does not begin with the file',
      signed('3000', (first, second, rest) => `1 ${first} ${second} ${rest}`),
      PART,
    ],
    ['no first part', signed('3000', (_first, second, rest) => `0 0 ${second} ${rest}`), OUT],
    ['parts one in the other', signed('3000', (first, _second, rest) => `0 ${first} ${first + 1} ${rest}`), OUT],
    ['more than the file has', signed('3000', (first, second, rest) => `0 ${first} ${second} ${rest + 1}`), OUT],
    ['what stands before the place', signed('3000', (first, second, rest) => `0 ${first - 1} ${second} ${rest}`), GAP],
    [
      'what stands behind the place',
      signed('3000', (first, second, rest) => `0 ${first} ${second + 1} ${rest - 1}`),
      GAP,
    ],
    ['a place of letters of two kinds', signed('30aA', undefined), GAP],
    ['a place of half a byte', signed('300', undefined), GAP],
    ['a place of other signs', signed('30 0', undefined, '<30 00>'), GAP],
    ['another place', signed('3000', (_first, second, rest) => `0 1 ${second} ${rest}`), GAP],
    ['a place of another value', withComment(), OTHER],
  ])('that covers %s is refused', (_what, bytes, fault) => {
    expect(only(bytes)).toMatchObject({ covered: undefined, fault })
  })

  test('in capital letters is read as well, and one that covers nothing behind it', () => {
    expect(only(signed('30AB', undefined))).toMatchObject({ fault: '' })
    expect(only(signed('3000', (first, second) => `0 ${first} ${second} 0`))).toMatchObject({ fault: '' })
  })

  test('says nothing where it says nothing that is known', () => {
    const bytes = pdfFile([CATALOG, FIELD, '<</SubFilter(x)/Name/A/Contents 7>>'])
    expect(read(bytes)).toEqual([
      {
        subFilter: '',
        name: '',
        esId: '',
        code: '',
        contents: Buffer.alloc(0),
        covered: undefined,
        fault: PART,
        end: 0,
      },
    ])
  })
})

/** The place that is said to be that of the signature is the same text in a remark. */
function withComment(): Buffer {
  const bytes = signed('3000')
  const remark = '%<3001>\n'
  const text = bytes.toString('latin1').replace('%%EOF', `${remark}%%EOF`)
  const first = text.indexOf('<3001>')
  const second = first + 6
  return Buffer.from(
    text.replace(
      /\/ByteRange\[[^\]]*\] */,
      `/ByteRange[0 ${first} ${second} ${text.length - second}]`.padEnd(RANGE.length),
    ),
    'latin1',
  )
}

describe('the signatures of a document', () => {
  const sig = (name: string, rest: number) => `<</Name(${name})/ByteRange[0 1 1 ${rest}]>>`
  const names = (objects: string[]) => read(pdfFile(objects)).map(({ name }) => name)

  test('come in the order they were made', () => {
    const form = '<</AcroForm<</Fields[2 0 R 3 0 R 4 0 R]>>>>'
    const field = (num: number) => `<</FT/Sig/V ${num} 0 R>>`
    expect(names([form, field(5), field(6), field(7), sig('c', 30), sig('a', 10), sig('b', 20)])).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  test('stand in fields of that kind, or of a kind that stands above them', () => {
    const form = '<</AcroForm 8 0 R>>'
    const fields = '<</Fields[2 0 R 3 0 R]>>'
    expect(
      names([
        form,
        '<</FT/Sig/Kids[4 0 R 5 0 R]>>',
        '<</FT/Tx/V 6 0 R/Kids[7 0 R]>>',
        '<</V 6 0 R>>',
        '<</FT/Tx/V 6 0 R>>',
        sig('a', 1),
        `<</FT/Sig/V ${sig('b', 2)}>>`,
        fields,
      ]),
    ).toEqual(['a', 'b'])
  })

  test('are none where no form, no field or no value is', () => {
    expect(names(['<</Type/Catalog>>'])).toEqual([])
    expect(names(['<</AcroForm[2 0 R]>>', `<</FT/Sig/V ${sig('a', 1)}>>`])).toEqual([])
    expect(names(['<</AcroForm<</Fields[2 0 R 3]>>>>', '<</FT/Sig/V(a)>>'])).toEqual([])
    expect(names(['<</AcroForm<</Fields[2 0 R]>>>>', '<</FT(Sig)/V 3 0 R>>', sig('a', 1)])).toEqual([])
  })

  test('are read once, however often their field is named, and not without end', () => {
    expect(names(['<</AcroForm<</Fields[2 0 R 2 0 R]>>>>', `<</FT/Sig/V ${sig('a', 1)}/Kids[2 0 R]>>`])).toEqual(['a'])
    const nested = (depth: number) => `${'<</Kids['.repeat(depth)}<</FT/Sig/V 2 0 R>>${']>>'.repeat(depth)}`
    expect(names([`<</AcroForm<</Fields[${nested(20)}]>>>>`, sig('a', 1)])).toEqual(['a'])
    expect(names([`<</AcroForm<</Fields[${nested(21)}]>>>>`, sig('a', 1)])).toEqual([])
  })
})
