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

/** A lost connection as what it is; any other fault as it came. */
export function translateOutage(fault: unknown): unknown {
  if (!(fault instanceof Error)) return fault
  const { code = '', message } = fault as Error & { code?: string }
  return AWAY.test(code) || BROKEN.has(code) || BROKEN_TEXT.test(message) ? new OutageError(fault) : fault
}
