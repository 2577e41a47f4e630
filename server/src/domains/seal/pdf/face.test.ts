import { deflateSync, inflateSync } from 'node:zlib'
import type { SealPlace } from '@xueheng/contract/domains/seal/sign-rule.ts'
import { describe, expect, test } from 'vitest'
import { pdfFile, pdfOf } from '../../../../test/fixtures/pdf.ts'
import { SIGN_FACTS } from '../../../../test/fixtures/sign-facts.ts'
import { PdfFile } from './document.ts'
import { type Face, addFace, pathOperators } from './face.ts'
import { type SignatureFacts, prepare } from './prepare.ts'
import { type Dict, Name, Ref, Stream, type Value, isDict } from './values.ts'
import { Increment } from './write.ts'

/** A face as it lies in a file: what is drawn, and its picture. */
function added(face: Partial<Face>) {
  const increment = new Increment(new PdfFile(pdfOf([{}])))
  const ref = addFace(increment, { type: 'PNG', data: Buffer.alloc(0), width: 42, height: 30, ...face })
  const file = new PdfFile(increment.finish())
  const form = file.object(ref.num)
  if (!(form instanceof Stream)) throw new Error('no form')
  const pictures = file.resolve(file.dictOf(form.dict.get('Resources')).get('XObject'))
  const image = isDict(pictures) ? file.resolve(pictures.get('Im')) : undefined
  return {
    file,
    form,
    text: inflateSync(form.data).toString('latin1'),
    image: image instanceof Stream ? image : undefined,
  }
}

function png(kind: number, rows: number[][], [width, height]: [number, number]): Buffer {
  const head = Buffer.alloc(33)
  head.writeUInt32BE(13, 8)
  head.write('IHDR', 12, 'latin1')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  head.set([8, kind, 0, 0, 0], 24)
  const data = deflateSync(Buffer.from(rows.flatMap((row) => [0, ...row])))
  const chunk = (name: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    return Buffer.concat([length, Buffer.from(name, 'latin1'), body, Buffer.alloc(4)])
  }
  const half = Math.floor(data.length / 2)
  const parts = [
    chunk('tEXt', Buffer.from('x')),
    chunk('IDAT', data.subarray(0, half)),
    chunk('IDAT', data.subarray(half)),
  ]
  return Buffer.concat([head, ...parts, chunk('IEND', Buffer.alloc(0))])
}

const textOf = (value: Value | undefined) => (value instanceof Name ? value.name : value)
const facts = (dict: Dict) =>
  ['Type', 'Subtype', 'Width', 'Height', 'BitsPerComponent', 'ColorSpace', 'Filter'].map((key) => textOf(dict.get(key)))

describe('a picture on a seal', () => {
  test.each<
    [name: string, kind: number, rows: number[][], colours: number[], alpha: number[] | undefined, space: string]
  >([
    [
      'of greys',
      0,
      [
        [1, 2],
        [3, 4],
      ],
      [1, 2, 3, 4],
      undefined,
      'DeviceGray',
    ],
    [
      'of colours',
      2,
      [
        [1, 2, 3, 4, 5, 6],
        [7, 8, 9, 10, 11, 12],
      ],
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      undefined,
      'DeviceRGB',
    ],
    [
      'of greys that let through',
      4,
      [
        [1, 9, 2, 8],
        [3, 7, 4, 6],
      ],
      [1, 2, 3, 4],
      [9, 8, 7, 6],
      'DeviceGray',
    ],
    [
      'of colours that let through',
      6,
      [
        [1, 2, 3, 9, 4, 5, 6, 8],
        [7, 8, 9, 7, 10, 11, 12, 6],
      ],
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      [9, 8, 7, 6],
      'DeviceRGB',
    ],
  ])('%s keeps them', (_name, kind, rows, colours, alpha, space) => {
    const { file, image, text } = added({ data: png(kind, rows, [2, 2]) })
    if (!image) throw new Error('no picture')
    expect(facts(image.dict)).toEqual(['XObject', 'Image', 2, 2, 8, space, 'FlateDecode'])
    expect([...inflateSync(image.data)]).toEqual(colours)
    const mask = file.resolve(image.dict.get('SMask'))
    expect(mask instanceof Stream ? [...inflateSync(mask.data)] : undefined).toEqual(alpha)
    if (mask instanceof Stream)
      expect(facts(mask.dict)).toEqual(['XObject', 'Image', 2, 2, 8, 'DeviceGray', 'FlateDecode'])
    expect(text).toBe('42 0 0 -30 0 30 cm /Im Do')
  })

  test.each([
    [1, 'DeviceGray'],
    [3, 'DeviceRGB'],
    [4, 'DeviceCMYK'],
  ])('that is a photograph of %i parts goes in as it is', (parts, space) => {
    const other = [0xff, 0xc4, 0, 4, 1, 2]
    const frame = [0xff, 0xc2, 0, 17, 8, 0, 20, 0, 30, parts]
    const data = Buffer.from([0xff, 0xd8, ...other, ...frame])
    const { image } = added({ type: 'JPG', data })
    expect(facts(image?.dict ?? new Map())).toEqual(['XObject', 'Image', 30, 20, 8, space, 'DCTDecode'])
    expect(image?.data).toEqual(data)
  })

  test.each([
    ['without a frame', [0xff, 0xd8, 0xff, 0xc8, 0, 17, 8, 0, 20, 0, 30, 3, 1, 2]],
    ['with other bytes before it', [0xff, 0xd8, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 20, 0, 30, 3, 1]],
  ])('that is a photograph %s cannot be read', (_name, bytes) => {
    expect(() => added({ type: 'JPG', data: Buffer.from(bytes) })).toThrow(
      expect.objectContaining({ trouble: 'picture', message: 'picture cannot be read' }),
    )
  })
})

test('our own drawing is filled in its colour, round the middle', () => {
  const { form, text } = added({ type: 'SVG', data: Buffer.from('<path fill="#ff8000" d="M 0 0 L 1 2 Z"/>') })
  expect(text).toBe('1 0.502 0 rg 1 0 0 1 21 15 cm\n0 0 m\n1 2 l\nh f')
  expect(form.dict.get('BBox')).toEqual([0, 0, 42, 30])
})

test.each([
  ['M 1 2 L -3 4.5', '1 2 m\n-3 4.5 l'],
  ['M 0 0 C 1 2 3 4 5 6 Z', '0 0 m\n1 2 3 4 5 6 c\nh'],
  ['M 0 0 Q 3 6 9 12', '0 0 m\n2 4 5 8 9 12 c'],
  ['M 1 1 L 3 3 Q 6 3 9 3', '1 1 m\n3 3 l\n5 3 7 3 9 3 c'],
  ['M 1e-1 0', '0.1 0 m'],
  ['M -10 0 A 10 10 0 1 1 10 0', '-10 0 m\n-10 -5.5228 -5.5228 -10 0 -10 c\n5.5228 -10 10 -5.5228 10 0 c'],
  ['M 10 0 A 10 10 0 1 1 -10 0', '10 0 m\n10 5.5228 5.5228 10 0 10 c\n-5.5228 10 -10 5.5228 -10 0 c'],
  ['M -10 2 A 10 5 0 1 0 10 2', '-10 2 m\n-10 4.7614 -5.5228 7 0 7 c\n5.5228 7 10 4.7614 10 2 c'],
])('the path %s is drawn as %j', (path, operators) => {
  expect(pathOperators(path)).toBe(operators)
})

describe('what a document is given with a seal', () => {
  const face: Face = {
    type: 'SVG',
    data: Buffer.from('<path fill="#ff8000" d="M 0 0 L 1 2 Z"/>'),
    width: 40,
    height: 30,
  }
  const place = { page: 1, x: 10, y: 20, width: 20, height: 15, from: 0, to: 1, along: 'x' as const }

  interface Change extends Partial<SignatureFacts> {
    places?: SealPlace[]
    line?: string
  }
  const sealed = (file: Buffer, { places = [place], line = '', ...more }: Change = {}) => {
    const { bytes } = prepare(
      new PdfFile(file),
      { places, face, opacity: 0.5, line },
      { ...SIGN_FACTS, room: 50, ...more },
    )
    const read = new PdfFile(bytes)
    const form = read.dictOf(read.root.get('AcroForm'))
    const annotations = read.arrayOf(read.pages()[0]?.dict.get('Annots')).map((one) => read.dictOf(one))
    return { read, form, fields: read.arrayOf(form.get('Fields')), annotations }
  }
  const drawing = (read: PdfFile, annotation: Dict | undefined) => {
    const drawn = read.resolve(read.dictOf(annotation?.get('AP')).get('N'))
    if (!(drawn instanceof Stream)) throw new Error('no drawing')
    return { dict: drawn.dict, text: drawn.data.toString('latin1') }
  }
  const points = (...mm: number[]) => mm.map((one) => expect.closeTo((one * 72) / 25.4, 2))

  test('is a field with its signature and its face', () => {
    const { read, form, fields, annotations } = sealed(pdfOf([{}]), { reason: '原因', location: '广州' })
    const [field] = annotations
    expect(annotations).toHaveLength(1)
    expect(read.dictOf(fields[0])).toEqual(field)
    expect([textOf(field?.get('Subtype')), textOf(field?.get('FT')), field?.get('F')]).toEqual(['Widget', 'Sig', 132])
    expect(form.get('SigFlags')).toBe(3)
    const height = (842 * 25.4) / 72
    expect(field?.get('Rect')).toEqual(points(10, height - 35, 30, height - 20))
    const { dict, text } = drawing(read, field)
    expect(dict.get('BBox')).toEqual(points(0, 0, 20, 15))
    expect(text).toBe('/Fade gs\n1.4173 0 0 -1.4173 0 42.5197 cm\n0 0 40 30 re W n\n/Face Do')
    expect(read.dictOf(read.dictOf(read.dictOf(dict.get('Resources')).get('ExtGState')).get('Fade')).get('ca')).toBe(
      0.5,
    )
    const signature = read.dictOf(field?.get('V'))
    expect(['Reason', 'Location', 'Reference'].map((key) => signature.has(key))).toEqual([true, true, false])
    expect(read.root.has('Perms')).toBe(false)
  })

  test('says no reason and no place where there are none, and locks where it is asked to', () => {
    const { read, annotations } = sealed(pdfOf([{}]), { isLocked: true })
    const signature = read.dictOf(annotations[0]?.get('V'))
    expect(['Reason', 'Location'].map((key) => signature.has(key))).toEqual([false, false])
    const [reference] = read.arrayOf(signature.get('Reference'))
    expect(textOf(read.dictOf(reference).get('TransformMethod'))).toBe('DocMDP')
    expect(read.dictOf(read.dictOf(reference).get('TransformParams')).get('P')).toBe(1)
    expect(read.dictOf(read.root.get('Perms')).get('DocMDP')).toEqual(annotations[0]?.get('V'))
  })

  test('shows of a strip its part alone', () => {
    const across = { ...place, from: 0.25, to: 0.75 }
    const down = { ...place, from: 0.5, to: 1, along: 'y' as const }
    const { read, annotations } = sealed(pdfOf([{}]), { places: [across, down] })
    const height = (842 * 25.4) / 72
    expect(annotations.map((one) => textOf(one.get('Subtype')))).toEqual(['Widget', 'Stamp'])
    expect(annotations[0]?.get('Rect')).toEqual(points(15, height - 35, 25, height - 20))
    expect(annotations[1]?.get('Rect')).toEqual(points(10, height - 35, 30, height - 27.5))
    expect(drawing(read, annotations[0]).text).toContain('\n10 0 20 30 re W n\n')
    expect(drawing(read, annotations[1]).text).toContain('\n0 15 40 15 re W n\n')
    expect(drawing(read, annotations[0]).dict.get('BBox')).toEqual(points(5, 0, 15, 15))
    expect(drawing(read, annotations[1]).dict.get('BBox')).toEqual(points(0, 0, 20, 7.5))
  })

  test('prints a line at the foot of the first page', () => {
    const { annotations } = sealed(pdfOf([{}]), { line: 'AB章' })
    expect(annotations[1]?.get('Rect')).toEqual(points(15, 3, 15 + 2 * 2.8 * 0.78 + 2.8 + 1, 8))
    expect(sealed(pdfOf([{}]), { line: '章'.repeat(100) }).annotations[1]?.get('Rect')).toEqual(
      points(15, 3, (595 * 25.4) / 72, 8),
    )
  })

  test.each([
    [0, [1, 0, 0, 1, 0, 0]],
    [90, [0, 1, -1, 0, 0, 0]],
    [180, [-1, 0, 0, -1, 0, 0]],
    [270, [0, -1, 1, 0, 0, 0]],
  ])('stands upright on a page turned by %i', (rotate, matrix) => {
    const { read, annotations } = sealed(pdfOf([{ rotate }]))
    const found = drawing(read, annotations[0]).dict.get('Matrix')
    expect(Array.isArray(found) ? found.map((one) => Number(one) + 0) : found).toEqual(matrix)
  })

  test('joins a form, notes and permissions that are there already', () => {
    const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[5 0 R]>>'
    const pages = '<</Type/Pages/Count 1/Kids[3 0 R]>>'
    const note = '<</Subtype/Text>>'
    const apart = pdfFile([
      '<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R/Perms<</UR3 5 0 R>>>>',
      pages,
      page,
      '<</Fields[5 0 R]/DA(x)>>',
      note,
    ])
    const { read, form, fields, annotations } = sealed(apart, { isLocked: true })
    expect(read.root.get('AcroForm')).toEqual(new Ref(4, 0))
    expect([form.has('DA'), fields.length, annotations.length]).toEqual([true, 2, 2])
    expect([...read.dictOf(read.root.get('Perms')).keys()]).toEqual(['UR3', 'DocMDP'])
    const inside = pdfFile([
      '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]/DA(x)>>>>',
      pages,
      page,
      '(unused)',
      note,
    ])
    const other = sealed(inside)
    expect([other.form.has('DA'), other.fields.length]).toEqual([true, 2])
  })
})
