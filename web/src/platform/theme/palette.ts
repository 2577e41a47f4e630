import { contrast, mix, readable } from './color.ts'
import type { Preset } from './presets.ts'

const INK = '#14202e'
const WHITE = '#ffffff'

/** Every colour of the product; screens use them as `var(--xh-<name>)`. */
export interface Palette {
  /** The desk, the sheet on it, and what floats above. */
  paper: string
  surface: string
  raised: string
  /** Text: strong, body, quiet (still AA), and marks that carry no text. */
  'ink-1': string
  'ink-2': string
  'ink-3': string
  'ink-4': string
  line: string
  'line-soft': string
  fill: string
  'fill-strong': string
  primary: string
  'primary-soft': string
  'on-primary': string
  /** Vermilion of the seal: brand mark and faults. */
  seal: string
  good: string
  warn: string
  /** Grounds on which a state is written in its colour. */
  'seal-soft': string
  'good-soft': string
  'warn-soft': string
  'side-bg': string
  'side-ink': string
  'side-strong': string
  'side-hover': string
  'side-active': string
  'side-active-ink': string
  shadow: string
}

const LIGHT = {
  paper: '#f4f2ed',
  surface: '#ffffff',
  raised: '#ffffff',
  'ink-1': '#1b2129',
  'ink-2': '#3c4650',
  'ink-3': '#5f6872',
  'ink-4': '#b3b5b3',
  line: '#e2dfd7',
  'line-soft': '#eeebe4',
  fill: '#f1efea',
  'fill-strong': '#e6e3dc',
  seal: '#b1342a',
  good: '#2a7a4b',
  warn: '#94600a',
  shadow: '0 6px 24px rgb(33 30 22 / 12%), 0 1px 3px rgb(33 30 22 / 8%)',
}

const DARK: typeof LIGHT = {
  paper: '#13161a',
  surface: '#1b1f24',
  raised: '#242a31',
  'ink-1': '#eceae5',
  'ink-2': '#c8c9c8',
  'ink-3': '#9aa1a8',
  'ink-4': '#555d66',
  line: '#2f363e',
  'line-soft': '#272d34',
  fill: '#232930',
  'fill-strong': '#2e353d',
  seal: '#e5796b',
  good: '#5fb987',
  warn: '#d6a44c',
  shadow: '0 8px 28px rgb(0 0 0 / 45%), 0 1px 3px rgb(0 0 0 / 40%)',
}

/** All colours for a mode, a seed the user picked, where the side comes from, and the tint of the papers. */
export function paletteOf(isDark: boolean, seed: string, side: Preset['side'], tint?: string): Palette {
  const base = tinted(isDark, tint)
  // The picked colour is only the seed: it is taken towards ink (or white) until text in it can be read.
  const primary = readable(seed, isDark ? base.raised : base.paper, isDark ? WHITE : INK, isDark ? 5.2 : 4.8)
  const onPrimary = contrast(WHITE, primary) >= 4.5 ? WHITE : INK
  const soft = mix(base.surface, primary, isDark ? 0.1 : 0.07)
  const palette = { ...base, ...statesOf(base, isDark), primary, 'primary-soft': soft }
  return { ...palette, 'on-primary': onPrimary, ...sideOf(side, palette, isDark) }
}

/** Papers and lines with a little of the tint; texts keep their inks, so that they can be read on all of them. */
function tinted(isDark: boolean, tint: string | undefined): typeof LIGHT {
  if (!tint) return isDark ? DARK : LIGHT
  const [ground, shares] = isDark ? (['#0f1216', DARK_SHARES] as const) : ([WHITE, LIGHT_SHARES] as const)
  const papers = Object.entries(shares).map(([name, share]) => [name, mix(ground, tint, share)])
  return { ...(isDark ? DARK : LIGHT), ...Object.fromEntries(papers) }
}

type States = Pick<Palette, 'seal' | 'good' | 'warn' | 'seal-soft' | 'good-soft' | 'warn-soft'>

const TINT = { light: 0.13, dark: 0.2 }
const READ = 4.6

/** Each state with its tint; the colour is taken as far towards ink (or white) as it takes to be read on both. */
function statesOf(base: typeof LIGHT, isDark: boolean): States {
  const share = isDark ? TINT.dark : TINT.light
  const tint = (colour: string) => mix(base.surface, colour, share)
  const read = (colour: string) => readable(colour, tint(colour), isDark ? WHITE : INK, READ)
  const { seal, good, warn } = base
  return {
    seal: read(seal),
    good: read(good),
    warn: read(warn),
    'seal-soft': tint(seal),
    'good-soft': tint(good),
    'warn-soft': tint(warn),
  }
}

const LIGHT_SHARES = { paper: 0.07, fill: 0.07, 'fill-strong': 0.13, line: 0.2, 'line-soft': 0.11 }
const DARK_SHARES = {
  paper: 0.04,
  surface: 0.1,
  raised: 0.16,
  fill: 0.14,
  'fill-strong': 0.21,
  line: 0.26,
  'line-soft': 0.18,
}

type Side = Pick<Palette, 'side-bg' | 'side-ink' | 'side-strong' | 'side-hover' | 'side-active' | 'side-active-ink'>

/** The primary colour of what is pointed at or pressed: away from the text on it, which stays as readable. */
export function primaryAway({ primary, 'on-primary': text }: Palette, share: number): string {
  return mix(primary, text === WHITE ? INK : WHITE, share)
}

function sideOf(side: Preset['side'], base: typeof LIGHT & { primary: string }, isDark: boolean): Side {
  if (side === 'paper') {
    return {
      'side-bg': base.paper,
      'side-ink': base['ink-2'],
      'side-strong': base['ink-1'],
      'side-hover': base['fill-strong'],
      'side-active': base.surface,
      'side-active-ink': readable(base.primary, base.surface, isDark ? WHITE : INK, 4.6),
    }
  }
  const ground = side === 'ink' ? mix(INK, base.primary, 0.08) : mix(isDark ? INK : base.primary, INK, 0.35)
  return {
    'side-bg': ground,
    'side-ink': mix(ground, WHITE, 0.76),
    'side-strong': WHITE,
    'side-hover': mix(ground, WHITE, 0.08),
    'side-active': mix(ground, WHITE, 0.14),
    'side-active-ink': WHITE,
  }
}
