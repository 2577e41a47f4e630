import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { useLabels } from '../../../platform/crud/lookups.ts'
import type { NamedField } from '../../../platform/crud/row.ts'
import { formatSchoolYear, formatTime } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCurrentInView } from '../../../platform/ui/use-current-in-view.ts'
import { type Exam, isProcessing, isStale, statusOf } from '../exam.ts'
import { MILESTONES, milestoneOf } from '../milestones.ts'

const NAMED: NamedField[] = (['term', 'gradeCode', 'examType', 'artsScience'] as const).map((name) => [
  name,
  examInfo.fields[name],
])

/** Name, grade, dates and versions, and the way from draft to published with the place reached. */
export function DeskHead({ exam }: { exam: Exam }) {
  const t = useT()
  const labels = useLabels(NAMED)
  const words = NAMED.map(([name]) => labels[name]?.get(String(exam[name as keyof Exam]))).filter(Boolean)
  const isOneDay = !exam.endDate || exam.endDate === exam.beginDate
  const days = isOneDay ? [exam.beginDate] : [exam.beginDate, exam.endDate]
  const facts = [
    t('{year}学年', { year: formatSchoolYear(exam.studyYear) }),
    ...words.map((word) => t(String(word))),
    days.map((day) => formatTime(day)).join(' ~ '),
  ]
  return (
    <header className="exam-head">
      <div>
        <h1>{exam.examName}</h1>
        <p>{facts.join(' · ')}</p>
      </div>
      <Figures exam={exam} />
      <Steps exam={exam} />
    </header>
  )
}

function Figures({ exam }: { exam: Exam }) {
  const t = useT()
  const figures: [string, number | null][] = [
    ['科目', exam.courseNum],
    ['学校', exam.schoolNum],
    ['有成绩人数', exam.studentNum],
    ['数据修订', exam.dataVersion],
  ]
  return (
    <dl className="exam-figures">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>{value ?? '—'}</dd>
        </div>
      ))}
      <div className={isStale(exam) ? 'is-stale' : undefined}>
        <dt>{t('报表版本')}</dt>
        <dd>
          {exam.packageVersion || '—'}
          {isStale(exam) && <small>{t('数据已更新，待重新生成报表')}</small>}
        </dd>
      </div>
    </dl>
  )
}

function Steps({ exam }: { exam: Exam }) {
  const t = useT()
  const status = statusOf(exam)
  const reached = milestoneOf(status)
  const steps = useCurrentInView<HTMLOListElement>(reached)
  return (
    <ol ref={steps} className="exam-steps" aria-label={t('考试状态')}>
      {MILESTONES.map((one, at) => {
        const isNow = at === reached
        return (
          <li
            key={one.value}
            className={at < reached ? 'is-passed' : isNow ? 'is-now' : ''}
            aria-current={isNow ? 'step' : undefined}
          >
            <span>{t(one.title)}</span>
            {isNow && isProcessing(exam) && <em>{t('计算中')}</em>}
            {isNow && status === examStates.states.sealed.value && <em>{t('已封存')}</em>}
          </li>
        )
      })}
    </ol>
  )
}
