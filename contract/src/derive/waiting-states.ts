import type { Fields } from '../kit/field.ts'
import type { Review } from '../kit/review.ts'

/** Stored values of the states in which rows wait for a step. */
export function waitingStates<S extends string, A extends string, N extends string>(
  { states, steps }: Pick<Review<Fields, S, A, N>, 'states' | 'steps'>,
  step: NoInfer<N>,
): number[] {
  const from = steps[step].pass.flatMap((action) => states.actions[action].from)
  return [...new Set(from.map((state) => states.states[state].value))]
}
