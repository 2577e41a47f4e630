import type { Outcome } from '@xueheng/contract/domains/workflow/flow-states.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import type { FlowCtx } from '../flow-ctx.ts'
import type { Variables } from '../engine/expression.ts'
import type { Instance } from './instance.ts'
import type { Pages } from './pages.ts'

/** What is known of a process after one of its steps. */
export interface Position {
  /** How it came out; nothing while it goes on. */
  outcome: Outcome | undefined
  /** Forms of the tasks that are open now. */
  formKeys: string[]
}

/** A step that somebody is through with. */
export interface Step {
  instance: Instance
  taskKey: string
  formKey: string
  isPassed: boolean
}

/** The rows a kind of process is about. It hears of every step in the same transaction. */
export interface Business extends Pages {
  /** Checks and keeps what was filled in at a step; answers the variables that follow from it. */
  fill(ctx: Ctx, step: Step, input: Record<string, unknown>): Promise<Variables>
  moved(ctx: FlowCtx, businessId: string, position: Position): Promise<void>
}
