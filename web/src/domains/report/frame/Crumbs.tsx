import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import { GRAINS } from '@xueheng/contract/kit/report.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { familyOf, memberBelow } from './report-family.ts'
import type { ReportAddress } from './use-report.ts'

interface Crumb {
  level: AnyReport['grain']
  title: string
  /** Parameters that hold when the crumb is chosen. */
  params: Record<string, string | undefined>
}

const LEVELS = [
  { level: 'area', param: 'areaCode', name: 'areaName' },
  { level: 'school', param: 'schoolCode', name: 'schoolName' },
  { level: 'class', param: 'classCode', name: 'className' },
] as const

interface CrumbsProps {
  address: ReportAddress
  examId: string | undefined
  /** Any row of the answer: it knows the names of the units above it. */
  row: Record<string, unknown> | undefined
  /** Name of the units the rows are of. */
  units: string | undefined
}

/** 全体 › 县区 › 学校 › 班级: where the rows lie, and the way back up. */
export function Crumbs({ address, examId, row, units }: CrumbsProps) {
  const t = useT()
  const { report, values } = address
  const crumbs = crumbsOf(values, row)
  const family = familyOf(report)

  function go(crumb: Crumb): void {
    const target = memberBelow(family, crumb.level) ?? report
    address.open(target, { examId, courseName: values.courseName, ...crumb.params })
  }

  return (
    <nav className="report-crumbs" aria-label={t('范围')}>
      {crumbs.map((crumb, at) => (
        <span key={crumb.level}>
          {at < crumbs.length - 1 ? (
            <button type="button" className="crud-link" onClick={() => go(crumb)}>
              {t(crumb.title)}
            </button>
          ) : (
            <b>{t((report.oneUnit && units) || crumb.title)}</b>
          )}
          <i aria-hidden="true">›</i>
        </span>
      ))}
      <span className="report-grain">{t(report.grain === 'all' ? '科目' : GRAINS[report.grain])}</span>
    </nav>
  )
}

export function crumbsOf(
  values: Record<string, string | undefined>,
  row: Record<string, unknown> | undefined,
): Crumb[] {
  const crumbs: Crumb[] = [{ level: 'all', title: GRAINS.all, params: {} }]
  let params: Crumb['params'] = {}
  const deepest = LEVELS.findLastIndex(({ param }) => values[param])
  LEVELS.slice(0, deepest + 1).forEach(({ level, param, name }) => {
    const code = values[param] ?? (row?.[param] as string | undefined)
    if (!code) return
    params = { ...params, [param]: code }
    crumbs.push({ level, title: String(row?.[name] ?? GRAINS[level]), params })
  })
  return crumbs
}
