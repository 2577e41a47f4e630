import { expect, test } from 'vitest'
import { type MouldPlan, drawMould, mouldSvg } from './draw-mould.ts'
import { lettersWithout } from './glyphs.ts'

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

test('the picture has the size of the seal', () => {
  expect(mouldSvg({ ...ROUND, shape: 'oval', width: 40, height: 30 })).toContain(
    'width="40mm" height="30mm" viewBox="-20 -15 40 30"',
  )
})

test('letters the face does not have are named', () => {
  expect(lettersWithout('示例🀄中')).toEqual(['🀄'])
})
