import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** How a person may have set up the product: mode, language and width. */
export interface Look {
  name: string
  title: string
  isDark: boolean
  language: 'zh' | 'en'
  width: number
  height: number
}

/** Any two of language, width and mode meet in one of them. */
export const LOOKS = [
  { name: 'light-zh-1366', title: '浅色 中文 1366', isDark: false, language: 'zh', width: 1366, height: 800 },
  { name: 'dark-en-1366', title: '深色 英文 1366', isDark: true, language: 'en', width: 1366, height: 800 },
  { name: 'dark-zh-390', title: '深色 中文 390', isDark: true, language: 'zh', width: 390, height: 844 },
  { name: 'light-en-390', title: '浅色 英文 390', isDark: false, language: 'en', width: 390, height: 844 },
] as const satisfies Look[]

/** Everything in two looks: each language, width and mode once. */
export const OPPOSITE: readonly Look[] = [
  LOOKS[0],
  { ...LOOKS[3], name: 'dark-en-390', title: '深色 英文 390', isDark: true },
]

const ENGLISH = fileURLToPath(new URL('../../web/src/locales/en/', import.meta.url))
const english: Record<string, string> = Object.assign(
  {},
  ...readdirSync(ENGLISH).map((name) => JSON.parse(readFileSync(ENGLISH + name, 'utf8')) as object),
)

/** A text of the product as it reads in this look. */
export function inLook(look: Look, text: string): string {
  return look.language === 'en' ? (english[text] ?? text) : text
}
