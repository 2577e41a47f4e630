/** Keys of the dictionary `reading_question_type`. */
export const QUESTION = { single: 1, multiple: 2, judgement: 3, blank: 4, essay: 5 } as const

/** Keys of the dictionary `mall_answer_verdict`. */
export const VERDICT = { wrong: 0, right: 1, open: 2 } as const

/** Letters of a choice, in order and once each. */
export function lettersIn(text: string): string {
  return [...new Set(text.toUpperCase().replaceAll(/[\s,，、]/g, ''))].toSorted().join('')
}

/** 对 or 错, however it is written; nothing where it is neither. */
export function judgementIn(text: string): string | undefined {
  if (/^(对|正确|是|√|true|1)$/i.test(text.trim())) return '对'
  if (/^(错|错误|否|×|false|0)$/i.test(text.trim())) return '错'
  return undefined
}

/** Without what makes no difference in a blank: width, case, spaces and the stop at the end. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replace(/[。.]$/, '')
}

/** Whether an answer is right; what was written freely is judged by people. */
export function gradeAnswer(question: { questionType: number; answer: string }, given: string): number {
  const { questionType: type, answer } = question
  if (type === QUESTION.essay) return VERDICT.open
  const isRight =
    type === QUESTION.single || type === QUESTION.multiple
      ? lettersIn(given) === answer
      : type === QUESTION.judgement
        ? judgementIn(given) === answer
        : answer.split('|').some((way) => plain(way) === plain(given))
  return isRight ? VERDICT.right : VERDICT.wrong
}
