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
 * Tells the events of a run in their order, one at a time, while the work goes on. Who tells the next one waits for the one before, and
 * hears what that has thrown.
 */
export function telling(onTask: ((event: TaskEvent) => Promise<void> | void) | undefined) {
  const events: TaskEvent[] = []
  let told = Promise.resolve()
  return {
    events,
    async tell(event: TaskEvent): Promise<void> {
      if (event.state !== TASK_STATE.running) events.push(event)
      await told
      told = (async () => onTask?.(event))()
      // Whoever waits hears of it.
      told.catch(() => {})
    },
    ended: () => told,
  }
}
