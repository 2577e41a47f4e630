import { camel } from '@xueheng/contract/kit/name.ts'

type Row = Record<string, unknown>

/** One group of the second header level: a course, a band, a unit. */
export interface PivotGroup {
  key: string
  title: string
  sort: number
}

/** Column and cell names as the browser knows them; JSON nulls instead of absent values. */
export function camelRow(row: Row): Row {
  const named: Row = {}
  for (const [name, value] of Object.entries(row)) {
    named[camel(name)] = name === 'cells' && Array.isArray(value) ? value.map((cell) => camelRow(cell as Row)) : value
  }
  return named
}

/** Lays the list `cells` of a row out flat: `{cells: [{key: 'c1', avgScore: 90}]}` → `{'c1.avgScore': 90}`. */
export function flattenCells(row: Row): Row {
  const { cells, ...flat } = row
  for (const { key, title: _title, sort: _sort, ...measures } of (cells ?? []) as Row[]) {
    for (const [measure, value] of Object.entries(measures)) flat[`${String(key)}.${measure}`] = value
  }
  return flat
}

/** The groups that occur in any row, by their sort value where they carry one, else as they appear. */
export function pivotGroups(rows: Row[]): PivotGroup[] {
  const groups = new Map<string, PivotGroup>()
  for (const row of rows) {
    for (const cell of (row['cells'] ?? []) as Row[]) {
      const key = String(cell['key'])
      if (!groups.has(key)) groups.set(key, { key, title: String(cell['title']), sort: Number(cell['sort'] ?? 0) })
    }
  }
  return [...groups.values()].toSorted((one, other) => one.sort - other.sort)
}
