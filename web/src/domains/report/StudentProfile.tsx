import { studentScore } from '@xueheng/contract/domains/report/student-score.ts'
import type { Chart, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, lazy, useMemo } from 'react'
import { get } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { ReportFoot } from '../../platform/report/ReportFoot.tsx'
import { ReportTable } from '../../platform/report/ReportTable.tsx'
import { useTabState } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import './student-profile.css'

const LazyChart = lazy(async () => ({
  default: (await import('../../platform/report/ReportChart.tsx')).ReportChart,
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

/** One student over all exams the user may read: the line of T and percentile, and every course. */
export function StudentProfile({ examId, studentNumber, onBack }: StudentProfileProps) {
  const t = useT()
  const answer = useQuery({
    queryKey: ['report', studentScore.name, 'history', examId, studentNumber],
    queryFn: () =>
      get<ReportAnswer>(studentScore.url, { examId, studentNumber, history: '1', current: 1, size: MOST_EXAMS }),
    retry: false,
  })
  const [latest] = answer.data?.records ?? []
  return (
    <PageFrame
      isFilled
      title={latest ? `${String(latest.studentName)} · ${t('历次成绩')}` : t('历次成绩')}
      hint={latest && [latest.areaName, latest.schoolName, latest.className].filter(Boolean).join(' › ')}
      extra={<Button onClick={onBack}>{t('返回列表')}</Button>}
    >
      {answer.error ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <Skeleton rows={8} />
      ) : latest ? (
        <History answer={answer.data} />
      ) : (
        <Empty title={t('没有这名考生的成绩')} hint={t('考生可能不在您的数据范围内')} />
      )}
    </PageFrame>
  )
}

function History({ answer }: { answer: ReportAnswer }) {
  const [sort, setSort] = useTabState<string | undefined>('profile-sort', undefined)
  const inTime = useMemo(() => ({ ...answer, records: answer.records.toReversed() }), [answer])
  return (
    <div className="student-profile">
      {answer.records.length > 1 && (
        <div className="student-profile-chart">
          <Suspense fallback={<Skeleton />}>
            <LazyChart chart={STANDING} answer={inTime} />
          </Suspense>
        </div>
      )}
      <div className="student-profile-table">
        <ReportTable report={studentScore} answer={answer} sort={sort} onSort={setSort} onDrill={undefined} />
      </div>
      <ReportFoot answer={answer} isChart={false} />
    </div>
  )
}
