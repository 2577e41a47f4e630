import { AppError } from '../error.ts'

/** The database ended the connection or cannot be reached: what was asked is not done, or not known to be. */
export class OutageError extends AppError {
  constructor(override readonly cause: unknown) {
    super('database.away')
  }
}

/** Conditions of PostgreSQL that pass by themselves: a stop, a start, a fail-over, no free connection. */
const AWAY = /^(08...|57P0[1-5]|53300|25006)$/
/** Errors of the socket, and of the driver when a connection ended under a statement. */
const BROKEN = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
const BROKEN_TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed)/

/** Conditions that somebody has to mend: no room on the disk, no memory, a statement that ran too long. */
const CONDITIONS = {
  '53100': 'storage.full',
  '53200': 'database.busy',
  '53400': 'database.busy',
  '57014': 'request.tooLong',
} as const

/** The refusal behind a fault of the database that is nobody's mistake; any other fault as it came. */
export function translateFault(fault: unknown): unknown {
  if (!(fault instanceof Error)) return fault
  const { code = '', message } = fault as Error & { code?: string }
  if (AWAY.test(code) || BROKEN.has(code) || BROKEN_TEXT.test(message)) return new OutageError(fault)
  const known = CONDITIONS[code as keyof typeof CONDITIONS]
  return known ? new AppError(known) : fault
}
