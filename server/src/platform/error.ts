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

  constructor(kind: ErrorCode | ErrorKind, slots: Record<string, string | number> = {}, problems: Problem[] = []) {
    const found: ErrorKind = typeof kind === 'string' ? errors[kind] : kind
    super(fill(found.text, slots))
    this.status = found.status
    this.problems = problems
    this.isStepUp = kind === 'session.stale'
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

/** Conflict with the present state (HTTP 409). */
export function conflict(message: string): AppError {
  return new AppError({ status: 409, text: message })
}
