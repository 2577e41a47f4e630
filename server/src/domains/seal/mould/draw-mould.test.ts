import { expect, test } from 'vitest'
import { type MouldPlan, drawMould, mouldSvg } from './draw-mould.ts'
import { letter, lettersWithout } from './glyphs.ts'
import type { Place } from './outline.ts'

const ROUND: MouldPlan = {
  shape: 'round',
  width: 42,
  height: 42,
  border: 1.2,
  hasStar: false,
  text: '示例市第一中学',
  line: '',
  code: '',
}

/** Every point of the outline that is an end of a command. */
function points(outline: string): [number, number][] {
  return [...outline.matchAll(/[MLQC] ([-\d. ]+)/g)].map(([, text = '']) => {
    const values = text.trim().split(' ').map(Number)
    return [values.at(-2) ?? 0, values.at(-1) ?? 0]
  })
}

const figures = (outline: string) => outline.split('M ').slice(1)

test('a ring is the disc without the disc inside it', () => {
  expect(drawMould({ ...ROUND, text: '' })).toBe(
    'M -21 0 A 21 21 0 1 1 21 0 A 21 21 0 1 1 -21 0 Z M -19.8 0 A 19.8 19.8 0 1 0 19.8 0 A 19.8 19.8 0 1 0 -19.8 0 Z',
  )
})

test('the star has its tip up, 14 mm from tip to tip, its waist by the golden section', () => {
  const star = points(drawMould({ ...ROUND, text: '', hasStar: true })).slice(2)
  expect(star).toHaveLength(10)
  expect(star[0]).toEqual([0, -7])
  expect(star[1]?.map((value) => Math.round(value * 100) / 100)).toEqual([1.57, -2.16])
  const [left, right] = [Math.min(...star.map(([x]) => x)), Math.max(...star.map(([x]) => x))]
  expect(right).toBeCloseTo(-left, 5)
})

test('letters stand between the ring and 6.1 mm inside it, symmetric about the top, over 133 degrees', () => {
  const drawn = points(
    figures(drawMould(ROUND))
      .slice(2)
      .map((figure) => `M ${figure}`)
      .join(' '),
  )
  const radii = drawn.map(([x, y]) => Math.hypot(x, y))
  expect(Math.max(...radii)).toBeLessThan(21 - 1.2 - 0.5)
  expect(Math.min(...radii)).toBeGreaterThan(21 - 1.2 - 0.9 - 5.2 - 0.5)
  const degrees = drawn.map(([x, y]) => (Math.atan2(x, -y) * 180) / Math.PI)
  const [first, last] = [Math.min(...degrees), Math.max(...degrees)]
  expect(last - first).toBeGreaterThan(133)
  expect(last - first).toBeLessThan(133 + 19)
  expect(Math.abs(last + first)).toBeLessThan(4)
})

test('the code is read from the inside at the lower edge', () => {
  const drawn = points(drawMould({ ...ROUND, text: '', code: '5101000000001' })).slice(2)
  expect(drawn.every(([, y]) => y > 14)).toBe(true)
  expect(Math.max(...drawn.map(([x, y]) => Math.hypot(x, y)))).toBeLessThan(19.8)
})

test('a name of three letters fills four cells, the family name at the upper right', () => {
  const personal: MouldPlan = { ...ROUND, shape: 'personal', width: 20, height: 20, border: 1, text: '一一一' }
  const drawn = points(drawMould(personal)).slice(8)
  const cells = new Set(drawn.map(([x, y]) => `${x > 0 ? 'right' : 'left'} ${y > 0 ? 'low' : 'high'}`))
  expect([...cells].toSorted()).toEqual(['left high', 'left low', 'right high', 'right low'])
  expect(drawn[0]?.[0]).toBeGreaterThan(0)
  expect(drawn[0]?.[1]).toBeLessThan(0)
})

/** The outlines of letters at those places, to a twentieth of a millimetre. */
function near(text: string, places: Place[]): unknown[] {
  const outlines = [...text].map((one, at) => letter(one, places[at] ?? { x: 0, y: 0, scaleX: 0, scaleY: 0 }))
  return outlines
    .join(' ')
    .split(' ')
    .map((word) => (Number.isNaN(Number(word)) ? word : expect.closeTo(Number(word), 1)))
}

/** What is drawn within the ring. */
function letters(plan: Partial<MouldPlan>): (string | number)[] {
  const ring = drawMould({ ...ROUND, ...plan, text: '', line: '', code: '' })
  const drawn = drawMould({ ...ROUND, ...plan }).slice(ring.length + 1)
  return drawn.split(' ').map((word) => (Number.isNaN(Number(word)) ? word : Number(word)))
}

/** At an angle clockwise from the top of a circle, upright towards the outside. */
function onCircle(radius: number, degrees: number, scaleX: number, scaleY: number): Place {
  const turn = (degrees * Math.PI) / 180
  return { x: radius * Math.sin(turn), y: -radius * Math.cos(turn), turn, scaleX, scaleY }
}

test.each([
  ['章', [0], 3.9],
  ['一二三', [-60, 0, 60], 3.9],
  ['一二三四五六七', [-66.5, -44.333, -22.167, 0, 22.167, 44.333, 66.5], 3.9],
  ['一二三四五六七八九十一二三四五六', Array.from({ length: 16 }, (_one, at) => -150 + at * 20), 3.9],
  ['一二三四五六七八九十一二三四五六七八九十', Array.from({ length: 20 }, (_one, at) => -150 + (at * 300) / 19), 3.625],
])('the letters %s stand at equal distances along the edge', (text, degrees, wide) => {
  expect(letters({ text })).toEqual(
    near(
      text,
      degrees.map((one) => onCircle(13.7, one, wide, 5.2)),
    ),
  )
})

test('the letters of a smaller seal are smaller', () => {
  const half = { width: 21, height: 21, border: 0.6 }
  const small = [-60, 0, 60].map((one) => onCircle(6.85, one, 1.95, 2.6))
  expect(letters({ ...half, text: '一二三' })).toEqual(near('一二三', small))
  expect(letters({ ...half, text: '', line: '章' })).toEqual(near('章', [{ x: 0, y: 5.775, scaleX: 2, scaleY: 2 }]))
})

test('a line stands below the centre, narrower where it is long', () => {
  const at = (x: number, scaleX: number) => ({ x, y: 11.55, scaleX, scaleY: 4 })
  expect(letters({ text: '', line: '公章' })).toEqual(near('公章', [at(-2, 4), at(2, 4)]))
  const step = (2 * 19.8 * Math.sqrt(1 - (11.55 / 19.8) ** 2) - 1.8 - 10.4) / 8
  const places = Array.from({ length: 8 }, (_one, i) => at((i - 3.5) * step, step))
  expect(letters({ text: '', line: '一二三四五六七八' })).toEqual(near('一二三四五六七八', places))
})

test('the digits of the code stand 5.2 degrees apart, the middle one at the foot', () => {
  const size = 1.6 / 0.73
  const places = [-10.4, -5.2, 0, 5.2, 10.4].map((degrees) => {
    const { x, y, turn = 0 } = onCircle(19, 180 - degrees, size, size)
    return { x, y, turn: turn + Math.PI, scaleX: size, scaleY: size }
  })
  expect(letters({ text: '', code: '12345' })).toEqual(near('12345', places))
})

test.each([
  ['示例学校', '示例学校'],
  ['王小明', '王小明印'],
  ['王芳', '王芳之印'],
])('four cells hold the name %s as %s in two columns from the right', (text, whole) => {
  const block = { shape: 'personal', width: 20, height: 20, border: 1, text } as const
  const at = (x: number, y: number) => ({ x, y, scaleX: 7.8333, scaleY: 7.8333 })
  const places = [at(4.1667, -0.25), at(4.1667, 8.0833), at(-4.1667, -0.25), at(-4.1667, 8.0833)]
  expect(blockLetters(block)).toEqual(near(whole, places))
})

test('a square of five letters has three columns, the first two of two', () => {
  const at = (x: number, y: number, scaleY: number) => ({ x, y, scaleX: wide, scaleY })
  const plan = { shape: 'square', width: 21, height: 21, border: 1, text: '一二三四五' } as const
  const cell = 17.6
  const column = cell / 3
  const wide = column * 0.94
  const two = (x: number) => [at(x, -8.8 + 0.97 * 8.8, 8.8 * 0.94), at(x, -8.8 + 1.97 * 8.8, 8.8 * 0.94)]
  const places = [...two(column), ...two(0), at(-column, -8.8 + 0.97 * cell, cell * 0.94)]
  expect(blockLetters(plan)).toEqual(near('一二三四五', places))
})

/** What stands within the two borders of a block. */
function blockLetters(plan: Partial<MouldPlan>): (string | number)[] {
  const whole = drawMould({ ...ROUND, ...plan })
  const inner = whole.slice(whole.indexOf(' Z M', whole.indexOf(' Z M') + 1) + 3)
  return inner.split(' ').map((word) => (Number.isNaN(Number(word)) ? word : Number(word)))
}

test('a block has a border of the width that is chosen', () => {
  const plan: MouldPlan = { ...ROUND, shape: 'square', width: 20, height: 24, border: 1.5, text: '' }
  expect(drawMould(plan)).toBe(
    'M -10 -12 L 10 -12 L 10 12 L -10 12 Z M -8.5 10.5 L 8.5 10.5 L 8.5 -10.5 L -8.5 -10.5 Z',
  )
})

test('the picture has the size of the seal', () => {
  expect(mouldSvg({ ...ROUND, shape: 'oval', width: 40, height: 30 })).toContain(
    'width="40mm" height="30mm" viewBox="-20 -15 40 30"',
  )
})

test('letters the face does not have are named', () => {
  expect(lettersWithout('示例🀄中')).toEqual(['🀄'])
})
