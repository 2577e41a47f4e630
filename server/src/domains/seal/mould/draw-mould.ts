import { letter } from './glyphs.ts'
import { type Outline, ellipse, numbers, rectangle, star } from './outline.ts'

/** What a mould is drawn from; lengths in millimetres. */
export interface MouldPlan {
  shape: MouldShape
  width: number
  height: number
  border: number
  hasStar: boolean
  /** Round the edge, or all over a square face. */
  text: string
  /** Straight, below the centre. */
  line: string
  /** At the lower edge, read from the inside. */
  code: string
}

export type MouldShape = 'round' | 'oval' | 'square' | 'personal'

/** Sizes for a round seal of 42 mm; smaller ones take them in proportion. */
const FULL = 42
const NAME = 5.2
const NAME_WIDTH = 0.75
const NAME_GAP = 0.9
const LINE = 4
const LINE_DOWN = 0.55
const DIGIT = 1.6
const DIGIT_GAP = 0.8
/** Height of a digit against its em. */
const DIGIT_EM = 0.73
const DIGIT_STEP = 5.2
const DEGREES = { least: 120, most: 300, each: 19 }
const COLOUR = '#D7191C'

/** The lines of the mould, to be filled by the non-zero rule, round the origin. */
export function drawMould(plan: MouldPlan): Outline {
  const isBlock = plan.shape === 'square' || plan.shape === 'personal'
  return (isBlock ? block(plan) : ring(plan)).join(' ')
}

/** The mould as a picture of its real size on a transparent ground. */
export function mouldSvg(plan: MouldPlan): string {
  const { width, height } = plan
  const box = numbers(-width / 2, -height / 2, width, height)
  const size = `width="${width}mm" height="${height}mm" viewBox="${box}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path fill="${COLOUR}" d="${drawMould(plan)}"/></svg>`
}

function ring(plan: MouldPlan): Outline[] {
  const [a, b] = [plan.width / 2, plan.height / 2]
  const scale = Math.min(plan.width, plan.height) / FULL
  return [
    ellipse(a, b),
    ellipse(a - plan.border, b - plan.border, true),
    ...(plan.hasStar ? [star((scale * FULL) / 6)] : []),
    ...around(plan, scale),
    ...straight(plan, scale),
    ...digits(plan, scale),
  ]
}

/** Letters along the upper edge, at equal distances, symmetric about the top. */
function around({ text, width, height, border }: MouldPlan, scale: number): Outline[] {
  const letters = [...text]
  const size = NAME * scale
  const inset = border + NAME_GAP * scale + size
  const edge = edgeOf(width / 2 - inset, height / 2 - inset)
  const span = Math.min(DEGREES.most, Math.max(DEGREES.least, DEGREES.each * letters.length)) / 360
  const room = letters.length > 1 ? (span * edge.length) / (letters.length - 1) : size
  const wide = Math.min(size * NAME_WIDTH, room * 0.96)
  return letters.map((one, i) => {
    const share = letters.length > 1 ? i / (letters.length - 1) - 0.5 : 0
    return letter(one, { ...edge.at(share * span), scaleX: wide, scaleY: size })
  })
}

function straight({ line, width, height, border }: MouldPlan, scale: number): Outline[] {
  const letters = [...line]
  const [a, b] = [width / 2 - border, height / 2 - border]
  const base = (LINE_DOWN * height) / 2
  const size = LINE * scale
  const chord = 2 * a * Math.sqrt(1 - Math.min(1, base / b) ** 2) - 2 * NAME_GAP * scale
  const step = Math.min(size, (chord - 2 * NAME * scale) / letters.length || size)
  return letters.map((one, i) => {
    const x = (i - (letters.length - 1) / 2) * step
    return letter(one, { x, y: base, scaleX: step, scaleY: size })
  })
}

/** Digits along the lower edge; on top of them is the centre. */
function digits({ code, width, height, border }: MouldPlan, scale: number): Outline[] {
  const letters = [...code]
  const inset = border + DIGIT_GAP * scale
  const edge = edgeOf(width / 2 - inset, height / 2 - inset)
  const size = (DIGIT * scale) / DIGIT_EM
  return letters.map((one, i) => {
    const share = ((i - (letters.length - 1) / 2) * DIGIT_STEP) / 360
    const { x, y, turn } = edge.at(0.5 - share)
    return letter(one, { x, y, turn: turn + Math.PI, scaleX: size, scaleY: size })
  })
}

const STEPS = 3600

/** An ellipse walked from its top, clockwise: `at(0.25)` is a quarter of its length on, with the direction outwards. */
function edgeOf(a: number, b: number) {
  const walked = [0]
  for (let i = 1; i <= STEPS; i += 1) {
    const [from, to] = [point(a, b, (i - 1) / STEPS), point(a, b, i / STEPS)]
    walked.push((walked[i - 1] ?? 0) + Math.hypot(to.x - from.x, to.y - from.y))
  }
  const length = walked.at(-1) ?? 0
  return {
    length,
    at(share: number) {
      const goal = (share - Math.floor(share)) * length
      const i = walked.findIndex((way) => way >= goal)
      const { x, y } = point(a, b, i / STEPS)
      return { x, y, turn: Math.atan2(x / (a * a), -y / (b * b)) }
    },
  }
}

function point(a: number, b: number, share: number): { x: number; y: number } {
  const turn = 2 * Math.PI * share
  return { x: a * Math.sin(turn), y: -b * Math.cos(turn) }
}

/** Columns from the right to the left, each filled from the top to the bottom. */
function block({ shape, text, width, height, border }: MouldPlan): Outline[] {
  const letters = [...(shape === 'personal' ? fullName(text) : text)]
  const columns = Math.ceil(Math.sqrt(letters.length))
  const gap = Math.min(width, height) / 30
  const [inside, high] = [width - 2 * border - 2 * gap, height - 2 * border - 2 * gap]
  const column = inside / columns
  const outlines = [rectangle(width, height), rectangle(width - 2 * border, height - 2 * border, true)]
  for (let i = 0; i < columns; i += 1) {
    const here = letters.slice(
      Math.ceil((i * letters.length) / columns),
      Math.ceil(((i + 1) * letters.length) / columns),
    )
    const cell = high / here.length
    const x = inside / 2 - (i + 0.5) * column
    here.forEach((one, row) => {
      const y = -high / 2 + (row + 0.97) * cell
      outlines.push(letter(one, { x, y, scaleX: column * 0.94, scaleY: cell * 0.94 }))
    })
  }
  return outlines
}

/** Names of two and three letters are brought to four, as is usual. */ // inferred
function fullName(name: string): string {
  const count = [...name].length
  return count === 2 ? `${name}之印` : count === 3 ? `${name}印` : name
}
