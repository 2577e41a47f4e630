import type { Answer } from './harness.ts'
import type { Actor, Holder, Lattice, Relation } from './lattice.ts'

export const GONE = ['remove', 'restore'] as const

/** One way a call may touch an account or a role, or give one. */
export interface Trial {
  call: string
  /** For the title: what the actor does with something. */
  does: string
  permission: string
  /** Refused for another reason, whatever the rule says. */
  never?(actor: Actor, relation: Relation): boolean
  /** Touches nobody, so that it is asked but once. */
  isThing?: boolean
  /** Changes the actor himself. */
  isOnActor?: boolean
  /** Of the own account it needs no right. */
  isOwn?: boolean
  /** Where a relation says nothing of what this call gives or touches: allowed like one within. */
  besides?(actor: Actor, relation: Relation): boolean
  prepare(lattice: Lattice, actor: Actor, subject: Holder): Promise<Prepared>
}

export interface Prepared {
  /** Accounts and roles beside the subject that a refusal leaves as they were. */
  touched?: Holder[]
  run(): Promise<Answer>
}

/** A role is no more for the units in which somebody else holds it. */
export const ofUnits = (_actor: Actor, relation: Relation): boolean => relation === 'elsewhere'

/** Of calls that only need to know whom they are about. */
export function targets(
  call: string,
  permission: string,
  does: string,
  run: (actor: Actor, subject: Holder) => Promise<Answer>,
  never?: Trial['never'],
): Trial {
  return {
    call,
    permission,
    does,
    ...(never && { never }),
    prepare: async (_of, actor, subject) => ({ run: () => run(actor, subject) }),
  }
}
