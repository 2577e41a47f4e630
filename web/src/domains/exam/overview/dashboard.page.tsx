import type { OverviewExam } from '@xueheng/contract/domains/exam/overview.ts'
import { Link } from 'react-router'
import { formatNumber, formatTime } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { deskPath } from '../exam.ts'
import { Page as ExamResults } from '../home/home-results.page.tsx'
import { Page as ExamHome } from '../home/home.page.tsx'
import { StateBadge } from '../StateBadge.tsx'
import { AreaBars } from './AreaBars.tsx'
import { type Overview, tallies, useOverview } from './use-overview.ts'
import './overview.css'

/** 控制台: what is to be done first, then how much there is and where. */
export function Page() {
  const t = useT()
  const found = useOverview()
  return (
    <PageFrame title={t('控制台')}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Board data={found.data} />
      ) : (
        <Skeleton rows={6} />
      )}
    </PageFrame>
  )
}

function Board({ data }: { data: Overview }) {
  const t = useT()
  return (
    <div className="board">
      <dl className="board-tallies">
        {tallies(data).map(({ title, num }) => (
          <div key={title}>
            <dt>{t(title)}</dt>
            <dd>{formatNumber(num)}</dd>
          </div>
        ))}
      </dl>
      <div className="board-columns">
        <div>
          <ExamHome />
          <ExamResults />
          <RecentExams exams={data.exams ?? []} />
        </div>
        <section aria-label={t('各县区')}>
          <h2>{t('各县区')}</h2>
          <AreaBars areas={data.areas ?? []} />
        </section>
      </div>
    </div>
  )
}

function RecentExams({ exams }: { exams: OverviewExam[] }) {
  const t = useT()
  const can = useCan()
  return (
    <section aria-label={t('最近的考试')}>
      <h2>{t('最近的考试')}</h2>
      {exams.length === 0 && <Empty title={t('还没有考试')} />}
      <ul className="board-exams">
        {exams.map((exam) => (
          <li key={exam.examId}>
            {can('examinfo_process') ? <Link to={deskPath(exam.examId)}>{exam.examName}</Link> : <b>{exam.examName}</b>}
            <StateBadge status={exam.examStatus} />
            <span>{exam.studentNum === null ? '' : t('{n} 人', { n: formatNumber(exam.studentNum) })}</span>
            <time>{formatTime(exam.beginDate)}</time>
          </li>
        ))}
      </ul>
    </section>
  )
}
