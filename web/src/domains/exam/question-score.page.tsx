import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { ExamPicker } from './ExamPicker.tsx'
import { useExam } from './exam.ts'
import { useExams } from './exam-choice.ts'
import { QuestionScores } from './question/QuestionScores.tsx'
import './desk/desk.css'
import './paper/paper.css'
import './question/question.css'

/** 小题分: what every student earned of every question, one course of one exam at a time. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const exams = useExams()
  const examId = search.get('examId') ?? exams.data?.[0]?.id
  return (
    <PageFrame title={t('小题分')}>
      {exams.error ? (
        <ErrorState error={exams.error} onRetry={() => void exams.refetch()} />
      ) : !exams.data ? (
        <Skeleton rows={8} />
      ) : examId ? (
        <>
          <div className="exam-progress-bar">
            <ExamPicker
              exams={exams.data}
              value={examId}
              onChange={(id) => setSearch({ examId: id, course: undefined })}
            />
          </div>
          <OneExam key={examId} examId={examId} />
        </>
      ) : (
        <Empty title={t('还没有考试')} />
      )}
    </PageFrame>
  )
}

function OneExam({ examId }: { examId: string }) {
  const exam = useExam(examId)
  if (exam.error && !exam.data) return <ErrorState error={exam.error} onRetry={() => void exam.refetch()} />
  return exam.data ? <QuestionScores exam={exam.data} /> : <Skeleton rows={8} />
}
