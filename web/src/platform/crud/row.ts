import { labelField } from '@xueheng/contract/derive/label-field.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type Field, type Fields, isListed } from '@xueheng/contract/kit/field.ts'

/** A row of any entity as the wire brings it. */
export interface CrudRow {
  id: string
  children?: CrudRow[]
  hasChildren?: boolean
  [field: string]: unknown
}

export type NamedField = readonly [name: string, field: Field]

export function fieldsOf(entity: AnyEntity): NamedField[] {
  return Object.entries(entity.fields as Fields)
}

/** The columns of the list; those named in `first` come first, in that order: what a row is known by, where nothing is named. */
export function tableFields(entity: AnyEntity, first: readonly string[] = [labelField(entity)]): NamedField[] {
  const fields = fieldsOf(entity).filter(([, field]) => isListed(field))
  const placeOf = ([name]: NamedField) => (first.includes(name) ? first.indexOf(name) : first.length)
  return fields.toSorted((one, other) => placeOf(one) - placeOf(other))
}

export function searchFields(entity: AnyEntity): NamedField[] {
  return fieldsOf(entity).filter(([, field]) => field.search)
}

/** Rows that name their parent become a forest; a row whose parent is not there is a root. */
export function toForest(rows: CrudRow[], parentField: string): CrudRow[] {
  if (rows.some((row) => row.children)) return rows
  const byId = new Map(rows.map((row) => [row.id, { ...row }]))
  const roots: CrudRow[] = []
  for (const row of byId.values()) {
    const parent = byId.get(String(row[parentField] ?? ''))
    if (parent && parent !== row) (parent.children ??= []).push(row)
    else roots.push(row)
  }
  return roots
}

export function flatten(rows: CrudRow[]): CrudRow[] {
  return rows.flatMap((row) => [row, ...flatten(row.children ?? [])])
}

/** Whether a workbook of the list holds personal values: it is made only with a reason. */
export function holdsPersonal(entity: AnyEntity): boolean {
  return tableFields(entity).some(([, field]) => field.personal !== undefined)
}
