import { pinyin } from 'pinyin-pro'
import type { Spelling } from './find-places.ts'

const known = new Map<string, string>()

function spelt(text: string, pattern: 'pinyin' | 'first'): string {
  const key = pattern + text
  const old = known.get(key)
  if (old !== undefined) return old
  const spelling = pinyin(text, { toneType: 'none', type: 'array', pattern, nonZh: 'consecutive' }).join('')
  known.set(key, spelling)
  return spelling
}

/** How names of screens sound: kaoshixinxi, ksxx. */
export const spelling: Spelling = {
  full: (text) => spelt(text, 'pinyin'),
  initials: (text) => spelt(text, 'first'),
}
