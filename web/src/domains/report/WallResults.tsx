import { oneScoreTwoRate } from '@xueheng/contract/domains/report/one-score-two-rate.ts'
import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { get } from '../../platform/api/client.ts'
import { Scrollable } from '../../platform/ui/Scrollable.tsx'
import { formatNumber } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { AreaTiles } from './AreaTiles.tsx'
import { GRAIN_BELOW, type Standing, grainOf, useLastExam } from './use-last-exam.ts'

const MOST_UNITS = 14
const MINUTE = 60_000
const NAMES = { area: 'areaName', school: 'schoolName', class: 'className' } as const
const TITLES = { area: '各县区均分', school: '各学校均分', class: '各班均分' }

interface WallExam {
  /** The exam shown; the newest published one without it. */
  examId: string
}

/** The means of the units below the own one: areas as a map of tiles, others as bars, the best first. */
export function UnitResults({ examId }: WallExam) {
  const t = useT()
  const exam = useLastExam(MINUTE, examId)
  const first = exam.data?.[0]
  const grain = GRAIN_BELOW[first ? grainOf(first) : 'all']
  const report = useReport(oneScoreTwoRate[grain], first, TOTAL_COURSE)
  const rows = report.data?.records ?? []
  return (
    <Scrollable label={t(TITLES[grain])}>
      <h2>
        {t(TITLES[grain])}
        <small>{first?.examName}</small>
      </h2>
      <Results found={[exam, report]} isEmpty={rows.length === 0}>
        {grain === 'area' ? <AreaTiles rows={rows} /> : <UnitBars rows={rows} name={NAMES[grain]} />}
      </Results>
    </Scrollable>
  )
}

type Rows = ReportAnswer['records']

function UnitBars({ rows, name }: { rows: Rows; name: string }) {
  const units = rows.toSorted((one, other) => num(other, 'avgScore') - num(one, 'avgScore')).slice(0, MOST_UNITS)
  const most = Math.max(1, ...units.map((row) => num(row, 'avgScore')))
  return (
    <table className="wall-results">
      <tbody>
        {units.map((row) => (
          <tr key={String(row[name])}>
            <th scope="row">{String(row[name] ?? '')}</th>
            <td className="is-bar">
              <i style={{ width: `calc((100% - 5em) * ${num(row, 'avgScore') / most})` }} />
              {formatNumber(num(row, 'avgScore'), 2)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The own unit course by course. */
export function CourseResults({ examId }: WallExam) {
  const t = useT()
  const exam = useLastExam(MINUTE, examId)
  const first = exam.data?.[0]
  const report = useReport(oneScoreTwoRate[first ? grainOf(first) : 'all'], first, '')
  const rows = report.data?.records ?? []
  return (
    <Scrollable label={t('各科成绩')}>
      <h2>
        {t('各科成绩')}
        <small>{first && t(first.unitName)}</small>
      </h2>
      <Results found={[exam, report]} isEmpty={rows.length === 0}>
        <table className="wall-results">
          <thead>
            <tr>
              {['科目', '实考', '平均分', '优秀率', '及格率'].map((title) => (
                <th key={title} scope="col">
                  {t(title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={String(row['courseName'])}>
                <th scope="row">{t(String(row['courseName']))}</th>
                <td>{formatNumber(num(row, 'studentNum'))}</td>
                <td>{formatNumber(num(row, 'avgScore'), 2)}</td>
                <td>{formatNumber(num(row, 'excellentRate'), 2)}%</td>
                <td>{formatNumber(num(row, 'passRate'), 2)}%</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Results>
    </Scrollable>
  )
}

interface ResultsProps {
  /** The exam and its report. */
  found: Pick<UseQueryResult, 'error' | 'isLoading' | 'refetch'>[]
  isEmpty: boolean
  children: ReactNode
}

function Results({ found, isEmpty, children }: ResultsProps) {
  const t = useT()
  const failed = found.find(({ error }) => error)
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (found.some(({ isLoading }) => isLoading)) return <Skeleton rows={6} />
  return isEmpty ? <Empty title={t('还没有发布的成绩')} hint={t('考试发布后，结果会显示在这里')} /> : children
}

/** A report of this exam, cut to the unit; nothing is asked for those who may not read it. */
function useReport(report: AnyReport, unit: Standing | undefined, courseName: string) {
  const can = useCan()
  const { examId = '', areaCode, schoolCode, classCode } = unit ?? {}
  const isWithin = unit !== undefined && report.grain === grainOf(unit)
  const params = { examId, courseName, areaCode, schoolCode, ...(isWithin && { classCode }) }
  return useQuery({
    queryKey: ['report', report.name, 'wall', params],
    queryFn: () => get<ReportAnswer>(report.url, params),
    enabled: unit !== undefined && can(report.permission),
    refetchInterval: MINUTE,
  })
}

function num(row: Rows[number], name: string): number {
  return Number(row[name] ?? 0)
}
