import { SCORE_STATUS } from '@xueheng/contract/domains/exam/exam-rule.ts'

/** What a text means as a mark; `status` is missing when it is neither a number nor a known word. */
export interface Mark {
  status: number | undefined
  score: number | null
}

const WORDS: Record<string, number> = {
  '': SCORE_STATUS.absent,
  缺: SCORE_STATUS.absent,
  缺考: SCORE_STATUS.absent,
  缺席: SCORE_STATUS.absent,
  Q: SCORE_STATUS.absent,
  '-1': SCORE_STATUS.absent,
  '/': SCORE_STATUS.absent,
  '-': SCORE_STATUS.absent,
  '--': SCORE_STATUS.absent,
  '—': SCORE_STATUS.absent,
  作弊: SCORE_STATUS.cheat,
  Z: SCORE_STATUS.cheat,
  违纪: SCORE_STATUS.breach,
  W: SCORE_STATUS.breach,
  缓考: SCORE_STATUS.deferred,
  免考: SCORE_STATUS.exempt,
}
const GROUPED = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/
const PLAIN = /^[+-]?(\d{1,9}(\.\d*)?|\.\d+)$/

/** One typed mark; the same reading as `model/score-words.sql`, which does millions (a test holds them together). */
export function readMark(text: string): Mark {
  const word = text.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase().replace(/分$/, '')
  const known = WORDS[word]
  if (known !== undefined) return { status: known, score: null }
  const digits = GROUPED.test(word) ? word.replaceAll(',', '') : word
  if (!PLAIN.test(digits)) return { status: undefined, score: null }
  const value = Number(digits)
  return { status: value === 0 ? SCORE_STATUS.zero : SCORE_STATUS.normal, score: value }
}
