import { TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'

export interface TaskEvent {
  taskCode: string
  /** One of TASK_STATE: running, done, failed, skipped. */
  state: number
  /** Time the task took so far. */
  ms: number
  /** Fingerprint of the task's input. */
  inputHash: string
  message?: string
}

/**
 * Tells the events of a run in their order while the work goes on. Who tells the next ones waits for those before, and hears what that
 * has thrown.
 */
export function telling(onTasks: ((events: TaskEvent[]) => Promise<void> | void) | undefined) {
  const events: TaskEvent[] = []
  let told = Promise.resolve()
  return {
    events,
    async tell(...next: TaskEvent[]): Promise<void> {
      if (next.length === 0) return
      events.push(...next.filter(({ state }) => state !== TASK_STATE.running))
      const before = told
      told = before.then(() => onTasks?.(next))
      // Whoever waits hears of it.
      told.catch(() => {})
      await before
    },
    ended: () => told,
  }
}
