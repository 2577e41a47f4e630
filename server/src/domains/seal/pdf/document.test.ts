import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { lineOf, pdfFile as fileOf, pdfOf } from '../../../../test/fixtures/pdf.ts'
import { PdfFile } from './document.ts'
import { fill, prepare } from './prepare.ts'
import { PdfError, type PdfTrouble, Ref } from './values.ts'
import { SIGN_FACTS } from '../../../../test/fixtures/sign-facts.ts'

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>'
const PAGES = '<</Type/Pages/Count 1/Kids[3 0 R]>>'
const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>'

/** The same, its table a stream of that dictionary and those bytes. */
function streamFile(dict: string, data: Buffer): Buffer {
  const head = `%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\n`
  const body = `9 0 obj\n<<${dict}/Length ${data.length}>>\nstream\n`
  return Buffer.concat([
    Buffer.from(head + body, 'latin1'),
    data,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`, 'latin1'),
  ])
}

const broken = (told: string) => new PdfError('broken', told)
const tooLarge = (told: string) => new PdfError('tooLarge', told)

test('the file that is broken below is read when it is whole', () => {
  expect(new PdfFile(fileOf([CATALOG, PAGES, PAGE])).pages()).toMatchObject([{ box: [0, 0, 595, 842], rotate: 0 }])
})

describe('a page', () => {
  const pageOf = (own: string, above = '', more: string[] = []) =>
    new PdfFile(fileOf([CATALOG, `<</Kids[3 0 R]${above}>>`, `<<${own}>>`, ...more])).pages()[0]

  test.each<[own: string, above: string, box: number[], rotate: number]>([
    ['/MediaBox[0 0 595 842]', '', [0, 0, 595, 842], 0],
    ['/MediaBox[595 842 5 2]', '', [5, 2, 595, 842], 0],
    ['/MediaBox[0 0 595 842]/CropBox[10 20 300 400]', '', [10, 20, 300, 400], 0],
    ['', '/MediaBox[0 0 595 842]/Rotate 90', [0, 0, 595, 842], 90],
    ['/Rotate 0', '/MediaBox[0 0 595 842]/Rotate 90', [0, 0, 595, 842], 0],
    ['/MediaBox[0 0 100 100]', '/CropBox[0 0 50 60]', [0, 0, 50, 60], 0],
    ['/MediaBox[0 0 10 10]', '', [0, 0, 10, 10], 0],
    ['/MediaBox 4 0 R/Rotate 5 0 R', '', [0, 0, 70, 80], 180],
    ['/MediaBox[0 0 99 99]/Rotate -90', '', [0, 0, 99, 99], 270],
    ['/MediaBox[0 0 99 99]/Rotate 450', '', [0, 0, 99, 99], 90],
    ['/MediaBox[0 0 99 99]/Rotate 100', '', [0, 0, 99, 99], 90],
    ['/MediaBox[0 0 99 99]/Rotate (90)', '', [0, 0, 99, 99], 0],
  ])('of %s below %s is seen as it says', (own, above, box, rotate) => {
    expect(pageOf(own, above, ['[0 0 6 0 R 80]', '180', '70'])).toMatchObject({ box, rotate })
  })

  test('of a tree comes where it stands in it', () => {
    const size = '/MediaBox[0 0 99 99]'
    const file = new PdfFile(
      fileOf([CATALOG, '<</Kids[3 0 R 4 0 R]>>', `<<${size}/Kids[5 0 R 6 0 R]>>`, `<<${size}>>`, '<<>>', '<<>>']),
    )
    expect(file.pages().map(({ ref }) => ref.num)).toEqual([5, 6, 4])
  })

  test('is one of as many as are signed', () => {
    const kids = Array.from({ length: 5000 }, (_none, i) => `${i + 3} 0 R`).join(' ')
    const file = fileOf([CATALOG, `<</Kids[${kids}]>>`, ...Array.from({ length: 5000 }, () => PAGE)])
    expect(new PdfFile(file).pages()).toHaveLength(5000)
  })
})

describe('an object', () => {
  test('that is free, or of no number, is nothing', () => {
    const table = ([first = 0, second = 0]: number[]) =>
      `xref\n0 3\n0000000000 65535 f \n${lineOf(first)}${lineOf(second).replace('n', 'f')}trailer\n<</Root 1 0 R>>\n`
    const file = new PdfFile(fileOf([CATALOG, '7'], '', table))
    expect([file.object(2), file.object(9), file.size]).toEqual([null, null, 3])
  })

  test('of a number above those of the table is the next one', () => {
    expect(new PdfFile(fileOf([CATALOG, '7'])).size).toBe(3)
    const named = ([first = 0]: number[]) => `xref\n1 1\n${lineOf(first)}trailer\n<</Root 1 0 R/Size 12>>\n`
    expect(new PdfFile(fileOf([CATALOG], '', named)).size).toBe(12)
  })

  test('that was changed is read from the newest table', () => {
    const old = fileOf([CATALOG, '(old)', '(same)'])
    const start = Number(/startxref\n(\d+)/.exec(old.toString('latin1'))?.[1])
    const table = `xref\n2 1\n${lineOf(old.length)}trailer\n<</Root 1 0 R/Prev ${start}>>\n`
    const put = '2 0 obj\n(new)\nendobj\n'
    const file = new PdfFile(
      Buffer.from(`${old.toString('latin1')}${put}${table}startxref\n${old.length + put.length}\n`, 'latin1'),
    )
    expect([file.object(2), file.object(3)]).toMatchObject([
      { bytes: Buffer.from('new') },
      { bytes: Buffer.from('same') },
    ])
    expect(file.startXref).toBe(old.length + put.length)
    expect(file.isXrefStream).toBe(false)
  })

  test('that a table beside that of a stream names is read before older ones', () => {
    const head = `%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\n`
    const objects = ['(old)', '(beside)'].map((body) => `2 0 obj\n${body}\nendobj\n`)
    const [old = '', beside = ''] = objects
    const table = (offset: number, more = '') => `xref\n2 1\n${lineOf(offset)}trailer\n<</Root 1 0 R${more}>>\n`
    const at = head.length + old.length + beside.length
    const first = table(head.length)
    const second = table(head.length + old.length)
    const both = `/XRefStm ${at + first.length}/Prev ${at}`
    const newest = `xref\n1 1\n${lineOf(9)}trailer\n<</Root 1 0 R${both}>>\n`
    const start = at + first.length + second.length
    const text = `${head}${old}${beside}${first}${second}${newest}startxref\n${start}\n`
    expect(new PdfFile(Buffer.from(text, 'latin1')).object(2)).toMatchObject({ bytes: Buffer.from('beside') })
  })

  test('with bytes behind it has as many as it says, however its line ends', () => {
    const read = (body: string, more: string[] = []) => new PdfFile(fileOf([CATALOG, body, ...more])).object(2)
    const data = Buffer.from('\nx\n')
    for (const end of ['\n', '\r\n']) {
      expect(read(`<</Length 3>>\nstream${end}\nx\n\nendstream`)).toMatchObject({ data })
      expect(read(`<</Length 3 0 R>>stream${end}\nx\nendstream`, ['3'])).toMatchObject({ data })
    }
    expect(read('<</Length 0>>\nstream\n\nendstream')).toMatchObject({ data: Buffer.alloc(0) })
  })

  test('is found through what refers to it', () => {
    const file = new PdfFile(fileOf([CATALOG, '3 0 R', '[4 0 R]', '<</A 1>>', '<</Length 0>>stream\nendstream']))
    const ref = (num: number) => new Ref(num, 0)
    expect(file.arrayOf(ref(2))).toEqual([ref(4)])
    expect(file.arrayOf(ref(4))).toEqual([])
    expect(file.dictOf(ref(4))).toEqual(new Map([['A', 1]]))
    expect(file.dictOf(ref(5))).toEqual(new Map([['Length', 0]]))
    expect(() => file.dictOf(undefined)).toThrow(broken('dictionary expected'))
    const chain = Array.from({ length: 21 }, (_none, i) => (i < 20 ? `${i + 3} 0 R` : '7'))
    expect(new PdfFile(fileOf([CATALOG, ...chain])).resolve(ref(2))).toBe(7)
    expect(() =>
      new PdfFile(
        fileOf([CATALOG, '3 0 R', ...chain.map((one) => one.replace(/^\d+/, (n) => String(Number(n) + 1)))]),
      ).resolve(ref(2)),
    ).toThrow('references in a circle')
  })
})

test('what is no document, or a locked one, is told apart', () => {
  expect(() => new PdfFile(Buffer.from('%PDX-1.7'))).toThrow(new PdfError('notPdf', 'no PDF'))
  const locked = fileOf([CATALOG], '/Root 1 0 R/Encrypt 1 0 R')
  expect(() => new PdfFile(locked)).toThrow(expect.objectContaining({ trouble: 'encrypted' }))
})

describe('a table of objects that leads nowhere', () => {
  const one = (table: string) => fileOf([CATALOG], '', () => table)
  const at = (text: string, offset: number) => Buffer.from(`%PDF-1.7\n${text}\nstartxref\n${offset}\n%%EOF\n`, 'latin1')

  test.each<[string, () => Buffer, PdfError]>([
    ['named by nothing', () => Buffer.from('%PDF-1.7\nnothing'), broken('no startxref')],
    ['behind the end', () => at('', 10_000), broken('startxref leads out of the file')],
    ['at the very beginning', () => at('', 0), broken('startxref leads out of the file')],
    ['that is a dictionary', () => at('9 0 obj\n<</Size 1>>\nendobj', 9), broken('no table of objects')],
    ['that is something else', () => at('9 0 abc', 9), broken('no object at 9')],
    [
      'that names itself',
      () => fileOf([CATALOG], '', ([offset = 0]) => tableOf(offset, `/Prev ${offset + CATALOG.length + 16}`)),
      broken('tables of objects in a circle'),
    ],
    ['whose first number is a word', () => one('xref\nnone 1\n'), broken('number expected at 63')],
    ['of more than a document has', () => one('xref\n0 2000001\n'), tooLarge('too many objects')],
    [
      'with a line of another kind',
      () => one('xref\n0 1\n0000000009 00000 x \n'),
      broken('line of the table of objects'),
    ],
    ['with a number behind it', () => one('xref\n0 0\ntrailer\n7\n'), broken('no trailer')],
    ['without a catalogue', () => fileOf([CATALOG], '/Root 7'), broken('no root')],
    ['with a catalogue of another kind', () => fileOf(['7']), broken('dictionary expected')],
  ])('%s', (_what, make, told) => {
    expect(() => new PdfFile(make())).toThrow(told)
  })

  test('one behind the other without end', () => {
    let out = '%PDF-1.7\n'
    let last = 0
    for (let i = 0; i < 1003; i += 1) {
      const start = out.length
      out += `xref\n0 0\ntrailer\n<</Root 1 0 R${last ? `/Prev ${last}` : ''}>>\n`
      last = start
    }
    const file = Buffer.from(`${out}startxref\n${last}\n`, 'latin1')
    expect(() => new PdfFile(file)).toThrow(tooLarge('too many tables of objects'))
  })
})

/** A table of one object, whose trailer says more. */
function tableOf(offset: number, more: string): string {
  return `xref\n1 1\n${lineOf(offset)}trailer\n<</Root 1 0 R${more}>>\n`
}

describe('a table of objects that is a stream', () => {
  const line = Buffer.from([1, 0, 9])
  const dict = (more: string) => `/Type/XRef/Root 1 0 R/Index[1 1]${more}`

  test('is read', () => {
    expect(new PdfFile(streamFile(dict('/W[1 2 0]'), line)).isXrefStream).toBe(true)
    const whole = Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 9])])
    expect(new PdfFile(streamFile('/Root 1 0 R/Size 2/W[1 2 0]', whole)).size).toBe(2)
    expect(new PdfFile(streamFile(dict('/W[0 2 1]'), Buffer.from([0, 9, 5]))).size).toBe(2)
    expect(new PdfFile(streamFile(dict('/W[6 2 1]'), Buffer.from([0, 0, 0, 0, 0, 1, 0, 9, 5]))).size).toBe(2)
    const runs = Buffer.from([1, 0, 9, 0, 0, 0, 1, 0, 9])
    expect(new PdfFile(streamFile('/Root 1 0 R/Index[1 1 7 2]/W[1 2 0]', runs)).size).toBe(9)
  })

  test.each<[string, string, Buffer, PdfError]>([
    ['without widths', dict(''), line, broken('table widths')],
    ['of two widths', dict('/W[1 2]'), line, broken('table widths')],
    ['with a width of seven', dict('/W[1 7 0]'), line, broken('table widths')],
    ['of no width', dict('/W[0 0 0]'), line, broken('table widths')],
    ['that is cut', dict('/W[1 2 0]'), line.subarray(1), broken('table of objects is cut')],
    ['of more than a document has', '/Root 1 0 R/Index[0 2000001]/W[1 2 0]', line, tooLarge('too many objects')],
    ['that counts backwards', '/Root 1 0 R/Index[-1 1]/W[1 2 0]', line, tooLarge('too many objects')],
  ])('%s', (_what, given, data, told) => {
    expect(() => new PdfFile(streamFile(given, data))).toThrow(told)
  })
})

describe('pages', () => {
  const kids = (count: number) => Array.from({ length: count }, (_none, i) => `${i + 3} 0 R`).join(' ')

  test.each<[string, () => Buffer, PdfError]>([
    ['that hold themselves', () => fileOf([CATALOG, '<</Kids[2 0 R]>>']), broken('pages in a circle')],
    ['that hold one twice', () => fileOf([CATALOG, '<</Kids[3 0 R 3 0 R]>>', PAGE]), broken('pages in a circle')],
    ['that stand nowhere', () => fileOf(['<</Type/Catalog>>']), broken('pages in a circle')],
    ['that are none', () => fileOf([CATALOG, '<</Kids[]>>']), broken('no pages')],
    ['of which one is a number', () => fileOf([CATALOG, PAGES, '7']), broken('dictionary expected')],
    [
      'more than are signed',
      () => fileOf([CATALOG, `<</Kids[${kids(5001)}]>>`, ...Array.from({ length: 5001 }, () => PAGE)]),
      tooLarge('too many pages'),
    ],
    ['without a size', () => fileOf([CATALOG, PAGES, '<</Type/Page>>']), broken('page without a size')],
    ['of three sides', () => fileOf([CATALOG, PAGES, '<</MediaBox[0 0 595]>>']), broken('page without a size')],
    ['too flat', () => fileOf([CATALOG, PAGES, '<</MediaBox[0 0 595 9]>>']), broken('page without a size')],
    ['too narrow', () => fileOf([CATALOG, PAGES, '<</MediaBox[0 0 9 842]>>']), broken('page without a size')],
  ])('%s', (_what, make, told) => {
    const file = new PdfFile(make())
    expect(() => file.pages()).toThrow(told)
  })
})

describe('an object that cannot be read', () => {
  const read = (objects: string[], num: number) => () =>
    new PdfFile(fileOf([CATALOG, PAGES, PAGE, ...objects])).object(num)

  test.each<[string, () => unknown, string]>([
    ['a stream without its length', read(['<</A 1>>\nstream\nx\nendstream'], 4), 'stream without its length'],
    [
      'a stream of a length below nothing',
      read(['<</Length -1>>\nstream\nx\nendstream'], 4),
      'stream without its length',
    ],
    ['a stream that is longer than the file', read(['<</Length 9999>>\nstream\nx'], 4), 'stream without its length'],
    ['a stream that goes on', read(['<</Length 1>>\nstream\nxyz\nendstream'], 4), 'stream without an end'],
  ])('%s', (_what, take, told) => {
    expect(take).toThrow(broken(told))
  })

  test('references that lead round', () => {
    const file = new PdfFile(fileOf([CATALOG, PAGES, PAGE, '5 0 R', '4 0 R']))
    expect(() => file.resolve(file.object(4))).toThrow(broken('references in a circle'))
  })

  test('at the place of another', () => {
    const file = new PdfFile(
      fileOf(
        [CATALOG, PAGES],
        '',
        ([first = 0]) => `xref\n1 2\n${lineOf(first)}${lineOf(first)}trailer\n<</Root 1 0 R>>\n`,
      ),
    )
    expect(() => file.object(2)).toThrow(broken('object 2 is not at 9'))
  })
})

describe('objects that lie in a stream of them', () => {
  const packed = deflateSync('7 0 (seven)')
  const lines = (within: number) => Buffer.from([1, 0, 9, 0, 2, 0, within, 0])

  /** Object 7 is the first within object `within`; 8 is the body that is given. */
  function file(body: string, data: Buffer, within = 8): PdfFile {
    const head = `%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\n`
    const stream = Buffer.concat([
      Buffer.from(`8 0 obj\n${body}`, 'latin1'),
      data,
      Buffer.from('\nendstream\nendobj\n'),
    ])
    const at = head.length
    const third = Buffer.from([1, 0, at, 0])
    const table = Buffer.concat([lines(within), third])
    const start = head.length + stream.length
    const entry = `9 0 obj\n<</Root 1 0 R/Index[1 1 7 2]/W[1 2 1]/Length ${table.length}>>\nstream\n`
    const tail = Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`)
    return new PdfFile(Buffer.concat([Buffer.from(head, 'latin1'), stream, Buffer.from(entry), table, tail]))
  }
  const streamOf = (dict: string) => `<<${dict}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`

  test('are read', () => {
    expect(file(streamOf('/N 1/First 4'), packed).object(7)).toMatchObject({ bytes: Buffer.from('seven') })
  })

  test.each<[string, () => PdfFile, string]>([
    ['without their number', () => file(streamOf('/First 4'), packed), 'stream of objects without its numbers'],
    ['without their place', () => file(streamOf('/N 1'), packed), 'stream of objects without its numbers'],
    ['that is a dictionary', () => file('<</N 1/First 4>>\n', packed), 'stream of objects expected'],
    ['that is not there', () => file(streamOf('/N 1/First 4'), packed, 6), 'stream of objects is missing'],
  ])('%s', (_what, make, told) => {
    const made = make()
    expect(() => made.object(7)).toThrow(broken(told))
  })
})

describe('a document that is to be sealed', () => {
  const facts = { ...SIGN_FACTS, room: 100 }
  const place = { page: 1, x: 10, y: 10, width: 42, height: 42, from: 0, to: 1, along: 'x' as const }
  const drawing = '<svg><path fill="#D7191C" d="M 0 0 L 1 1 Z"/></svg>'
  const sealed =
    (type: string, data: Buffer, places = [place]) =>
    () =>
      prepare(
        new PdfFile(pdfOf([{}])),
        { places, face: { type, data, width: 42, height: 42 }, opacity: 1, line: '' },
        facts,
      )
  const png = (depth: number, kind: number, interlace: number, width = 1) => {
    const head = Buffer.alloc(33)
    head.writeUInt32BE(width, 16)
    head.writeUInt32BE(width, 20)
    head.set([depth, kind, 0, 0, interlace], 24)
    return head
  }
  const KIND = 'picture of another kind: 8 bits, not interlaced, without a palette'

  test.each<[string, () => unknown, string, PdfTrouble?]>([
    ['at no place', sealed('SVG', Buffer.from(drawing), []), 'no place'],
    ['on a page there is not', sealed('SVG', Buffer.from(drawing), [{ ...place, page: 2 }]), 'no page 2'],
    ['with a drawing of another hand', sealed('SVG', Buffer.from('<svg/>')), 'drawing of another kind'],
    [
      'with a photograph that is cut',
      sealed('JPG', Buffer.from('ffd8ffe00004', 'hex')),
      'picture cannot be read',
      'picture',
    ],
    ['with a picture of 16 bits', sealed('PNG', png(16, 2, 0)), KIND, 'picture'],
    ['with a picture of a palette', sealed('PNG', png(8, 3, 0)), KIND, 'picture'],
    ['with an interlaced picture', sealed('PNG', png(8, 2, 1)), KIND, 'picture'],
    ['with a picture that fills the memory', sealed('PNG', png(8, 2, 0, 5000)), KIND, 'picture'],
    ['with a picture that cannot be unpacked', sealed('PNG', png(8, 2, 0)), 'stream cannot be unpacked', 'picture'],
  ])('%s', (_what, seal, told, trouble = 'broken') => {
    expect(seal).toThrow(expect.objectContaining({ message: told, trouble }))
  })

  test('with our own drawing is prepared', () => {
    const prepared = sealed('SVG', Buffer.from(drawing))()
    expect(() => fill(prepared, Buffer.alloc(101, 7))).toThrow('longer than the place kept free')
    expect(fill(prepared, Buffer.alloc(100, 7)).includes('07'.repeat(100))).toBe(true)
  })
})
