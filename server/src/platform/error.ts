import { type ErrorCode, type ErrorKind, errors, fill } from '@xueheng/contract/kit/error.ts'
import type { Problem } from '@xueheng/contract/derive/schema.ts'

/** A refusal the user is told about; what becomes of every other exception stands in `faults.ts`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly status: number
  /** Faults with their field, so that a form can show each at its input. */
  readonly problems: Problem[]
  /** Goes away once the caller has proved who they are. */
  readonly isStepUp: boolean
  /** Goes away once the caller says that it is meant: the same again with `isConfirmed`. */
  readonly isQuestion: boolean

  constructor(
    kind: ErrorCode | ErrorKind,
    slots: Record<string, string | number> = {},
    problems: Problem[] = [],
    isQuestion = false,
  ) {
    const found: ErrorKind = typeof kind === 'string' ? errors[kind] : kind
    super(fill(found.text, slots))
    this.status = found.status
    this.problems = problems
    this.isStepUp = kind === 'session.stale'
    this.isQuestion = isQuestion
  }
}

/** A broken business rule in the user's words (HTTP 400). */
export function refuse(message: string): AppError {
  return new AppError('request.invalid', { message })
}

/** A fault of one field of the form (HTTP 400). */
export function fault(field: string, message: string): AppError {
  return new AppError('request.invalid', { message }, [{ field, message }])
}

/** Faults of several fields of the form (HTTP 400); the first is told where there is no form. */
export function faults(problems: Problem[]): AppError {
  return new AppError('request.invalid', { message: problems[0]?.message ?? '' }, problems)
}

/** What is done only by somebody who knows what follows (HTTP 409): throws unless the request says that it is meant. */
export function askFirst({ isConfirmed }: { isConfirmed?: boolean }, message: string): void {
  if (!isConfirmed) throw new AppError({ status: 409, text: message }, {}, [], true)
}

/** Conflict with the present state (HTTP 409). */
export function conflict(message: string): AppError {
  return new AppError({ status: 409, text: message })
}
