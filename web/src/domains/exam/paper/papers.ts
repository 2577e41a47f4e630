import { getCourseQuestionList, getPaperList } from '@xueheng/contract/domains/exam/paper/paper-calls.ts'
import { type PaperWords, YES_NO_LABELS, YES_NO_WORDS } from '@xueheng/contract/domains/exam/paper/paper-cells.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { type Option, useDictOptions } from '../../../platform/crud/lookups.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { factKey } from '../exam.ts'

/** Which paper of which course of which exam. */
export interface PaperPlace {
  examId: string
  courseName: string
  paperCode: string
}

export type PaperLine = Output<typeof getPaperList>[number]
export type StoredQuestion = Output<typeof getCourseQuestionList>[number]

const STALE_MS = 60_000

/** One line per paper of an exam. */
export function usePaperList(examId: string) {
  return useQuery({
    queryKey: factKey(examId, 'papers'),
    queryFn: () => callApi(getPaperList, { examId }),
  })
}

export function usePaper(place: PaperPlace) {
  return useQuery({
    queryKey: factKey(place.examId, 'paper', place.courseName, place.paperCode),
    queryFn: () => callApi(getCourseQuestionList, { ...place }),
    staleTime: STALE_MS,
  })
}

/** The two dictionaries of a paper: keys by words to read with, words by keys to write with. */
export interface PaperDictionaries {
  words: PaperWords
  labels: PaperWords
}

/**
 * No words until both are there, or where one of them has `failed`. Cells say the words of the user's language; those of the dictionaries are
 * read as well.
 */
export function usePaperWords() {
  const t = useT()
  const types = useDictOptions('question_type')
  const levels = useDictOptions('ability_level')
  const words = useMemo((): PaperDictionaries | undefined => {
    if (!types.found.data || !levels.found.data) return undefined
    const flags = new Map([...YES_NO_LABELS].map(([key, word]) => [key, t(word)]))
    return {
      labels: { questionType: labelsOf(types.options), abilityLevel: labelsOf(levels.options), isObjective: flags },
      words: {
        questionType: wordsOf([...types.found.data, ...types.options]),
        abilityLevel: wordsOf([...levels.found.data, ...levels.options]),
        isObjective: new Map([...YES_NO_WORDS, ...[...flags].map(([key, word]): [string, string] => [word, key])]),
      },
    }
  }, [types.found.data, levels.found.data, types.options, levels.options, t])
  return { words, failed: [types.found, levels.found].filter(({ error }) => error) }
}

function labelsOf(options: readonly Option[]): ReadonlyMap<string, string> {
  return new Map(options.map(({ value, label }) => [value, label]))
}

function wordsOf(options: readonly Option[]): ReadonlyMap<string, string> {
  return new Map(options.map(({ value, label }) => [label, value]))
}
