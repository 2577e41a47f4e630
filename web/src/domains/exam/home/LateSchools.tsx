import { type LateSchool, waitingExams } from '@xueheng/contract/domains/exam/school-data.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callApi } from '../../../platform/api/client.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { ROSTER_PATH, deskPath } from '../exam.ts'

/** Which schools open exams wait for, as far as the user is responsible for them. */
function useWaiting() {
  return useQuery({ queryKey: ['exam', 'waiting'], queryFn: () => callApi(waitingExams) })
}

/** How many schools an exam waits for, and the first of them. */
export function LateOf({ examId }: { examId: string }) {
  const t = useT()
  const { data = [] } = useWaiting()
  const exam = data.find((one) => one.examId === examId)
  if (!exam || exam.lateNum === 0) return null
  const counts = { late: formatNumber(exam.lateNum), all: formatNumber(exam.schoolNum) }
  return (
    <p className="exam-late">
      <Link to={deskPath(examId, 'school')}>{t('{all} 所参考学校中 {late} 所未齐', counts)}</Link>
      <LateList schools={exam.schools ?? []} />
    </p>
  )
}

/** For a school: the exams that wait for its own list or marks. */
export function LateOwn() {
  const t = useT()
  const { data = [] } = useWaiting()
  const late = data.filter((exam) => exam.lateNum > 0)
  if (late.length === 0) return null
  return (
    <section className="exam-home" aria-label={t('等您报送的考试')}>
      <h2>{t('等您报送的考试')}</h2>
      <ul className="exam-cards">
        {late.map((exam) => (
          <li key={exam.examId} className="exam-card is-reader">
            <Link to={`${ROSTER_PATH}?examId=${exam.examId}`}>{exam.examName}</Link>
            <p className="exam-late">
              <LateList schools={exam.schools ?? []} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function LateList({ schools }: { schools: LateSchool[] }) {
  const t = useT()
  return schools.map(({ schoolCode, schoolName, reason, num }) => (
    <span key={schoolCode}>
      {schoolName} <b>{t(REASONS[reason], { n: formatNumber(num) })}</b>
    </span>
  ))
}

const REASONS: Record<LateSchool['reason'], string> = {
  roster: '未报名单',
  short: '名单少 {n} 人',
  missing: '缺 {n} 个成绩',
  error: '{n} 处错误',
}
