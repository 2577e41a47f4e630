import type { GivenQuestion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'

/** The questions of a file of a question bank: a list, or an object that has one as `questions`. Nothing where it is neither. */
export function readBankFile(text: string): GivenQuestion[] | undefined {
  try {
    const read: unknown = JSON.parse(text)
    const list: unknown = Array.isArray(read) ? read : (read as { questions?: unknown } | null)?.questions
    return Array.isArray(list) ? list : undefined
  } catch {
    return undefined
  }
}
