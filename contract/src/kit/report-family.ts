import type { Fields } from './field.ts'
import { snake } from './name.ts'
import { type Chart, defineReport, type Grain, GRAINS, type Report, type ReportOptions } from './report.ts'

/** What the rows of one grain are about. */
export interface Unit {
  /** Parameters that choose among them. */
  params: Fields
  /** Columns that name them: the last is the axis of the chart, the last two stay in sight. */
  columns: Fields
  /** Parameters of the next report that a row fills by its column of the same name. */
  drill: string[]
}

type Shared = Partial<Omit<ReportOptions<Fields, Fields>, 'path' | 'chart' | 'grain' | 'family'>> & {
  /** Over the units, unless it names another axis. */
  chart?: Omit<Chart, 'x'> & { x?: string }
}

/** A member of a family: its path and what it has of its own. Without a name it is `<family>By<Grain>`. */
export type Member = Shared & { path: string; name?: string }

export interface FamilyOptions<G extends Grain> extends Omit<Shared, 'params' | 'columns'> {
  title: string
  /** What the rows are over, by grain; `params` and `columns` put it between their own. */
  over: Record<Grain, Unit>
  params(unit: Fields, grain: G): Fields
  columns(unit: Fields, grain: G): Fields
  grains: Record<G, Member>
}

/**
 * The same report at several grains: one declaration and one `.sql`, which is told `$grain`. Each member leads on to the next
 * finer one by the unit of the row and by what columns and parameters have in common. What a member says itself wins; `undefined` takes away what the others have.
 */
export function defineReportFamily<const G extends Grain>(
  family: string,
  options: FamilyOptions<G>,
): Record<G, Report> {
  const { over, params, columns, grains, chart, ...shared } = options
  const levels = (Object.keys(GRAINS) as G[]).filter((grain) => grain in grains)
  const members = levels.map((grain) => {
    const { name = `${family}By${grain.charAt(0).toUpperCase()}${grain.slice(1)}`, ...own } = grains[grain]
    const named = Object.keys(over[grain].columns)
    const drawn = 'chart' in own ? own.chart : chart
    return defineReport<Fields, Fields>(name, {
      sql: snake(family).replaceAll('_', '-'),
      fixed: named.slice(-2),
      params: params(over[grain].params, grain),
      columns: columns(over[grain].columns, grain),
      ...shared,
      title: grain === 'all' ? shared.title : `${shared.title}（${GRAINS[grain]}）`,
      ...own,
      ...(drawn && { chart: { x: named.at(-1) ?? '', ...drawn } }),
      grain,
      family,
    })
  })
  const linked = members.map((report, at) => [report.grain, { ...linkTo(members[at + 1], report, over), ...report }])
  return Object.fromEntries(linked) as Record<G, Report>
}

/** The way from a row to the next finer member: the unit it names, and what is both a column and a parameter. */
function linkTo(
  next: Report | undefined,
  { columns, grain }: Report,
  over: Partial<Record<Grain, Unit>>,
): Pick<Report, 'drill'> {
  const unit = over[grain]
  const isNamed = Object.keys(unit?.columns ?? {}).every((column) => column in columns)
  const common = Object.keys(next?.params ?? {}).filter((param) => param in columns)
  const params = Object.fromEntries([...(isNamed && unit ? unit.drill : []), ...common].map((param) => [param, param]))
  return next && Object.keys(params).length > 0 ? { drill: { report: next.name, params } } : {}
}
