import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
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
  const [search, setSearch] = useSearchParams()
  const examId = search.get('examId') ?? ''
  const choose = (chosen: string) => setSearch(chosen ? { examId: chosen } : {}, { replace: true })
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
        <UnitResults examId={examId} />
        <CourseResults examId={examId} />
        <section aria-label={t('最近的考试')}>
          <h2>{t('最近的考试')}</h2>
          <Exams exams={data.exams ?? []} chosen={examId} onChoose={choose} />
          <Gaps data={data} examId={examId} />
        </section>
      </div>
    </>
  )
}

interface ExamsProps {
  exams: NonNullable<Overview['exams']>
  /** Nothing: whichever is the newest. */
  chosen: string
  onChoose: (examId: string) => void
}

/** The newest exams; one that is pressed stays on the wall until it is pressed again. */
function Exams({ exams, chosen, onChoose }: ExamsProps) {
  const t = useT()
  if (exams.length === 0) return <Empty title={t('还没有考试')} />
  return (
    <ol className="wall-exams">
      {exams.slice(0, MOST_EXAMS).map((exam) => (
        <li key={exam.examId}>
          <time>{formatTime(exam.beginDate)}</time>
          <button
            type="button"
            aria-pressed={exam.examId === chosen}
            onClick={() => onChoose(exam.examId === chosen ? '' : exam.examId)}
          >
            {exam.examName}
          </button>
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

function Gaps({ data, examId }: { data: Overview; examId: string }) {
  const can = useCan()
  const isOpen = ({ examStatus }: { examStatus: number }) =>
    examStatus === imported.value || examStatus === checked.value
  const open = data.exams?.find((exam) => isOpen(exam) && (examId === '' || exam.examId === examId))
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
