/** A state machine as data: from each state, which action leads where. */
export interface States<S extends string = string, A extends string = string> {
  name: string
  /** Stored value and Chinese name of each state. */
  states: Record<S, { value: number; title: string }>
  /** action → the states it may start from and the one it ends in; `*` end keeps the state. */
  actions: Record<A, { title: string; from: S[]; to: S | '*' }>
}

export function defineStates<const S extends string, const A extends string>(
  name: string,
  states: Record<S, { value: number; title: string }>,
  actions: Record<A, { title: string; from: NoInfer<S>[]; to: NoInfer<S> | '*' }>,
): States<S, A> {
  return { name, states, actions }
}

/** The state whose stored value is `value`. */
export function stateOf<S extends string, A extends string>(machine: States<S, A>, value: number): S {
  const found = (Object.keys(machine.states) as S[]).find((state) => machine.states[state].value === value)
  if (!found) throw new Error(`${machine.name}: no state ${value}`)
  return found
}

/** Whether `action` may start from the stored `value`. */
export function canDo<S extends string, A extends string>(machine: States<S, A>, action: A, value: number): boolean {
  return machine.actions[action].from.some((state) => machine.states[state].value === value)
}
