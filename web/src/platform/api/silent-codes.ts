import { ApiError } from './error.ts'

/** Codes of refusals that are passed over without a message. None, unless an installation is built with some. */
export const silentCodes = new Set<number>()

export function isSilent(error: unknown): boolean {
  return error instanceof ApiError && silentCodes.has(error.code)
}
