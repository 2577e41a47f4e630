import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import type { Header } from '@xueheng/contract/kit/report.ts'
import type { PivotGroup } from './pivot.ts'

/** The column tree of an answer: declared columns but the hidden ones under their groups, then the pivot groups with their measures. */
export function headersOf(report: AnyReport, pivots: PivotGroup[], hidden: string[] = []): Header[] {
  const visible = shown(report.columns).filter(([name]) => !hidden.includes(name))
  const columns = visible.map(([name, field]) => leaf(report, name, field, statusOf(report.columns, name)))
  const grouped = groupHeaders(columns, report.groups ?? {})
  if (!report.pivot) return grouped
  return [...grouped, ...nested(pivots, pivotHead(report, report.pivot.columns))]
}

/** The head of a group: the measures its cells carry. */
function pivotHead(report: AnyReport, columns: Fields): (group: PivotGroup) => Header {
  const measures = shown(columns)
  return ({ key, title, measures: carried }) => ({
    key,
    title,
    children: measures
      .filter(([name]) => carried.has(name))
      .map(([name, field]) => leaf(report, `${key}.${name}`, field, statusOf(columns, name, `${key}.`))),
  })
}

/** Neighbours that name the same head stand under it. */
function nested(groups: PivotGroup[], headOf: (group: PivotGroup) => Header): Header[] {
  const headers: Header[] = []
  for (const group of groups) {
    const last = headers.at(-1)
    if (group.over === undefined) headers.push(headOf(group))
    else if (last?.key.startsWith(OVER) && last.title === group.over) last.children?.push(headOf(group))
    else headers.push({ key: OVER + group.key, title: group.over, children: [headOf(group)] })
  }
  return headers
}

const OVER = 'over.'

function shown(fields: Fields): [string, Field][] {
  return Object.entries(fields).filter(([, field]) => field.list !== false)
}

/** A mark stands beside the status that says why there is none. */
function statusOf(fields: Fields, name: string, prefix = ''): string | undefined {
  return name === 'score' && 'status' in fields ? `${prefix}status` : undefined
}

function leaf(report: AnyReport, key: string, field: Field, statusKey?: string): Header {
  return {
    key,
    title: field.label,
    kind: field.kind,
    ...(field.scale !== undefined && { scale: field.scale }),
    ...(field.unit !== undefined && { unit: field.unit }),
    ...(report.fixed?.includes(key) && { fixed: true }),
    ...(report.sortable?.includes(key) && { sortable: true }),
    ...(report.highlight?.includes(key) && { highlight: true }),
    ...(statusKey !== undefined && { statusKey }),
  }
}

/** Puts neighbouring columns of one group under its title; a group torn apart becomes two. */
function groupHeaders(columns: Header[], groups: Record<string, string[]>): Header[] {
  const titles = new Map(Object.entries(groups).flatMap(([title, names]) => names.map((name) => [name, title])))
  const headers: Header[] = []
  for (const column of columns) {
    const title = titles.get(column.key)
    const last = headers.at(-1)
    if (!title) headers.push(column)
    else if (last?.children && last.title === title) last.children.push(column)
    else headers.push({ key: `group.${column.key}`, title, children: [column] })
  }
  return headers
}
