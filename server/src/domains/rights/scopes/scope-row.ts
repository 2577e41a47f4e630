import type { RowCondition } from '@xueheng/contract/kit/row-condition.ts'

/** A data scope as one role holds it. */
export interface ScopeRow {
  id: string
  roleId: string
  name: string
  /** Name of the entity it narrows. */
  entity: string
  /** 1 all, 2 own rows, 3 own department, 4 own department and below, 5 custom. */
  type: number
  column: string | null
  conditions: RowCondition[] | null
}
