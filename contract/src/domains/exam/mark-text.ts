import { SCORE_STATUS } from './exam-rule.ts'

/** What stands in the place of a mark that is none, by its status. */
export const STATUS_TEXTS: Record<number, string> = {
  [SCORE_STATUS.absent]: '缺考',
  [SCORE_STATUS.cheat]: '作弊',
  [SCORE_STATUS.breach]: '违纪',
  [SCORE_STATUS.deferred]: '缓考',
  [SCORE_STATUS.exempt]: '免考',
}

/** What stands in the place of the mark of a question that was not answered. */
export const UNANSWERED = '未作答'

/** The mark of one question as people write it; `score10` in tenths. */
export function questionMarkText(score10: number | null): string {
  return score10 === null ? UNANSWERED : String(score10 / 10)
}

/** A mark as people write it: `98.5`, `0`, `缺考`. The one text of each mark, so that texts compare as marks do. */
export function markText({ status, score }: { status: number; score: number | null }): string {
  return score === null ? (STATUS_TEXTS[status] ?? '') : String(score)
}
