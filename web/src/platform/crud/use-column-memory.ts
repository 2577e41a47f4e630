import { useState } from 'react'
import { keep, kept } from '../api/storage.ts'
import type { NamedField } from './row.ts'

export type Density = 'compact' | 'middle' | 'loose'

/** What a user made of the columns of one list; kept on this machine. */
export interface ColumnChoice {
  order: string[]
  hidden: string[]
  widths: Record<string, number>
  density: Density
}

export const NO_CHOICE: ColumnChoice = { order: [], hidden: [], widths: {}, density: 'middle' }

/** Columns as the user left them: fields that are new stand behind the one they are declared after. */
export function arrange<T extends readonly [string, ...unknown[]]>(fields: T[], order: string[]): T[] {
  const known = order.flatMap((name) => fields.filter((field) => field[0] === name))
  const arranged = [...known]
  fields.forEach((field, at) => {
    if (known.includes(field)) return
    const before = fields.slice(0, at).findLast((one) => arranged.includes(one))
    arranged.splice(before ? arranged.indexOf(before) + 1 : 0, 0, field)
  })
  return arranged
}

/** `aside` are columns that are not shown until the user asks for them. */
export function useColumnMemory(name: string, fields: NamedField[], aside: readonly string[] = []) {
  const untouched: ColumnChoice = { ...NO_CHOICE, hidden: [...aside] }
  const key = `columns-${name}`
  const [choice, setChoice] = useState<ColumnChoice>(() => ({ ...untouched, ...kept<ColumnChoice>(key) }))

  function change(next: Partial<ColumnChoice>): void {
    setChoice((old) => {
      const merged = { ...old, ...next }
      keep(key, merged)
      return merged
    })
  }

  const arranged = arrange(fields, choice.order)
  return {
    choice,
    arranged,
    shown: arranged.filter(([field]) => !choice.hidden.includes(field)),
    change,
    resize: (field: string, width: number) => change({ widths: { ...choice.widths, [field]: width } }),
    reset: () => change(untouched),
  }
}

export type ColumnMemory = ReturnType<typeof useColumnMemory>
