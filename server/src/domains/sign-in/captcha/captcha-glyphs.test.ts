import { expect, test } from 'vitest'
import { GLYPHS } from './captcha-glyphs.ts'

test.each(Object.entries(GLYPHS))(
  'the letter %s is drawn within its square, from point to point',
  (_letter, strokes) => {
    const numbers = strokes.flat()
    expect([Math.min(...numbers) >= 0, Math.max(...numbers) <= 1]).toEqual([true, true])
    for (const stroke of strokes) expect([stroke.length % 2, stroke.length >= 4]).toEqual([0, true])
    const sides = [0, 1].map((side) => strokes.flat().filter((_number, at) => at % 2 === side))
    // It fills the square, or it would be taken for another letter.
    for (const side of sides) expect(Math.max(...side) - Math.min(...side)).toBeGreaterThan(0.7)
  },
)

test('no letter is among them that people take for another', () => {
  expect(Object.keys(GLYPHS).filter((letter) => /[01OILSZ5]/.test(letter))).toEqual([])
})
