import type { Field, FieldKind } from './field.ts'

/** What of the signed-in user a condition may compare with. */
export const USER_ATTRIBUTES = {
  userId: '本人',
  deptId: '所在机构',
  deptIdBelow: '所在机构及子级',
  areaCode: '所在县区',
  schoolCode: '所在学校',
  classCode: '所教班级',
} as const

export type UserAttribute = keyof typeof USER_ATTRIBUTES

export const ROW_OPERATORS = {
  equal: '等于',
  notequal: '不等于',
  like: '包含',
  ge: '不小于',
  le: '不大于',
} as const

export type RowOperator = keyof typeof ROW_OPERATORS

/** One comparison of a field of a row: with written values (any of them), or with an attribute of the user. */
export interface RowCondition {
  field: string
  operator: RowOperator
  values?: string[]
  attribute?: UserAttribute
}

const EVERY: RowOperator[] = ['equal', 'notequal']
const ORDERED: RowOperator[] = ['equal', 'notequal', 'ge', 'le']

/** Operators that make sense for a kind; none where rows cannot be told apart by it. */
const OPERATORS = {
  text: ['equal', 'notequal', 'like'],
  paragraph: ['like'],
  integer: ORDERED,
  decimal: ORDERED,
  percent: ORDERED,
  flag: EVERY,
  date: ORDERED,
  dateTime: ['ge', 'le'],
  dict: EVERY,
  ref: EVERY,
  image: [],
  icon: [],
  json: [],
  secret: [],
} satisfies Record<FieldKind, RowOperator[]>

export function operatorsOf(field: Field): RowOperator[] {
  return field.multiple ? ['equal'] : OPERATORS[field.kind]
}
