import { type ExamRule, SCORE_STATUS } from '@xueheng/contract/domains/exam/exam-rule.ts'

/** One paper of a student as archived. */
export interface Paper {
  score10: number | null
  status: number
}

export interface Taken {
  /** Null: not taken, or not valid. */
  score10: number | null
  status: number
}

const VOID: number[] = [SCORE_STATUS.absent, SCORE_STATUS.cheat, SCORE_STATUS.breach, SCORE_STATUS.deferred]

/** 2.1: a score stands with status 0 or 2; a blank without a reason is an absence, and zero is always called zero. */
export function takenPaper({ score10, status }: Paper): Taken {
  const isSat = status === SCORE_STATUS.normal || status === SCORE_STATUS.zero
  if (!isSat) return { score10: null, status }
  if (score10 === null) return { score10: null, status: SCORE_STATUS.absent }
  return { score10, status: score10 === 0 ? SCORE_STATUS.zero : SCORE_STATUS.normal }
}

/** Total of the counted papers under the rule's policy; an exemption neither adds nor voids. */
export function totalOf(papers: Paper[], policy: ExamRule['absentPolicy']): Taken {
  const taken = papers.map(takenPaper)
  const scores = taken.flatMap(({ score10 }) => (score10 === null ? [] : [score10]))
  const voids = taken.map(({ status }) => status).filter((status) => VOID.includes(status))
  const isNothing = policy === 'sumTaken' ? scores.length + voids.length === 0 : scores.length === 0
  if (isNothing || (policy === 'anyAbsent' && voids.length > 0)) {
    const reason = papers.length === 0 ? SCORE_STATUS.absent : SCORE_STATUS.exempt
    return { score10: null, status: voids.length > 0 ? Math.min(...voids) : reason }
  }
  const score10 = scores.reduce((total, score) => total + score, 0)
  return { score10, status: score10 === 0 ? SCORE_STATUS.zero : SCORE_STATUS.normal }
}
