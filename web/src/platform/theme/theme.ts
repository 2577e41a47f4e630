import { create } from 'zustand'
import { keep, kept } from '../api/storage.ts'
import { useBrand } from './brand.ts'
import { isColor } from './color.ts'
import { type Palette, paletteOf } from './palette.ts'
import { DEFAULT_SEED, PRESETS, type Preset } from './presets.ts'

export interface Theme {
  preset: string
  seed: string
  isDark: boolean
}

const KEY = 'theme'
const DEFAULT: Theme = { preset: PRESETS[0].key, seed: DEFAULT_SEED, isDark: false }

export const useTheme = create<Theme>(() => ({ ...DEFAULT, ...kept<Theme>(KEY) }))

export function setTheme(change: Partial<Theme>): void {
  useTheme.setState(change)
  keep(KEY, useTheme.getState())
  paint()
}

/** Takes a named look with its colour and mode. */
export function choosePreset(preset: Preset): void {
  setTheme({ preset: preset.key, seed: preset.seed, isDark: preset.isDark ?? false })
}

export function presetOf(theme: Theme): Preset {
  return PRESETS.find((preset) => preset.key === theme.preset) ?? PRESETS[0]
}

/** The colour everything is made of: the user's own, else that of the tenant, else the product's. */
export function seedOf(theme: Theme, brandColor: string): string {
  const isOwn = isColor(theme.seed) && theme.seed !== DEFAULT_SEED
  if (isOwn) return theme.seed
  return isColor(brandColor) ? brandColor : DEFAULT_SEED
}

export function currentPalette(theme: Theme, brandColor = useBrand.getState().brandColor): Palette {
  const { side, tint } = presetOf(theme)
  return paletteOf(theme.isDark, seedOf(theme, brandColor), side, tint)
}

useBrand.subscribe(paint)

/** Writes the colours where all style sheets find them. */
export function paint(): void {
  const theme = useTheme.getState()
  const root = document.documentElement
  for (const [name, value] of Object.entries(currentPalette(theme))) root.style.setProperty(`--xh-${name}`, value)
  root.style.setProperty('--xh-radius', `${presetOf(theme).radius}px`)
  root.style.colorScheme = theme.isDark ? 'dark' : 'light'
  root.dataset.theme = theme.isDark ? 'dark' : 'light'
}
