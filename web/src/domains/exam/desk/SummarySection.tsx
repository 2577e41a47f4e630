import { Segmented } from 'antd'
import { useMemo } from 'react'
import { useDictOptions } from '../../../platform/crud/lookups.ts'
import { formatMoment, formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useTabState } from '../../../platform/tabs/tab.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import type { CompletenessCell } from '@xueheng/contract/domains/exam/exam-check.ts'
import { useExamSummary, useExamCourses } from '../exam-facts.ts'
import { PartHead } from '../PartHead.tsx'
import type { Exam } from '../exam.ts'

type Measure = 'present' | 'absent' | 'missing' | 'errors' | 'warnings'

const MEASURES: { value: Measure; label: string }[] = [
  { value: 'present', label: '有成绩' },
  { value: 'missing', label: '缺成绩' },
  { value: 'absent', label: '缺考' },
  { value: 'errors', label: '错误' },
  { value: 'warnings', label: '警告' },
]

interface SchoolLine {
  schoolCode: string
  schoolName: string
  areaCode: string
  cells: Map<string, CompletenessCell>
}

/** 数据完整性: school × course as a heat map, as the last check of the marks saw it. */
export function SummarySection({ exam, isAlone = false }: { exam: Exam; isAlone?: boolean }) {
  const t = useT()
  const summary = useExamSummary(exam.id)
  const courses = useExamCourses(exam.id).data ?? []
  const [measure, setMeasure] = useTabState<Measure>('measure', 'present')
  const matrix = summary.data?.matrix
  const lines = useMemo(() => linesOf(matrix ?? []), [matrix])
  const areas = new Map(useDictOptions('exam_area').options.map((one) => [one.value, one.label]))
  if (summary.error) return <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
  if (!summary.data) return <Skeleton rows={6} />
  if (lines.length === 0) {
    return <Empty title={t('还没有校验成绩')} hint={t('成绩导入并校验后，这里显示每所学校每一科的数据是否齐全')} />
  }
  const shown = courses.map((course) => course.courseName)
  return (
    <>
      <PartHead
        title={isAlone ? undefined : '数据完整性'}
        hint={t('{time} 校验时的数据，共 {n} 所学校', {
          time: formatMoment(summary.data.checks.find((one) => one.kind === 'score')?.checkedTime ?? ''),
          n: lines.length,
        })}
      >
        <Segmented
          aria-label={t('显示')}
          value={measure}
          options={MEASURES.map((one) => ({ ...one, label: t(one.label) }))}
          onChange={setMeasure}
        />
      </PartHead>
      <div className="exam-matrix" tabIndex={0} role="region" aria-label={t('数据完整性')}>
        <table>
          <thead>
            <tr>
              <th>{t('学校')}</th>
              <th>{t('县区')}</th>
              {shown.map((course) => (
                <th key={course}>{t(course)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.schoolCode}>
                <th scope="row">{line.schoolName}</th>
                <td>{areas.get(line.areaCode) ?? line.areaCode}</td>
                {shown.map((course) => (
                  <HeatCell key={course} cell={line.cells.get(course)} measure={measure} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="exam-quiet">{t('绿色为齐全，黄色为有缺成绩或警告，红色为有错误；灰色为没有考生选考。')}</p>
    </>
  )
}

function linesOf(matrix: CompletenessCell[]): SchoolLine[] {
  const lines = new Map<string, SchoolLine>()
  for (const cell of matrix) {
    const { schoolCode, schoolName, areaCode } = cell
    const line = lines.get(schoolCode) ?? {
      schoolCode,
      schoolName,
      areaCode,
      cells: new Map<string, CompletenessCell>(),
    }
    line.cells.set(cell.courseName, cell)
    lines.set(schoolCode, line)
  }
  return [...lines.values()]
}

function HeatCell({ cell, measure }: { cell: CompletenessCell | undefined; measure: Measure }) {
  const t = useT()
  if (!cell) return <td className="is-none">·</td>
  const { planned, present, absent, missing, errors, warnings } = cell
  const tone = errors > 0 ? 'is-error' : missing > 0 || warnings > 0 ? 'is-warning' : 'is-whole'
  const share = planned > 0 ? (present + absent) / planned : 1
  const title = t('应考 {planned}，有成绩 {present}，缺考 {absent}，缺成绩 {missing}，错误 {errors}，警告 {warnings}', {
    planned,
    present,
    absent,
    missing,
    errors,
    warnings,
  })
  return (
    <td className={tone} title={title} style={{ '--share': share } as React.CSSProperties}>
      {measure === 'present' ? `${formatNumber(present)}/${formatNumber(planned)}` : formatNumber(cell[measure])}
    </td>
  )
}
