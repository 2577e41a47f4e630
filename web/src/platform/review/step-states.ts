import type { AnyReview } from '@xueheng/contract/kit/domain.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import type { ReviewStep } from '@xueheng/contract/kit/review.ts'

type Step = ReviewStep<string>

/** A declared step; asking for another one is a mistake of the page. */
export function findStep(review: AnyReview, name: string): Step {
  const found = review.steps[name]
  if (!found) throw new Error(`${review.name} has no step ${name}`)
  return found
}

/** States a row may be in once it has come to the step: where it waits, and where this and later steps lead. */
export function statesFrom(review: AnyReview, name: string): string[] {
  const { states, actions } = review.states
  const steps = Object.entries(review.steps as Record<string, Step>)
  const later = steps.slice(steps.findIndex(([one]) => one === name)).map(([, step]) => step)
  const ways = later.flatMap(({ pass, reject }) => [...pass, ...(reject ? [reject] : [])])
  const reached = new Set<string>(findStep(review, name).pass.flatMap((action) => actions[action]?.from ?? []))
  for (let size = 0; size < reached.size;) {
    size = reached.size
    for (const action of ways) {
      const { from = [], to = '*' } = actions[action] ?? {}
      if (to !== '*' && from.some((state: string) => reached.has(state))) reached.add(to)
    }
  }
  return Object.keys(states).filter((state) => reached.has(state))
}

/** Which verdicts the machine allows for a row in this state. */
export function verdictsFor({ states }: AnyReview, { pass, reject }: Step, value: unknown) {
  const allows = (action: string): boolean => canDo(states, action, Number(value))
  return { mayPass: pass.some(allows), mayReject: reject !== undefined && allows(reject) }
}
