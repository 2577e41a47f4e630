import type { Field } from '@xueheng/contract/kit/field.ts'
import { requiredMessage } from '@xueheng/contract/kit/schema.ts'

/** 请输入学年, 请选择县区: the same words the missing value is refused with. */
export function placeholder(t: (text: string) => string, field: Field): string {
  return t(requiredMessage({ ...field, message: undefined } as Field))
}

export function asText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}

/** Column title with its unit: 人口基数(万人). */
export function columnTitle(t: (text: string) => string, field: Field): string {
  return field.unit ? `${t(field.label)}(${t(field.unit)})` : t(field.label)
}
