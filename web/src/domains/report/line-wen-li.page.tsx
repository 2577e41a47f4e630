import { lineStdnum, lineStdnumCourse } from '@xueheng/contract/domains/report/line-stdnum.ts'
import { Segmented, Select } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { useScreenTitle, useTabState } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { type ExamChoice, ExamPicker, useExams } from '../exam/index.ts'
import { WenLiTable } from './wen-li/WenLiTable.tsx'
import { PART_TITLES, type Part, besideEachOther } from './wen-li/wen-li.ts'
import { useWenLi } from './wen-li/use-wen-li.ts'
import './wen-li/wen-li.css'

/** 文理上线: who reaches the lines of arts, of science and of both, school by school, of one exam or of a pair. */
export function Page() {
  const t = useT()
  const title = useScreenTitle()
  const all = useExams()
  const exams = (all.data ?? []).filter((exam) => exam.packageVersion > 0)
  const [wen, setWen] = useTabState<string | undefined>('wen', undefined)
  const [li, setLi] = useTabState<string | undefined>('li', undefined)
  const [period, setPeriod] = useTabState<string | undefined>('period', undefined)
  const { part, parts, setPart } = useParts()
  const first = exams[0]?.id
  const pair = { examIdWen: wen ?? first, examIdLi: li ?? wen ?? first }
  const found = useWenLi(part, pair)
  const failed = all.error ? all : found
  const isEmpty = found.data?.length === 0 || (all.isSuccess && exams.length === 0)
  const periods = useMemo(() => [...new Set((found.data ?? []).map((row) => row.periodName ?? ''))], [found.data])
  const shown = periods.includes(period ?? '') ? period : periods[0]
  const rows = useMemo(
    () => besideEachOther((found.data ?? []).filter((row) => row.periodName === shown)),
    [found.data, shown],
  )
  return (
    <PageFrame isFilled title={t(title || '文理上线')}>
      <div className="wen-li">
        <div className="wen-li-bar">
          <Exam label={t('文科考试')} exams={exams} value={pair.examIdWen} onChange={setWen} />
          <Exam label={t('理科考试')} exams={exams} value={pair.examIdLi} onChange={setLi} />
          {parts.length > 1 && (
            <Segmented
              options={parts.map((one) => ({ value: one, label: t(PART_TITLES[one]) }))}
              value={part}
              onChange={setPart}
            />
          )}
          <Select
            aria-label={t('档次')}
            value={shown ?? null}
            onChange={setPeriod}
            options={periods.map((value) => ({ value, label: value }))}
          />
        </div>
        {failed.error && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
        {(all.isLoading || found.isLoading) && <Skeleton rows={8} />}
        {isEmpty && <Empty title={t('没有分文理的分数线')} hint={t('请先为历史类、物理类划线，再生成报表')} />}
        {rows.length > 0 && <WenLiTable part={part} rows={rows} />}
      </div>
    </PageFrame>
  )
}

/** What the user may see: the total, single courses. */
function useParts() {
  const can = useCan()
  const reports = { total: lineStdnum.school, course: lineStdnumCourse.school }
  const parts = (Object.keys(reports) as Part[]).filter((one) => can(reports[one].permission))
  const [chosen, setPart] = useTabState<Part>('part', 'total')
  return { parts, part: parts.includes(chosen) ? chosen : (parts[0] ?? 'total'), setPart }
}

interface ExamProps {
  label: string
  exams: ExamChoice[]
  value: string | undefined
  onChange: (examId: string) => void
}

function Exam({ label, ...picker }: ExamProps) {
  return (
    <div className="wen-li-exam">
      <span>{label}</span>
      <ExamPicker {...picker} label={label} />
    </div>
  )
}
