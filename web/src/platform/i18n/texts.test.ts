import { AUDIENCE_NAMES } from '@xueheng/contract/domains/exam/disclosure.ts'
import { NOT_TOLD, PARTS } from '@xueheng/contract/domains/report/indicator.ts'
import { INDICATORS } from '@xueheng/contract/domains/report/indicators.ts'
import { PLACE_VALUES } from '@xueheng/contract/domains/report/places.ts'
import { registry } from '@xueheng/contract'
import * as plan from '@xueheng/contract/domains/exam/compute-plan.ts'
import * as examStates from '@xueheng/contract/domains/exam/exam-states.ts'
import { PARAMETERS } from '@xueheng/contract/platform/parameters.ts'
import { CHECK_RULES } from '@xueheng/contract/domains/exam/check-rules.ts'
import { IMPORT_COLUMNS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import * as leftOut from '@xueheng/contract/domains/exam/left-out.ts'
import { errors } from '@xueheng/contract/kit/error.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import type { ReviewStep } from '@xueheng/contract/kit/review.ts'
import { requiredMessage, valueMessage } from '@xueheng/contract/derive/schema.ts'
import { expect, test } from 'vitest'
import { words, wordsByFile } from '../../locales/en.ts'
import { chineseTexts, namesIn, readRoot, refusalTexts } from './_texts.ts'
import { createEnglish } from './english.ts'

const english = createEnglish(words)
const CHINESE = /[\u4e00-\u9fff]/

/** The motto is drawn, the stamp is the brand, and a language is called by its own name. */
const LEFT_AS_IT_IS = ['衡其所学', '明其所进', '学衡', '中文']

/** Texts without English; a number stands for whatever is put into one. */
function missing(texts: string[]): string[] {
  const needed = texts.filter((text) => CHINESE.test(text) && !LEFT_AS_IT_IS.includes(text))
  return [...new Set(needed)].filter((text) => CHINESE.test(english(text.replaceAll(/\{\w+\}/g, '7')) ?? text))
}

test('every text of the screens has English words', () => {
  expect(missing(chineseTexts('web/src').map((found) => found.text))).toEqual([])
})

const SPOKEN = new Set(['label', 'title', 'unit', 'help', 'hint', 'message', 'name', 'text'])

/** Everything a declaration says to the user: labels, titles, units, notes, header groups, buttons. */
function spoken(declared: unknown, seen = new Set<unknown>()): string[] {
  if (typeof declared !== 'object' || declared === null || seen.has(declared)) return []
  seen.add(declared)
  return Object.entries(declared).flatMap(([key, value]) => {
    if (key === 'notes') return value as string[]
    if (key === 'groups' && !Array.isArray(value)) return Object.keys(value as object)
    if (key === 'buttons') return Object.values(value as Record<string, string>)
    if (typeof value === 'string') return SPOKEN.has(key) || Array.isArray(declared) ? [value] : []
    return spoken(value, seen)
  })
}

test('every declaration has English words', () => {
  const { entities, reports, domains, menu } = registry
  const calls = domains.flatMap((domain) => domain.calls)
  expect(missing(spoken({ entities, reports, calls, menu, PARAMETERS }))).toEqual([])
})

test('what a figure is and who reads an exam have English words', () => {
  const formulas = Object.values(INDICATORS).flatMap(({ formula, alone = NOT_TOLD }) => [formula, alone])
  expect(
    missing([...formulas, ...Object.values(PLACE_VALUES), ...Object.values(PARTS), ...Object.values(AUDIENCE_NAMES)]),
  ).toEqual([])
})

test('states, actions, plan and checks have English words', () => {
  expect(missing(spoken({ ...examStates, ...plan }))).toEqual([])
  expect(missing(Object.values(CHECK_RULES).flatMap((rule) => Object.values(rule).map(String)))).toEqual([])
  expect(missing(Object.values({ ...leftOut.ROW_REASONS, ...leftOut.SHEET_REASONS, ...leftOut.FILE_REASONS }))).toEqual(
    [],
  )
  expect(missing(Object.values(IMPORT_COLUMNS).flatMap((columns) => columns.map((column) => column.title)))).toEqual([])
})

test('reviews have English words: nouns, steps, buttons, reasons, messages to owners and deciders', () => {
  const said = registry.reviews.flatMap(({ noun, entity, steps, states, reasons, news }) => {
    const parts = Object.values(steps as Record<string, ReviewStep<string>>)
    return [
      noun,
      ...(parts.some(({ announced }) => announced) ? [`${entity.title}待审核`] : []),
      ...parts.flatMap(({ title, words }) => [title, ...Object.values(words ?? {})]),
      ...Object.values((reasons ?? {}) as Record<string, string>),
      ...Object.values((news ?? {}) as Record<string, string>).map((text) => entity.title + text),
      ...spoken(states),
    ]
  })
  expect(missing(said)).toEqual([])
})

const fields: Field[] = [
  ...Object.values(PARAMETERS),
  ...registry.entities.flatMap((entity) => Object.values(entity.fields as Record<string, Field>)),
  ...registry.calls.flatMap((call) => Object.values((call.input ?? {}) as Record<string, Field>)),
]

test('every message of a field has English words', () => {
  const wrong = ['', 'x'.repeat(30_000), 1e15, -1e15, 0.123456, {}, [], '2026-99-99']
  const messages = fields.flatMap((field) => [
    requiredMessage(field),
    requiredMessage({ ...field, message: undefined } as Field),
    ...wrong.map((value) => valueMessage(field, value) ?? ''),
  ])
  expect([...new Set(messages)].filter((text) => CHINESE.test(english(text) ?? text))).toEqual([])
})

test('every refusal has English words', () => {
  expect(missing(Object.values(errors).map((kind) => kind.text))).toEqual([])
  expect(missing(refusalTexts('server/src').map((found) => found.text))).toEqual([])
})

test('the basis of a report has English words', () => {
  const printed = chineseTexts('server/src/domains/report').filter((found) =>
    /(basis|run-report|disclosure|causes|compare-versions)\.ts$/.test(found.file),
  )
  expect(missing(printed.map((found) => found.text))).toEqual([])
})

/** Areas are proper names. */
const PROPER = ['exam_area.csv']

test('every entry of the dictionaries has English words', () => {
  const files = namesIn('server/seeds/dict').filter((name) => !PROPER.includes(name))
  const values = files.flatMap((name) => {
    const [, ...lines] = readRoot(`server/seeds/dict/${name}`).trim().split(/\r?\n/)
    return lines.map((line) => line.split(',')[1] ?? '')
  })
  expect(missing(values)).toEqual([])
})

test('every other name of a course, and every usual group of them, has English words', () => {
  const [, ...lines] = readRoot('server/seeds/dict/exam_course.csv').trim().split(/\r?\n/)
  const aliases = lines.flatMap((line) => (line.split(',')[3] ?? '').split(';'))
  expect(missing([...aliases, '主三科', '文综', '理综'])).toEqual([])
})

test('no text has English in two files, and every file is called after a domain, the shell or the platform', () => {
  const keys = Object.values(wordsByFile).flatMap((part) => Object.keys(part))
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  const names = ['shared', 'shell', ...registry.domains.map((domain) => domain.name)]
  expect(Object.keys(wordsByFile).filter((name) => !names.includes(name))).toEqual([])
})

test('no file of English has a text twice', () => {
  const files = namesIn('web/src/locales/en')
  const twice = files.filter((name) => {
    const text = readRoot(`web/src/locales/en/${name}`)
    return text.match(/^ {2}"/gm)?.length !== Object.keys(JSON.parse(text) as object).length
  })
  expect(twice).toEqual([])
})

test('no English is empty, still Chinese, or without a slot of its Chinese', () => {
  const faulty = Object.entries(words).filter(([chinese, text]) => {
    const slots = [...text.matchAll(/\{\w+\}/g)].map(([slot]) => slot)
    return text.trim() === '' || CHINESE.test(text) || slots.some((slot) => !chinese.includes(slot))
  })
  expect(faulty).toEqual([])
})
