import { FactorNeeded } from './ways-in.ts'

/** For the end of a sign-in: a missing second factor is its next step, everything else stays a refusal. */
export function orFactor(onFactor: (needed: FactorNeeded) => void): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof FactorNeeded)) throw error
    onFactor(error)
  }
}
