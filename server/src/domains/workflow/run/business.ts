import type { FlowCtx } from '../flow-ctx.ts'
import type { Variables } from '../engine/expression.ts'

/** What is known of a process after one of its steps. */
export interface Position {
  isEnded: boolean
  /** What the last person said; nothing before the first has. */
  isPassed: boolean | undefined
  /** Forms of the tasks that are open now. */
  formKeys: string[]
}

/** The rows a kind of process is about. It hears of every step in the same transaction. */
export interface Business {
  /** Remark of its category in dictionary `flow`, and part of the addresses of its pages. */
  route: string
  table: string
  /** Checks and keeps what the applicant changed; answers the variables that follow from it. */
  revise(ctx: FlowCtx, businessId: string, input: Record<string, unknown>): Promise<Variables>
  moved(ctx: FlowCtx, businessId: string, position: Position): Promise<void>
  terminated(ctx: FlowCtx, businessId: string): Promise<void>
}
