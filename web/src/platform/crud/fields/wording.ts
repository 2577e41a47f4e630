import type { Field } from '@xueheng/contract/kit/field.ts'
import { requiredMessage } from '@xueheng/contract/derive/schema.ts'
import { t as translate } from '../../i18n/i18n.ts'

/** 请输入学年, 请选择县区: the same words the missing value is refused with. */
export function placeholder(t: (text: string) => string, field: Field): string {
  return t(requiredMessage({ ...field, message: undefined } as Field))
}

/** A filter beside its label: what is picked by nobody is all; what is typed needs no words. */
export function filterHint(t: (text: string) => string, isPicked: boolean): string {
  return isPicked ? t('全部') : ''
}

export function asText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}

/** Column title with its unit: 人口基数(万人). */
export function columnTitle(t: (text: string) => string, field: Field): string {
  return withUnit(t(field.label), field.unit && t(field.unit))
}

export function withUnit(title: string, unit: string | undefined): string {
  return unit ? translate('{title}({unit})', { title, unit }) : title
}
