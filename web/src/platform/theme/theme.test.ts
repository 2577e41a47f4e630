import { expect, test } from 'vitest'
import { contrast, mix, readable } from './color.ts'
import { paletteOf } from './palette.ts'
import { DEFAULT_SEED, PRESETS } from './presets.ts'

test('contrast of the WCAG examples', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast(DEFAULT_SEED, '#ffffff')).toBeCloseTo(2.78, 1)
})

test('mixing meets in the middle', () => {
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
})

test('a readable colour is left alone, a pale one is taken towards ink', () => {
  expect(readable('#003366', '#ffffff', '#000000')).toBe('#003366')
  expect(contrast(readable('#ffee88', '#ffffff', '#14202e'), '#ffffff')).toBeGreaterThanOrEqual(4.5)
})

const looks = PRESETS.flatMap((preset) => [false, true].map((isDark) => ({ ...preset, isDark })))

test.each(looks)('all texts of $key (dark: $isDark) can be read', ({ isDark, seed, side, tint }) => {
  const colours = paletteOf(isDark, seed, side, tint)
  const pairs = [
    ['ink-1', 'surface'],
    ['ink-2', 'paper'],
    ['ink-3', 'paper'],
    ['ink-3', 'surface'],
    ['ink-3', 'raised'],
    ['ink-3', 'fill'],
    ['primary', 'surface'],
    ['primary', 'paper'],
    ['primary', 'raised'],
    ['primary', 'primary-soft'],
    ['on-primary', 'primary'],
    ['seal', 'surface'],
    ['good', 'surface'],
    ['warn', 'surface'],
    ['side-ink', 'side-bg'],
    ['side-strong', 'side-hover'],
    ['side-active-ink', 'side-active'],
  ] as const
  const poor = pairs.filter(([text, ground]) => contrast(colours[text], colours[ground]) < 4.5)
  expect(poor.map(([text, ground]) => `${text} on ${ground} ${contrast(colours[text], colours[ground])}`)).toEqual([])
})

test('no two looks are alike', () => {
  const grounds = PRESETS.map(({ isDark = false, seed, side, tint, radius }) => {
    const { paper, primary, 'side-bg': ground } = paletteOf(isDark, seed, side, tint)
    return [paper, primary, ground, radius].join(' ')
  })
  expect(new Set(grounds).size).toBe(PRESETS.length)
})
