import { useT } from '../../platform/i18n/i18n.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { defaultExam } from './exam-choice.ts'
import { OneExam } from './OneExam.tsx'
import { QuestionScores } from './question/QuestionScores.tsx'
import './desk/desk.css'
import './paper/paper.css'
import './question/question.css'

/** 小题分: what every student earned of every question, one course of one exam at a time. */
export function Page() {
  const t = useT()
  return (
    <PageFrame title={t('学生小题成绩')}>
      <OneExam first={defaultExam} forget={['course']}>
        {(exam) => <QuestionScores exam={exam} />}
      </OneExam>
    </PageFrame>
  )
}
