import { questionCourses } from '@xueheng/contract/domains/exam/question/question-calls.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { callApi } from '../../../platform/api/client.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { openTab } from '../../../platform/tabs/tab.ts'
import { type Exam, QUESTIONS_PATH, factKey, wizardPath } from '../exam.ts'
import { GatedButton } from '../GatedButton.tsx'

/** 小题分 at the desk of an exam: how many are there, and the ways to them. */
export function QuestionEntry({ exam }: { exam: Exam }) {
  const t = useT()
  const can = useCan()
  const isSeen = can('examscorestudentcoursequestion_view')
  const courses = useQuery({
    queryKey: factKey(exam.id, 'question-courses'),
    queryFn: () => callApi(questionCourses, { examId: exam.id }),
    enabled: isSeen,
  })
  if (!isSeen) return null
  const rows = (courses.data ?? []).reduce((sum, { rowNum }) => sum + rowNum, 0)
  return (
    <section className="exam-kind" aria-label={t('小题分')}>
      <header>
        <h3>{t('小题分')}</h3>
        <p>
          <b>{formatNumber(rows)}</b> {t('条小题分')}
        </p>
      </header>
      <div className="exam-kind-actions">
        <GatedButton
          exam={exam}
          action="importQuestion"
          code="examinfo_import"
          onClick={() => openTab(wizardPath(exam.id, 'question'))}
        >
          {t('导入小题分')}
        </GatedButton>
        <Button onClick={() => openTab(`${QUESTIONS_PATH}?examId=${exam.id}`)}>{t('校验、归档与明细')}</Button>
      </div>
    </section>
  )
}
