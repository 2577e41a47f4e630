import { useEffect, useState } from 'react'
import { formatInstant, formatNumber, formatTime } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { AreaSchools, type Overview, StateBadge, tallies, useOverview } from '../exam/index.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { CourseResults, UnitResults } from './WallResults.tsx'
import './wall.css'

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

const MOST_EXAMS = 6

function Wall({ data }: { data: Overview }) {
  const t = useT()
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
        <UnitResults />
        <CourseResults />
        <section aria-label={t('最近的考试')}>
          <h2>{t('最近的考试')}</h2>
          <Exams exams={data.exams ?? []} />
          <Gaps data={data} />
        </section>
      </div>
    </>
  )
}

function Exams({ exams }: { exams: NonNullable<Overview['exams']> }) {
  const t = useT()
  if (exams.length === 0) return <Empty title={t('还没有考试')} />
  return (
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
  )
}

/** Which schools' data are complete is shown to those who may view exams, until the exam is archived. */
const MAY_READ = 'examinfo_view'
const { imported, checked } = examStates.states

function Gaps({ data }: { data: Overview }) {
  const can = useCan()
  const open = data.exams?.find(({ examStatus }) => examStatus === imported.value || examStatus === checked.value)
  return open && can(MAY_READ) ? <AreaSchools exam={open} areas={data.areas ?? []} /> : null
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
