import { ApiError } from '../api/error.ts'
import { t } from '../i18n/i18n.ts'
import { wordsOf } from '../ui/message.ts'

export interface Refusal {
  /** Problems of fields the form shows, as the form takes them. */
  fields: { name: string; errors: string[] }[]
  /** What belongs to none of them, in the user's words. */
  text: string | undefined
}

/** Splits what a call was refused with into problems of the `shown` fields and a text for the rest. */
export function splitRefusal(error: unknown, shown: string[]): Refusal {
  const problems = error instanceof ApiError ? error.problems : []
  const fields = problems
    .filter((problem) => shown.includes(problem.field))
    .map((problem) => ({ name: problem.field, errors: [t(problem.message)] }))
  return { fields, text: fields.length > 0 ? undefined : wordsOf(error) }
}

/** Whether the refused call met rows that somebody else has changed or removed meanwhile. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 404 || error.code === 409)
}
