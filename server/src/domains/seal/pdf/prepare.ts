import type { SealPlace } from '@xueheng/contract/domains/seal/sign-rule.ts'
import { letter } from '../mould/glyphs.ts'
import type { Page, PdfFile } from './document.ts'
import { type Face, POINTS_PER_MM, addFace, pathOperators } from './face.ts'
import { rectangle, sizeOf } from './page-frame.ts'
import { type Dict, Name, Raw, Ref, Stream, type Value, broken, isDict, textString } from './values.ts'
import { Increment, numberText } from './write.ts'

/** What a signature says of itself inside the document. */
export interface SignatureFacts {
  filter: string
  subFilter: string
  name: string
  reason: string
  location: string
  /** Number of the seal, and the code by which the document is found. */
  esId: string
  code: string
  time: Date
  /** Nothing may be changed afterwards. */
  isLocked: boolean
  /** Bytes to keep free for it. */
  room: number
}

export interface Stamp {
  places: SealPlace[]
  face: Face
  opacity: number
  /** Printed at the foot of the first page; '' prints nothing. */
  line: string
}

/** A document that lacks nothing but its signature. */
export interface Prepared {
  bytes: Buffer
  /** What the signature covers: before and behind the place kept free for it. */
  covered: Buffer
  range: [number, number, number, number]
}

const RANGE_WIDTH = 50
/** Printed, and neither moved nor removed (ISO 32000-1, 12.5.3). */
const PRINTED_LOCKED = 4 + 128
const BASE_LINE = 4

/** Puts seal, code and an empty signature behind the document, as one increment. Throws `PdfError`. */
export function prepare(file: PdfFile, stamp: Stamp, facts: SignatureFacts): Prepared {
  const pages = file.pages()
  const increment = new Increment(file)
  const signature = increment.add(signatureDict(facts))
  const field = addAppearances(file, increment, pages, stamp, signature, facts)
  enterForm(file, increment, field, signature, facts.isLocked)
  return measured(increment.finish(), file.bytes.length)
}

function signatureDict(facts: SignatureFacts): Dict {
  return new Map<string, Value>([
    ['Type', new Name('Sig')],
    ['Filter', new Name(facts.filter)],
    ['SubFilter', new Name(facts.subFilter)],
    ['ByteRange', new Raw(`[0${' '.repeat(RANGE_WIDTH)}]`)],
    ['Contents', new Raw(`<${'0'.repeat(facts.room * 2)}>`)],
    ['M', textString(pdfTime(facts.time))],
    ['Name', textString(facts.name)],
    ...(facts.reason ? [['Reason', textString(facts.reason)] as [string, Value]] : []),
    ...(facts.location ? [['Location', textString(facts.location)] as [string, Value]] : []),
    ['XHSeal', textString(facts.esId)],
    ['XHCode', textString(facts.code)],
    ...(facts.isLocked ? [['Reference', [locked()]] as [string, Value]] : []),
  ])
}

/** DocMDP: no change is permitted. */
function locked(): Dict {
  const parms: Dict = new Map<string, Value>([
    ['Type', new Name('TransformParams')],
    ['P', 1],
    ['V', new Name('1.2')],
  ])
  return new Map<string, Value>([
    ['Type', new Name('SigRef')],
    ['TransformMethod', new Name('DocMDP')],
    ['TransformParams', parms],
  ])
}

function pdfTime(time: Date): string {
  return `D:${time.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`
}

/** The first place is the field of the signature, the others are stamps; answers the field. */
function addAppearances(
  file: PdfFile,
  increment: Increment,
  pages: Page[],
  stamp: Stamp,
  signature: Ref,
  facts: SignatureFacts,
): Ref {
  const face = addFace(increment, stamp.face)
  const state = increment.add(new Map([['ca', stamp.opacity]]))
  const perPage = new Map<number, Ref[]>()
  const put = (page: number, annotation: Dict): Ref => {
    const ref = increment.add(annotation)
    perPage.set(page, [...(perPage.get(page) ?? []), ref])
    return ref
  }
  const [first, ...rest] = stamp.places
  if (!first) throw broken('no place')
  const field = put(first.page, widget(pages, increment, { face, state, stamp, place: first }, signature, facts))
  for (const place of rest) put(place.page, stamped(pages, increment, { face, state, stamp, place }))
  if (stamp.line) put(1, printedLine(pageOf(pages, 1), increment, stamp.line))
  for (const [number, refs] of perPage) {
    const page = pageOf(pages, number)
    const annotations = [...file.arrayOf(page.dict.get('Annots')), ...refs]
    increment.set(page.ref, new Map([...page.dict, ['Annots', annotations]]))
  }
  return field
}

function pageOf(pages: Page[], number: number): Page {
  const page = pages[number - 1]
  if (!page) throw broken(`no page ${number}`)
  return page
}

interface Drawn {
  face: Ref
  state: Ref
  stamp: Stamp
  place: SealPlace
}

function widget(pages: Page[], increment: Increment, drawn: Drawn, signature: Ref, facts: SignatureFacts): Dict {
  return new Map<string, Value>([
    ...annotation(pages, increment, drawn),
    ['Subtype', new Name('Widget')],
    ['FT', new Name('Sig')],
    ['T', textString(`Seal-${facts.code}-${facts.subFilter}`)],
    ['V', signature],
  ])
}

function stamped(pages: Page[], increment: Increment, drawn: Drawn): Dict {
  return new Map<string, Value>([...annotation(pages, increment, drawn), ['Subtype', new Name('Stamp')]])
}

function annotation(pages: Page[], increment: Increment, { face, state, stamp, place }: Drawn): Dict {
  const page = pageOf(pages, place.page)
  const { width, height } = stamp.face
  const scale = [place.width / width, place.height / height]
  const content = [
    '/Fade gs',
    // Millimetres from the upper left corner, y downwards.
    `${numberText((scale[0] ?? 1) * POINTS_PER_MM)} 0 0 -${numberText((scale[1] ?? 1) * POINTS_PER_MM)} 0 ${numberText(place.height * POINTS_PER_MM)} cm`,
    `${part(place, width, height)} re W n`,
    '/Face Do',
  ].join('\n')
  const resources: Dict = new Map<string, Value>([
    ['XObject', new Map([['Face', face]])],
    ['ExtGState', new Map([['Fade', state]])],
  ])
  const seen = visibleBox(place, width, height)
  return annotationOf(page, increment, seen, content, resources)
}

/** Which part of the face is seen, in millimetres of the face. */
function part({ from, to, along }: SealPlace, width: number, height: number): string {
  const box =
    along === 'y' ? [0, from * height, width, (to - from) * height] : [from * width, 0, (to - from) * width, height]
  return box.map(numberText).join(' ')
}

interface Box {
  /** Millimetres from the upper left corner of the page as it is read: of the whole face. */
  x: number
  y: number
  width: number
  height: number
  /** What of it is seen, from its own upper left corner. */
  left: number
  top: number
  seenWidth: number
  seenHeight: number
}

function visibleBox(place: SealPlace, _width: number, _height: number): Box {
  const { x, y, width, height, from, to, along } = place
  const isDown = along === 'y'
  return {
    x,
    y,
    width,
    height,
    left: isDown ? 0 : from * width,
    top: isDown ? from * height : 0,
    seenWidth: isDown ? width : (to - from) * width,
    seenHeight: isDown ? (to - from) * height : height,
  }
}

/** An annotation whose drawing covers `box` of the page, upright as the page is read. */
function annotationOf(page: Page, increment: Increment, box: Box, content: string, resources: Dict): Dict {
  const [w, h] = [box.seenWidth * POINTS_PER_MM, box.seenHeight * POINTS_PER_MM]
  const [left, foot] = [box.left * POINTS_PER_MM, (box.height - box.top) * POINTS_PER_MM - h]
  const turn = (page.rotate * Math.PI) / 180
  const [cos, sin] = [Math.round(Math.cos(turn)), Math.round(Math.sin(turn))]
  const form: Dict = new Map<string, Value>([
    ['Type', new Name('XObject')],
    ['Subtype', new Name('Form')],
    ['BBox', [left, foot, left + w, foot + h]],
    ['Matrix', [cos, sin, -sin, cos, 0, 0]],
    ['Resources', resources],
  ])
  const drawing = increment.add(new Stream(form, Buffer.from(content, 'latin1')))
  return new Map<string, Value>([
    ['Type', new Name('Annot')],
    ['Rect', rectangle(page, (box.x + box.left) * POINTS_PER_MM, (box.y + box.top) * POINTS_PER_MM, w, h)],
    ['F', PRINTED_LOCKED],
    ['P', page.ref],
    ['AP', new Map([['N', drawing]])],
  ])
}

const LINE_HEIGHT = 5
const LETTER_SIZE = 2.8
const LINE_LEFT = 15
/** Latin letters against the others. */
const NARROW = 0.78

/** One line at the foot of a page, its letters as outlines: no font is asked for. */
function printedLine(page: Page, increment: Increment, line: string): Dict {
  const { height, width } = sizeOf(page)
  let x = 0
  const outlines = [...line].map((one) => {
    const step = /[ -~]/.test(one) ? LETTER_SIZE * NARROW : LETTER_SIZE
    x += step
    return letter(one, { x: x - step / 2, y: BASE_LINE, scaleX: LETTER_SIZE, scaleY: LETTER_SIZE })
  })
  const long = Math.min(x + 1, width - LINE_LEFT)
  const scale = numberText(POINTS_PER_MM)
  const content = `0.25 g ${scale} 0 0 -${scale} 0 ${numberText(LINE_HEIGHT * POINTS_PER_MM)} cm\n${pathOperators(outlines.join(' '))} f`
  const box = { x: LINE_LEFT, y: height - LINE_HEIGHT - 3, width: long, height: LINE_HEIGHT }
  const seen = { ...box, left: 0, top: 0, seenWidth: long, seenHeight: LINE_HEIGHT }
  const drawn = annotationOf(page, increment, seen, content, new Map())
  return new Map<string, Value>([...drawn, ['Subtype', new Name('Stamp')], ['Contents', textString(line)]])
}

/** Names the field in the form of the document, which is made where there is none. */
function enterForm(file: PdfFile, increment: Increment, field: Ref, signature: Ref, isLocked: boolean): void {
  const given = file.root.get('AcroForm')
  const form = given === undefined || given === null ? new Map<string, Value>() : file.dictOf(given)
  const fields = [...file.arrayOf(form.get('Fields')), field]
  const changed: Dict = new Map<string, Value>([...form, ['Fields', fields], ['SigFlags', 3]])
  const root: Dict = new Map([...file.root, ['AcroForm', changed]])
  if (given instanceof Ref) {
    increment.set(given, changed)
    root.set('AcroForm', given)
  }
  if (isLocked) {
    const perms = file.root.get('Perms')
    const kept = isDict(perms) ? perms : new Map<string, Value>()
    root.set('Perms', new Map([...kept, ['DocMDP', signature]]))
  }
  if (!(given instanceof Ref) || isLocked) increment.set(file.rootRef, root)
}

/** Writes down what is covered, now that the places are known. */
function measured(bytes: Buffer, from: number): Prepared {
  const contents = bytes.indexOf('/Contents <0', from, 'latin1') + '/Contents '.length
  const end = bytes.indexOf('>', contents, 'latin1') + 1
  const range: Prepared['range'] = [0, contents, end, bytes.length - end]
  const place = bytes.indexOf('/ByteRange [0 ', from, 'latin1') + '/ByteRange '.length
  const text = `[${range.join(' ')}`
  bytes.write(`${text.padEnd(RANGE_WIDTH + 2)}]`, place, 'latin1')
  return { bytes, range, covered: Buffer.concat([bytes.subarray(0, contents), bytes.subarray(end)]) }
}

/** Puts the signature into the place kept free for it. */
export function fill({ bytes, range }: Prepared, signature: Buffer): Buffer {
  const room = range[2] - range[1] - 2
  const hex = signature.toString('hex')
  if (hex.length > room) throw new Error('a signature is longer than the place kept free for it')
  bytes.write(hex, range[1] + 1, 'latin1')
  return bytes
}
