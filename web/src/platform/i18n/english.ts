export type Words = Readonly<Record<string, string>>

/** The English of a whole text, or nothing. */
export type English = (text: string) => string | undefined

interface Pattern {
  match: RegExp
  names: string[]
  english: string
  /** Fixed characters: of two patterns that fit, the one that says more is meant. */
  weight: number
}

const MOST_KNOWN = 5000
/** What stands between the texts of a list, the wider one first. */
const LISTED = ['；', '、']
const SLOT = /\{(\w+)\}/g
const CHINESE = /[\u4e00-\u9fff]/

/**
 * English for Chinese texts. A text is looked up as it is; failing that, the entries with `{slots}` are patterns for
 * the texts the server has already filled: 该学年县区已存在 is 该{labels}已存在, its slot translated in turn.
 */
export function createEnglish(words: Words): English {
  const patterns = Object.keys(words).flatMap((key) => patternOf(key, words[key] ?? ''))
  patterns.sort((one, other) => other.weight - one.weight)
  const known = new Map<string, string | undefined>()

  function look(text: string): string | undefined {
    if (Object.hasOwn(words, text)) return words[text]
    if (!CHINESE.test(text)) return undefined
    if (known.size > MOST_KNOWN) known.clear()
    if (!known.has(text)) known.set(text, fitted(text))
    return known.get(text)
  }

  function fitted(text: string): string | undefined {
    for (const { match, names, english } of patterns) {
      const found = match.exec(text)
      if (found) return filled(english, (name) => found[names.indexOf(name) + 1] ?? '')
    }
    return listed(text)
  }

  /** Several texts in one: each is looked up, and all of them are known. */
  function listed(text: string): string | undefined {
    const mark = LISTED.find((one) => text.includes(one))
    if (mark === undefined) return undefined
    const parts = text.split(mark).map((part) => look(part))
    return parts.includes(undefined) ? undefined : parts.join(mark === '；' ? '; ' : ', ')
  }

  /** A slot in the middle of a sentence begins small. */
  function filled(english: string, valueOf: (name: string) => string): string {
    return english.replaceAll(SLOT, (_all, name: string, at: number) => {
      const value = valueOf(name)
      const part = look(value) ?? joined(value)
      return part !== undefined && /[a-z] $/.test(english.slice(0, at)) ? small(part) : (part ?? value)
    })
  }

  /** Several known words in one slot: 学年县区, 新增、编辑. */
  function joined(text: string): string | undefined {
    const parts: string[] = []
    for (let rest = text; rest;) {
      if ('、，'.includes(rest[0] ?? '')) rest = rest.slice(1)
      const length = Array.from({ length: rest.length }, (_none, at) => rest.length - at).find((size) =>
        Object.hasOwn(words, rest.slice(0, size)),
      )
      if (!length) return undefined
      parts.push(words[rest.slice(0, length)] ?? '')
      rest = rest.slice(length)
    }
    return parts.map((part, at) => (at === 0 ? part : small(part))).join(', ')
  }

  return look
}

function patternOf(key: string, english: string): Pattern[] {
  const fixed = key.replaceAll(SLOT, '')
  if (fixed === key || !CHINESE.test(fixed)) return []
  const names = [...key.matchAll(SLOT)].map(([, name = '']) => name)
  const source = key
    .split(SLOT)
    .map((part, at) => (at % 2 === 1 ? slotOf(part) : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  return [{ match: new RegExp(`^${source.join('')}$`, 's'), names, english, weight: fixed.length }]
}

/** `{n}` is a number. */
function slotOf(name: string): string {
  return name === 'n' ? '(-?[\\d.,]+)' : '(.+?)'
}

/** Abbreviations stay as they are. */
function small(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
