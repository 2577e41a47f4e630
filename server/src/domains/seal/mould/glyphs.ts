import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Font, openSync } from 'fontkit'
import { type Outline, type Place, numbers, placed } from './outline.ts'

/** Share of the em below the line letters stand on, in fonts for Chinese. */
const DESCENT = 0.12

let face: Font | undefined

/** Simplified Song type, as the rules for official seals ask for. */
function song(): Font {
  if (face) return face
  const home = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-serif-sc/package.json'))
  const font = openSync(join(home, '700Bold', 'NotoSerifSC_700Bold.ttf'))
  if ('fonts' in font) throw new Error('the face of seals is a collection')
  face = font
  return font
}

/** Letters the face does not have; they cannot stand on a seal. */
export function lettersWithout(text: string): string[] {
  return [...text].filter((letter) => !song().hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
}

/** A letter whose em square stands on `place`, centred; 1 is the em. */
export function letter(text: string, place: Place): Outline {
  const font = song()
  const glyph = font.glyphForCodePoint(text.codePointAt(0) ?? 0)
  const em = font.unitsPerEm
  const at = (x: number, y: number) => placed(place, (x - glyph.advanceWidth / 2) / em, y / em + DESCENT)
  return glyph.path.commands.map(({ command, args }) => `${WORDS[command]}${pairs(args, at)}`).join(' ')
}

const WORDS = { moveTo: 'M ', lineTo: 'L ', quadraticCurveTo: 'Q ', bezierCurveTo: 'C ', closePath: 'Z' } as const

function pairs(args: number[], at: (x: number, y: number) => [number, number]): string {
  const points: string[] = []
  for (let i = 0; i + 1 < args.length; i += 2) points.push(numbers(...at(args[i] ?? 0, args[i + 1] ?? 0)))
  return points.join(' ')
}
