import { expect, test } from 'vitest'
import { contrast, mix, readable } from './color.ts'
import { paletteOf, primaryAway } from './palette.ts'
import { DEFAULT_SEED, PRESETS } from './presets.ts'
import { seedOf } from './theme.ts'

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
    ['seal', 'seal-soft'],
    ['good', 'good-soft'],
    ['warn', 'warn-soft'],
    ['ink-2', 'seal-soft'],
    ['ink-2', 'good-soft'],
    ['ink-2', 'warn-soft'],
    ['side-ink', 'side-bg'],
    ['side-strong', 'side-hover'],
    ['side-active-ink', 'side-active'],
  ] as const
  const poor = pairs.filter(([text, ground]) => contrast(colours[text], colours[ground]) < 4.5)
  expect(poor.map(([text, ground]) => `${text} on ${ground} ${contrast(colours[text], colours[ground])}`)).toEqual([])
})

test.each(looks)(
  'a button of $key (dark: $isDark) can be read while it is pointed at or pressed',
  ({ isDark, seed, side, tint }) => {
    const colours = paletteOf(isDark, seed, side, tint)
    for (const share of [0.15, 0.3]) {
      const own = primaryAway(colours, share)
      expect(contrast(colours['on-primary'], own)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(own, colours.surface)).toBeGreaterThanOrEqual(3)
    }
  },
)

test.each(looks)(
  'the ring around the focus of $key (dark: $isDark) is seen on every ground',
  ({ isDark, seed, side, tint }) => {
    const colours = paletteOf(isDark, seed, side, tint)
    const grounds = ['paper', 'surface', 'raised', 'fill', 'fill-strong', 'primary-soft'] as const
    const sides = ['side-bg', 'side-hover', 'side-active'] as const
    const rings = [
      ...grounds.map((ground) => contrast(colours.primary, colours[ground])),
      ...sides.map((ground) => contrast(colours['side-strong'], colours[ground])),
    ]
    expect(Math.min(...rings)).toBeGreaterThanOrEqual(3)
  },
)

/** Every hue, pale and strong, dark and light: whatever a tenant picks. */
const brands = Array.from({ length: 12 }, (_none, at) => at * 30).flatMap((hue) =>
  [0.3, 1].flatMap((strong) => [0.08, 0.5, 0.93].map((light) => hexOf(hue, strong, light))),
)

function hexOf(hue: number, strong: number, light: number): string {
  const reach = strong * Math.min(light, 1 - light)
  const part = (at: number) => {
    const place = (at + hue / 30) % 12
    return Math.round(255 * (light - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))))
  }
  return `#${[part(0), part(8), part(4)].map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

test.each(PRESETS.map(({ key, side, tint }) => ({ key, side, tint })))(
  'the colour of any tenant can be read in $key',
  ({ side, tint }) => {
    expect(brands).toContain('#ff0000')
    for (const [colour, isDark] of brands.flatMap((one) => [[one, true] as const, [one, false] as const])) {
      const colours = paletteOf(isDark, colour, side, tint)
      for (const [text, ground] of [
        ['primary', 'surface'],
        ['primary', 'paper'],
        ['primary', 'raised'],
        ['primary', 'primary-soft'],
        ['on-primary', 'primary'],
        ['side-ink', 'side-bg'],
        ['side-active-ink', 'side-active'],
      ] as const) {
        expect([colour, isDark, text, ground, contrast(colours[text], colours[ground]) >= 4.5]).toEqual([
          colour,
          isDark,
          text,
          ground,
          true,
        ])
      }
    }
  },
)

test('the own colour comes before that of the tenant, that before the one of the product', () => {
  const theme = { preset: 'theme-default', isDark: false }
  expect(seedOf({ ...theme, seed: '#1F5FBF' }, '#aa3300')).toBe('#1F5FBF')
  expect(seedOf({ ...theme, seed: DEFAULT_SEED }, '#aa3300')).toBe('#aa3300')
  expect(seedOf({ ...theme, seed: 'red' }, '')).toBe(DEFAULT_SEED)
  expect(seedOf({ ...theme, seed: DEFAULT_SEED }, 'url(x)')).toBe(DEFAULT_SEED)
})

test('no two looks are alike', () => {
  const grounds = PRESETS.map(({ isDark = false, seed, side, tint, radius }) => {
    const { paper, primary, 'side-bg': ground } = paletteOf(isDark, seed, side, tint)
    return [paper, primary, ground, radius].join(' ')
  })
  expect(new Set(grounds).size).toBe(PRESETS.length)
})
