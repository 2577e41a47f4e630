import { expect, test } from 'vitest'
import { sourcesEnding } from '../_sources.ts'
import { BREAKPOINTS, CONTAINERS } from './breakpoints.ts'
import { paletteOf } from './palette.ts'
import { DEFAULT_SEED } from './presets.ts'

const TOKENS = 'platform/theme/tokens.css'
const files = sourcesEnding('.css')
const sheets = [...files]
  .filter(([path]) => path !== TOKENS)
  .map(([path, text]) => [path, withoutComments(text)] as const)

/** Declarations of type, corners and space. */
const SCALED =
  /(?<![\w-])(font(?:-size)?|border-(?:\w+-)*radius|(?:padding|margin)[\w-]*|(?:row-|column-)?gap)\s*:\s*([^;}]+)/g

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '')
}

/** Pixels beside a hairline that stand in no function of the window's size. */
function rawPixels(property: string, value: string): boolean {
  const bare =
    property === 'font' ? (value.split('/')[0] ?? '') : value.replaceAll(/(?:min|calc)\([^)]*v[hw][^)]*\)/g, '')
  return /(?<![\w.-])-?(?!1px)[\d.]+px/.test(bare)
}

test.each(sheets)('%s takes type, corners and space from the scales', (_path, text) => {
  const raw = [...text.matchAll(SCALED)].filter(([, property = '', value = '']) => rawPixels(property, value))
  expect(raw.map(([whole]) => whole)).toEqual([])
})

test.each(sheets)('%s changes its layout at the named widths', (_path, text) => {
  const edges: number[] = [...Object.values(BREAKPOINTS), ...Object.values(CONTAINERS)]
  const widths = [...text.matchAll(/@(?:media|container)[^{]*?\((min|max)-width: (\d+)px\)/g)]
  expect(
    widths.map(([, end, px]) => (end === 'min' ? Number(px) - 1 : Number(px))).filter((px) => !edges.includes(px)),
  ).toEqual([])
})

const look = [...Object.keys(paletteOf(false, DEFAULT_SEED, 'paper')).map((name) => `--xh-${name}`), '--xh-radius']
const known = new Set([...look, ...[...files.values()].flatMap((text) => text.match(/--[\w-]+(?=\s*:)/g) ?? [])])

test.each(sheets)('%s uses variables that exist', (_path, text) => {
  const used = [...text.matchAll(/var\((--xh-[\w-]+)/g)].map(([, name = '']) => name)
  expect(used.filter((name) => !known.has(name))).toEqual([])
})
