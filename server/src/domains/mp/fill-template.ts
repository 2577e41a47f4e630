import { type TemplateValue, templateKeys } from '@xueheng/contract/domains/mp/msg-template.ts'

/** The longest value the platform takes by how a key begins; others are free. */
const LONGEST: Readonly<Record<string, number>> = { thing: 20, const: 20, phrase: 5, character_string: 32, name: 10 }

export interface FilledTemplate {
  content: string | null
  data: TemplateValue[] | null
}

/**
 * Values of a template for one reader: `【学生】` in what was filled in becomes that word. One that was not filled in takes the
 * words in their order, and the time where a key asks for one.
 */
export function fillTemplate({ content, data }: FilledTemplate, words: Record<string, string>): TemplateValue[] {
  const filled = (data ?? []).filter(({ value }) => value !== '')
  if (filled.length > 0) return filled.map((one) => ({ ...one, value: cut(one.name, withWords(one.value, words)) }))
  const { 时间: time = '', ...rest } = words
  const waiting = Object.values(rest)
  return templateKeys(content ?? '').map((name) => {
    const value = /^(time|date)\d*$/.test(name) ? time : (waiting.shift() ?? '')
    return { name, value: cut(name, value) }
  })
}

function withWords(value: string, words: Record<string, string>): string {
  return value.replaceAll(/【([^【】]+)】/g, (all, word: string) => words[word] ?? all)
}

function cut(name: string, value: string): string {
  const longest = LONGEST[name.replace(/\d+$/, '')]
  const letters = [...value]
  return longest === undefined || letters.length <= longest ? value : `${letters.slice(0, longest - 1).join('')}…`
}
