import { type Field, isListed } from '@xueheng/contract/kit/field.ts'
import { fieldViews } from './fields/kinds.ts'
import type { NamedField } from './row.ts'

/** How one field stands on the screen, where what follows from its kind, length and label does not serve. */
export interface FieldLayout {
  /** Pixels of its column. */
  width?: number
  /** Columns of the form it takes, of 24. */
  span?: 12 | 24
  /** Whether the form leaves it out. */
  isHidden?: boolean
}

export type FieldLayouts = Readonly<Record<string, FieldLayout>>

/** Codes have narrow letters, as many as the length says; names of people are short, names of things long. */
const CODE = /(号|码|标识)$/
const PERSON = /(姓名|人|昵称|教师|班主任)$/
const NAME = /(名称|标题)$/
const LETTER = 8
const PADDING = 16

/** Pixels a column needs for its values. */
export function columnWidth(field: Field, layout: FieldLayout = {}): number {
  return layout.width ?? (field.kind === 'text' ? textWidthOf(field) : fieldViews[field.kind].width)
}

function textWidthOf({ label, length = 64 }: Field): number {
  if (CODE.test(label) && length <= 32) return clamp(length * LETTER + PADDING, 90, 200)
  if (NAME.test(label) && length >= 64) return 190
  if (PERSON.test(label) || length <= 40) return length <= 20 ? 90 : 110
  return length <= 100 ? 140 : 200
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

/** Structured values have pages of their own; what is computed stands in forms only where lists carry it too. */
export function isHidden(field: Field, layout: FieldLayout = {}): boolean {
  return field.kind === 'json' || (layout.isHidden ?? (field.editable === 'never' && !isListed(field)))
}

/** A text that may be this long takes a line of the form for itself, and so does a remark. */
const LONG = 300
const REMARK = /(备注|说明)$/

export function formSpan(field: Field, layout: FieldLayout = {}): 12 | 24 {
  const isLong = field.kind === 'text' && ((field.length ?? 0) >= LONG || REMARK.test(field.label))
  return layout.span ?? (field.kind === 'paragraph' || isLong ? 24 : 12)
}

const MANY_FIELDS = 8
const NARROW = 720
const WIDE = 880

/** Pixels of a form: two columns of many fields, or an editor, have more room. */
export function dialogWidth(fields: NamedField[]): number {
  return fields.length >= MANY_FIELDS || fields.some(([, field]) => field.rich) ? WIDE : NARROW
}
