import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { get } from '../../../platform/api/client.ts'
import { rightOfReport } from '../../../platform/declared/declared.ts'
import { formatTime } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import type { Exam } from '../exam.ts'

const MOST_EXAMS = 4
const RATES = '/bigdata/report/oneScoreTwoRate'

/** Ways into the results, as far as the reader may see them; the server cuts each to the reader's own units. */
const WAYS = [
  { title: '一分两率 · 各班', path: `${RATES}?report=oneScoreTwoRateByClass&`, report: 'oneScoreTwoRateByClass' },
  { title: '一分两率 · 各科', path: `${RATES}?`, report: 'oneScoreTwoRateBrief' },
  { title: '分数段', path: '/bigdata/report/paragraph?', report: 'oneScoreParagraphBrief' },
  { title: '前N名', path: '/bigdata/query/frontN?', report: 'areaFrontN' },
  { title: '学生成绩', path: '/bigdata/query/queryStudentScore?', report: 'studentScore' },
]

/** The newest published exams with direct ways into their reports. */
export function ReaderHome() {
  const t = useT()
  const can = useCan()
  const exams = useQuery({
    queryKey: ['labels', examInfo.name, 'choices'],
    queryFn: () => get<Exam[]>(`${examInfo.paths[0]}/listall`),
  })
  if (exams.error) return <ErrorState error={exams.error} onRetry={() => void exams.refetch()} />
  if (!exams.data) return <Skeleton rows={3} />
  const readable = exams.data.filter(isPublic).slice(0, MOST_EXAMS)
  const ways = WAYS.filter((way) => can(rightOfReport(way.report)))
  return (
    <section className="exam-home" aria-label={t('历次考试')}>
      <h2>{t('历次考试')}</h2>
      {readable.length === 0 && <Empty title={t('还没有发布的考试')} hint={t('考试发布后，您的报表会列在这里')} />}
      <ul className="exam-cards">
        {readable.map((exam) => (
          <li key={exam.id} className="exam-card is-reader">
            <div>
              <b>{exam.examName}</b>
              <small>{formatTime(exam.beginDate)}</small>
            </div>
            <nav aria-label={exam.examName}>
              {ways.map((way) => (
                <Link key={way.title} to={`${way.path}examId=${exam.id}`}>
                  {t(way.title)}
                </Link>
              ))}
            </nav>
          </li>
        ))}
      </ul>
    </section>
  )
}

function isPublic(exam: Exam): boolean {
  return exam.examStatus === examStates.states.published.value || exam.examStatus === examStates.states.sealed.value
}
