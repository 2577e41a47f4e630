import { ApiError } from '../../platform/api/error.ts'

/** What is wrong, in the user's words, and the field it is about; none: the form as a whole. */
export interface FormFault {
  field?: string | undefined
  text: string
}

/** Why a call was refused; `fields` are those the form shows. */
export function faultOfRefusal(error: unknown, refusal: string | undefined, fields: string[]): FormFault | undefined {
  const problems = error instanceof ApiError ? error.problems : []
  const found = problems.find((problem) => fields.includes(problem.field))
  if (found) return { field: found.field, text: found.message }
  return refusal === undefined ? undefined : { text: refusal }
}
