import type { ReactNode } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { ExamPicker } from './ExamPicker.tsx'
import { type Exam, useExam } from './exam.ts'
import { type ExamChoice, useExams } from './exam-choice.ts'

interface OneExamProps {
  /** Of the exams, the one shown while the address names none: the newest, if nothing else is said. */
  first?: (exams: ExamChoice[]) => string | undefined
  /** What the address says of the exam before: it goes with it. */
  forget?: string[]
  /** Beside the choice of the exam. */
  filters?: ReactNode
  children: (exam: Exam) => ReactNode
}

/** A screen about one exam that is chosen on it; which one is in the address. */
export function OneExam({ first = newest, forget = [], filters, children }: OneExamProps) {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const exams = useExams()
  const examId = search.get('examId') ?? first(exams.data ?? [])
  const gone = Object.fromEntries(forget.map((name) => [name, undefined]))
  if (exams.error) return <ErrorState error={exams.error} onRetry={() => void exams.refetch()} />
  if (!exams.data) return <Skeleton rows={8} />
  if (!examId) return <Empty title={t('还没有考试')} />
  return (
    <>
      <div className="exam-progress-bar">
        <ExamPicker exams={exams.data} value={examId} onChange={(id) => setSearch({ ...gone, examId: id })} />
        {filters}
      </div>
      <Chosen key={examId} examId={examId}>
        {children}
      </Chosen>
    </>
  )
}

function newest(exams: ExamChoice[]): string | undefined {
  return exams[0]?.id
}

function Chosen({ examId, children }: Pick<OneExamProps, 'children'> & { examId: string }) {
  const exam = useExam(examId)
  if (exam.error && !exam.data) return <ErrorState error={exam.error} onRetry={() => void exam.refetch()} />
  return exam.data ? children(exam.data) : <Skeleton rows={8} />
}
