import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { type RowCondition, USER_ATTRIBUTES, operatorsOf } from '@xueheng/contract/kit/row-condition.ts'
import { filterConditions } from '../../../platform/rows/filters.ts'
import { comparedFields } from '../../../platform/access/row-grants.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { type AppError, refuse } from '../../../platform/error.ts'

const MOST = 20
const MOST_VALUES = 200

/** The conditions of a custom scope against the declared fields of its entity; refuses what could not be enforced. */
export function checkConditions({ rules }: Pick<Ctx, 'rules'>, entity: AnyEntity, given: unknown): RowCondition[] {
  if (!Array.isArray(given) || given.length === 0) throw refuse('请添加至少一个条件')
  if (given.length > MOST) throw refuse(`条件不能超过${MOST}个`)
  return given.map((one) =>
    checkCondition(comparedFields({ rules }, entity), entity, (one ?? {}) as Partial<RowCondition>),
  )
}

function checkCondition(
  fields: Fields,
  entity: AnyEntity,
  { field: name, operator, values, attribute }: Partial<RowCondition>,
): RowCondition {
  const field = typeof name === 'string' && Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!name || !field) throw refuse(`${entity.title}没有字段「${String(name ?? '')}」`)
  if (!operator || !operatorsOf(field).includes(operator)) throw refuse(`「${field.label}」不能这样比较`)
  if (attribute) {
    const isList = operator === 'equal' || operator === 'notequal'
    if (!Object.hasOwn(USER_ATTRIBUTES, attribute) || !isList) throw incomparable(field)
    assertComparable(name, field)
    return { field: name, operator, attribute }
  }
  const list = (Array.isArray(values) ? values : []).map((value) => String(value).trim()).filter(Boolean)
  if (list.length === 0) throw refuse(`请填写「${field.label}」的值`)
  if (list.length > MOST_VALUES) throw refuse(`「${field.label}」的值不能超过${MOST_VALUES}个`)
  // The filter of lists reads each value as the column's type and refuses by name what it cannot.
  for (const value of list) filterConditions({ [name]: field }, { [`${name}_${operator}`]: value }, 'whole')
  return { field: name, operator, values: list }
}

const LONG_ID = '1000000000000000001'

/** Refuses a field whose column could not hold what users and their units are known by. */
export function assertComparable(name: string, field: Field): void {
  try {
    filterConditions({ [name]: field }, { [`${name}_equal`]: LONG_ID }, 'whole')
  } catch {
    throw incomparable(field)
  }
}

function incomparable({ label }: Field): AppError {
  return refuse(`「${label}」不能与该用户属性比较`)
}
