import type { Field } from '@xueheng/contract/kit/field.ts'

/** The row a value is kept in. */
export interface ParameterRow {
  id: string
  paramValue: string
  updateTime: string | null
}

/** A declared parameter and, where it is set, its row. */
export interface Parameter {
  key: string
  field: Field
  row: ParameterRow | undefined
}
