import { studentScore } from '@xueheng/contract/domains/report/student-score.ts'
import { studentVertical } from '@xueheng/contract/domains/report/vertical.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Chart, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, lazy, useMemo } from 'react'
import { get } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { CourseTabs } from './frame/CourseTabs.tsx'
import { ExportTool } from './frame/ExportTool.tsx'
import { ReportAlert } from './frame/ReportAlert.tsx'
import { ReportFoot } from './frame/ReportFoot.tsx'
import { ReportTable } from './frame/ReportTable.tsx'
import { ALL_COURSES, CorrectionButton, useCourses } from '../exam/index.ts'
import { useCan } from '../../platform/session/session.ts'
import { useTabState } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import './student-profile.css'

const LazyChart = lazy(async () => ({
  default: (await import('./frame/ReportChart.tsx')).ReportChart,
}))

/** Standing, not marks: papers differ from exam to exam. */
const STANDING: Chart = { kind: 'line', x: 'examName', y: ['tScore', 'pr'] }
const MOST_EXAMS = 200

interface StudentProfileProps {
  examId: string
  /** Number in that exam; the student is followed into the others by the server. */
  studentNumber: string
  onBack: () => void
}

/** One student over all exams the user may read: the line of T and percentile, of the total or of a course. */
export function StudentProfile({ examId, studentNumber, onBack }: StudentProfileProps) {
  const t = useT()
  const can = useCan()
  const courses = useCourses(examId)
  const [chosen, choose] = useTabState<string | undefined>('profile-course', undefined)
  const course = chosen === ALL_COURSES ? undefined : chosen
  const { report, params } = course
    ? { report: studentVertical, params: { examId, studentNumber, courseName: course } }
    : { report: studentScore, params: { examId, studentNumber, history: '1' } }
  const answer = useQuery({
    queryKey: ['report', report.name, 'history', examId, studentNumber, course],
    queryFn: () => get<ReportAnswer>(report.url, { ...params, current: 1, size: MOST_EXAMS }),
    placeholderData: (old, before) => {
      const [, name, , exam, student] = before?.queryKey ?? []
      return name === report.name && exam === examId && student === studentNumber ? old : undefined
    },
    retry: false,
  })
  const latest = course ? answer.data?.records.at(-1) : answer.data?.records[0]
  return (
    <PageFrame
      isFilled
      title={latest ? `${String(latest.studentName)} · ${t('历次成绩')}` : t('历次成绩')}
      hint={latest && [latest.areaName, latest.schoolName, latest.className].filter(Boolean).join(' › ')}
      extra={
        <>
          {latest && <CorrectionButton {...{ examId, studentNumber }} />}
          <ExportTool report={report} params={params} isOff={!latest} />
          <Button onClick={onBack}>{t('返回列表')}</Button>
        </>
      }
    >
      <div className="student-profile">
        {can(studentVertical.permission) && courses.length > 1 && (
          <CourseTabs courses={courses} value={course ?? ALL_COURSES} hasAll={false} onChange={choose} />
        )}
        {answer.error ? (
          <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        ) : !answer.data ? (
          <Skeleton rows={8} />
        ) : latest ? (
          <History report={report} answer={answer.data} isInTime={course !== undefined} />
        ) : (
          <Empty title={t('没有这名考生的成绩')} hint={t('考生可能不在您的数据范围内')} />
        )}
      </div>
    </PageFrame>
  )
}

interface HistoryProps {
  report: AnyReport
  answer: ReportAnswer
  /** The earliest exam comes first, as a line wants it. */
  isInTime: boolean
}

function History({ report, answer, isInTime }: HistoryProps) {
  const [sort, setSort] = useTabState<string | undefined>('profile-sort', undefined)
  const inTime = useMemo(
    () => (isInTime ? answer : { ...answer, records: answer.records.toReversed() }),
    [answer, isInTime],
  )
  return (
    <>
      <ReportAlert answer={answer} />
      {answer.records.length > 1 && (
        <div className="student-profile-chart">
          <Suspense fallback={<Skeleton />}>
            <LazyChart chart={STANDING} answer={inTime} />
          </Suspense>
        </div>
      )}
      <div className="student-profile-table">
        <ReportTable report={report} answer={answer} sort={sort} onSort={setSort} onDrill={undefined} />
      </div>
      <ReportFoot answer={answer} isChart={false} />
    </>
  )
}
