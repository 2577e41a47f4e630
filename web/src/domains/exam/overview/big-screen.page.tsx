import { useEffect, useState } from 'react'
import { formatInstant, formatNumber, formatTime } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { StateBadge } from '../StateBadge.tsx'
import { AreaBars } from './AreaBars.tsx'
import { AreaSchools } from './AreaSchools.tsx'
import { type Overview, tallies, useOverview } from './use-overview.ts'
import './overview.css'

/** 数据大屏: the numbers on a wall, refreshed every minute, without menus. */
export function Page() {
  const t = useT()
  const found = useOverview()
  return (
    <main className="wall">
      <header>
        <h1>{t('考试数据总览')}</h1>
        <Clock />
      </header>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Wall data={found.data} />
      ) : (
        <Skeleton rows={8} />
      )}
    </main>
  )
}

const MOST_EXAMS = 4
/** Whose data are whole is for those who may look at exams. */
const MAY_READ = 'examinfo_view'

function Wall({ data }: { data: Overview }) {
  const t = useT()
  const can = useCan()
  const exams = data.exams ?? []
  const newest = exams.find((exam) => exam.studentNum !== null) ?? exams[0]
  return (
    <>
      <dl className="wall-tallies">
        {tallies(data).map(({ title, num }) => (
          <div key={title}>
            <dd>{formatNumber(num)}</dd>
            <dt>{t(title)}</dt>
          </div>
        ))}
      </dl>
      <div className="wall-columns">
        <section aria-label={t('各县区')}>
          <h2>{t('各县区')}</h2>
          <AreaBars areas={data.areas ?? []} />
        </section>
        <section aria-label={t('最近的考试')}>
          <h2>{t('最近的考试')}</h2>
          {exams.length === 0 && <Empty title={t('还没有考试')} />}
          <ol className="wall-exams">
            {exams.slice(0, MOST_EXAMS).map((exam) => (
              <li key={exam.examId}>
                <time>{formatTime(exam.beginDate)}</time>
                <b>{exam.examName}</b>
                <span>{exam.studentNum === null ? '' : t('{n} 人', { n: formatNumber(exam.studentNum) })}</span>
                <StateBadge status={exam.examStatus} />
              </li>
            ))}
          </ol>
          {newest && can(MAY_READ) && <AreaSchools exam={newest} areas={data.areas ?? []} />}
        </section>
      </div>
    </>
  )
}

const SECOND = 1000

function Clock() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), SECOND)
    return () => clearInterval(timer)
  }, [])
  return <time>{formatInstant(now, 'full')}</time>
}
