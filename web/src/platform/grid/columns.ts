import type { Field } from '@xueheng/contract/kit/field.ts'
import { fieldMessage } from '@xueheng/contract/derive/schema.ts'
import { textWidth } from '../crud/text-width.ts'

/** A column of a grid: cells hold texts. */
export interface GridColumn {
  key: string
  /** In the user's language. */
  title: string
  /** What heads of copied tables call it as well. */
  also?: readonly string[]
  /** In pixels. */
  width: number
  isReadOnly?: boolean
  /** What is wrong with a typed text, in Chinese; nothing where it may stand. */
  check?: (text: string) => string | undefined
}

/** What is wrong with a cell. */
export interface GridMark {
  level: 'error' | 'warning'
  text: string
}

export interface GridRow {
  key: string
  /** What stands before the row: its number. */
  head: string
  cells: readonly string[]
  marks?: Readonly<Record<number, GridMark>> | undefined
  /** The marks speak of the texts as they are typed; without it, of what was read. */
  isJudgedLive?: boolean
  /** None of its cells may be changed; a pasted block leaves it out. */
  isLocked?: boolean
}

const NARROWEST = 88
const WIDEST = 260
/** What stands in a cell beside its text. */
const BESIDE = 34

/** As wide as the longest of the texts, within limits. */
export function widthOf(texts: readonly string[]): number {
  return Math.min(WIDEST, Math.max(NARROWEST, ...texts.map((text) => textWidth(text) + BESIDE)))
}

/** The column of a declared field: what is typed is held to its declaration. Keys are typed as their texts: pick lists judge them. */
export function fieldColumn(key: string, field: Field, title: string): GridColumn {
  const isKey = field.kind === 'dict' || field.kind === 'ref' || field.kind === 'flag'
  return {
    key,
    title,
    width: widthOf([title]),
    check: (text) => (isKey && text !== '' ? undefined : fieldMessage(field, text)),
  }
}
