import { create } from 'zustand'
import { keep, kept } from '../api/storage.ts'
import { type English, createEnglish } from './english.ts'

export type Language = 'zh' | 'en'
export type Slots = Record<string, string | number>

export type Translate = (text: string, slots?: Slots) => string

interface Words {
  language: Language
  /** Nothing until English is chosen for the first time. */
  english: English | undefined
  /** Another function for each language, so that what is remembered by it is made anew. */
  translate: Translate
}

const KEY = 'language'

const useWords = create<Words>(() => ({ language: 'zh', english: undefined, translate: fill }))

/** The text in the chosen language. Chinese is the key; a text without English stays Chinese. `{name}` are slots. */
export function t(text: string, slots?: Slots): string {
  return useWords.getState().translate(text, slots)
}

/** `t` for components: they are drawn again when the language changes. */
export function useT(): Translate {
  return useWords((words) => words.translate)
}

function fill(text: string, slots?: Slots): string {
  return slots ? text.replaceAll(/\{(\w+)\}/g, (all, name: string) => String(slots[name] ?? all)) : text
}

function fillIn(english: English): Translate {
  const value = (slot: string | number) => (typeof slot === 'string' ? (english(slot) ?? slot) : slot)
  return (text, slots = {}) => {
    const filled = Object.entries(slots).map(([name, slot]) => [name, value(slot)] as const)
    return fill(english(text) ?? text, Object.fromEntries(filled))
  }
}

export function useLanguage(): Language {
  return useWords((words) => words.language)
}

export function currentLanguage(): Language {
  return useWords.getState().language
}

/** Chooses a language for now and for later; the English texts are fetched the first time they are needed. */
export async function setLanguage(language: Language): Promise<void> {
  const english = useWords.getState().english ?? (language === 'en' ? createEnglish(await loadEnglish()) : undefined)
  useWords.setState({ language, english, translate: language === 'en' && english ? fillIn(english) : fill })
  keep(KEY, language)
  document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN'
}

/** Takes up the saved choice; Chinese without one. */
export async function startLanguage(): Promise<void> {
  await setLanguage(kept<Language>(KEY) === 'en' ? 'en' : 'zh')
}

async function loadEnglish(): Promise<Record<string, string>> {
  return (await import('../../locales/en.ts')).words
}
