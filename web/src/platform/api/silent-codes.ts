import { ApiError } from './error.ts'

/** Codes of refusals that are passed over without a message, by the parameter `page.silentCodes`. */
let silentCodes: ReadonlySet<number> = new Set()

export function setSilentCodes(codes: readonly number[]): void {
  silentCodes = new Set(codes)
}

export function isSilent(error: unknown): boolean {
  return error instanceof ApiError && silentCodes.has(error.code)
}
