export interface FieldProblem {
  field: string
  message: string
}

/** A refusal of the server, or a call that never arrived (`code` 0), in the user's words. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** Code of the body, else the HTTP status; 0 without an answer. */
  readonly code: number
  /** Faults with their field, for forms. */
  readonly problems: FieldProblem[]

  constructor(code: number, message: string, problems: FieldProblem[] = []) {
    super(message)
    this.code = code
    this.problems = problems
  }
}
