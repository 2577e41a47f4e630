import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { ExamPicker } from './ExamPicker.tsx'
import { type Exam, useExam } from './exam.ts'
import { defaultExam, useExams } from './exam-choice.ts'
import { LevelSection } from './level/LevelSection.tsx'
import { useExamJob } from './use-exam-job.ts'
import './desk/desk.css'

/** 等级赋分: the levels of any exam; which one is in the address. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const exams = useExams()
  const examId = search.get('examId') ?? defaultExam(exams.data ?? [])
  return (
    <PageFrame title={t('等级赋分')}>
      <div className="exam-progress-bar">
        <ExamPicker exams={exams.data ?? []} value={examId} onChange={(id) => setSearch({ examId: id })} />
      </div>
      {exams.error ? (
        <ErrorState error={exams.error} onRetry={() => void exams.refetch()} />
      ) : examId ? (
        <ExamLevels key={examId} examId={examId} />
      ) : (
        exams.data && <Empty title={t('还没有考试')} />
      )}
    </PageFrame>
  )
}

function ExamLevels({ examId }: { examId: string }) {
  const exam = useExam(examId)
  if (exam.error && !exam.data) return <ErrorState error={exam.error} onRetry={() => void exam.refetch()} />
  return exam.data ? <Levels exam={exam.data} /> : <Skeleton rows={8} />
}

function Levels({ exam }: { exam: Exam }) {
  const work = useExamJob(exam.id)
  return (
    <div className="exam-part is-alone">
      <LevelSection exam={exam} work={work} isAlone />
    </div>
  )
}
