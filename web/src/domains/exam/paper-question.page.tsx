import { paperQuestion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { Segmented } from 'antd'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { ExamPicker } from './ExamPicker.tsx'
import { useExam } from './exam.ts'
import { useExams } from './exam-choice.ts'
import { PaperSection } from './paper/PaperSection.tsx'
import './desk/desk.css'

/** 试卷题目: the papers of one exam as sheets, or the questions of all exams as a list. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const isList = search.get('view') === 'list'
  const views = (
    <Segmented
      aria-label={t('显示方式')}
      value={isList ? 'list' : 'sheet'}
      options={[
        { value: 'sheet', label: t('细目表') },
        { value: 'list', label: t('题目列表') },
      ]}
      onChange={(view) => setSearch({ view: view === 'list' ? 'list' : undefined })}
    />
  )
  if (isList) {
    return (
      <CrudPage entity={paperQuestion}>
        <ListToolbar>{views}</ListToolbar>
        <ListRows />
      </CrudPage>
    )
  }
  return (
    <PageFrame title={t('试卷题目')} extra={views}>
      <Sheets />
    </PageFrame>
  )
}

function Sheets() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const exams = useExams()
  const examId = search.get('examId') ?? exams.data?.[0]?.id
  if (exams.error) return <ErrorState error={exams.error} onRetry={() => void exams.refetch()} />
  if (!exams.data) return <Skeleton rows={8} />
  if (!examId) return <Empty title={t('还没有考试')} />
  return (
    <>
      <div className="exam-progress-bar">
        <ExamPicker
          exams={exams.data}
          value={examId}
          onChange={(id) => setSearch({ examId: id, course: undefined, paper: undefined })}
        />
      </div>
      <ExamPapers key={examId} examId={examId} />
    </>
  )
}

function ExamPapers({ examId }: { examId: string }) {
  const exam = useExam(examId)
  if (exam.error && !exam.data) return <ErrorState error={exam.error} onRetry={() => void exam.refetch()} />
  if (!exam.data) return <Skeleton rows={8} />
  return (
    <div className="exam-part is-alone">
      <PaperSection exam={exam.data} isAlone />
    </div>
  )
}
