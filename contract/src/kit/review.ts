import type { Entity } from './entity.ts'
import type { Fields } from './field.ts'
import type { States } from './states.ts'

/** What a row keeps of an action: its user (id or name), its time, the opinion, one more, nothing any more, a fixed number. */
export type Mark = 'userId' | 'userName' | 'time' | 'opinion' | 'count' | 'none' | number

/**
 * Calls of a step. `list`: its queue. `decide`: all rows or none. `each`: every row for itself, with a result per row. The
 * others have the verdict in their name and exist only where `paths` names them.
 */
export type ReviewCallKind = 'list' | 'decide' | 'each' | 'pass' | 'reject' | 'passEach' | 'rejectEach'

/** One way in which people move rows: an audit with a queue, or a single action such as taking back or archiving. */
export interface ReviewStep<A extends string> {
  title: string
  permission: string
  /** The action that passes a row; of several, the module chooses one for each row. */
  pass: A[]
  /** The action that refuses it; without one there is nothing to decide between. */
  reject?: A
  /** Address of the screen with its queue; without one the step has no list and no badge. */
  link?: string
  /** Not by the person whose row it is: the approver is not the applicant. */
  notOwn?: boolean
  /** Only by the person whose row it is. */
  ownOnly?: boolean
  /** Narrowest data scope of those who may: `school` keeps teachers of classes out, `area` schools as well. */
  narrowest?: 'school' | 'area'
  /** Only by those who proved who they are within the last minutes. */
  stepUp?: boolean
  /** Those who may decide get a message when their queue is no longer empty. */
  announced?: boolean
  /** Fields whoever passes a row may set to another value with it; the module says which are taken. */
  amends?: string[]
  /** Words of the buttons; `revoke` refuses a row that has passed already. */
  words?: { pass: string; reject?: string; revoke?: string }
  /** Last part of the path of a call, where it is not `<step>List`, `<step>` and `<step>Each`; of several the rest are aliases. */
  paths?: { [K in ReviewCallKind]?: string | string[] }
}

export interface ReviewOptions<F extends Fields, S extends string, A extends string, N extends string> {
  /** What a row is called in messages: 档案. */
  noun: string
  entity: Entity<F>
  states: States<S, A>
  /** Field with the state. */
  column: keyof F & string
  /** Field with the id of the user whose row it is; `createUser` without it. */
  owner?: keyof F & string
  /** Field by which a queue is ordered, first come first served; `createTime` without it. */
  queueOrder?: keyof F & string
  /** In the order in which rows take them. */
  steps: Record<N, ReviewStep<NoInfer<A>>>
  /** Actions that need an opinion, with the text that asks for it. */
  reasons?: { [K in NoInfer<A>]?: string }
  /** What a row keeps of an action: field → mark. */
  marks?: { [K in NoInfer<A>]?: { [C in keyof F & string]?: Mark } }
  /** Actions the owner gets a message of: what follows the title of the entity. */
  news?: { [K in NoInfer<A>]?: string }
  /** Address of the screen on which the owner finds the row. */
  ownerLink?: string
  /** Names under which a body may carry the opinion; the first is the declared one. `opinion` without it. */
  opinion?: string[]
  /** Name and values of the verdict in a body; `pass` with 1 and 0 without it. */
  verdict?: { name: string; pass: number; reject: number }
  /** Further permissions with which the log of a row may be read. */
  readers?: string[]
  /** Last part of the path of that log; `history` without it. */
  logPath?: string
}

/** People pass or refuse rows of an entity, step by step, on its states. Plain data. */
export interface Review<
  F extends Fields = Fields,
  S extends string = string,
  A extends string = string,
  N extends string = string,
> extends ReviewOptions<F, S, A, N> {
  name: string
  opinion: string[]
  verdict: { name: string; pass: number; reject: number }
}

export function defineReview<
  const F extends Fields,
  const S extends string,
  const A extends string,
  const N extends string,
>(name: string, options: ReviewOptions<F, S, A, N>): Review<F, S, A, N> {
  return { opinion: ['opinion'], verdict: { name: 'pass', pass: 1, reject: 0 }, ...options, name }
}
