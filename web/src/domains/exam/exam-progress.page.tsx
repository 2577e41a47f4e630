import { useT } from '../../platform/i18n/i18n.ts'
import { ExamPicker } from './ExamPicker.tsx'
import { useExams } from './exam-choice.ts'
import { Button, Select } from 'antd'
import { openTab, useTabSearch } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { type Exam, deskPath, useExam } from './exam.ts'
import { Plan } from './progress/Plan.tsx'
import { TYPE_WORDS } from './progress/PlanTask.tsx'
import { StateBadge } from './StateBadge.tsx'
import { useExamJob } from './use-exam-job.ts'
import './desk/desk.css'

/** 数据进度任务: the plan of any exam; exam and filters are in the address. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const exams = useExams()
  const examId = search.get('examId') ?? exams.data?.[0]?.id
  const types = search.get('taskTypes')?.split(',').filter(Boolean) ?? []
  return (
    <PageFrame title={t('数据进度任务')}>
      <div className="exam-progress-bar">
        <ExamPicker exams={exams.data ?? []} value={examId} onChange={(id) => setSearch({ examId: id })} />
        <Select
          mode="multiple"
          allowClear
          aria-label={t('任务类型')}
          placeholder={t('全部类型')}
          value={types}
          maxTagCount="responsive"
          options={Object.entries(TYPE_WORDS).map(([value, label]) => ({ value, label: t(label) }))}
          onChange={(next: string[]) => setSearch({ taskTypes: next.join() })}
        />
        <Select
          allowClear
          aria-label={t('是否完成')}
          placeholder={t('是否完成')}
          value={search.get('isFinished')}
          options={[
            { value: '0', label: t('未完成') },
            { value: '1', label: t('已完成') },
          ]}
          onChange={(next: string | undefined) => setSearch({ isFinished: next })}
        />
      </div>
      {exams.error ? (
        <ErrorState error={exams.error} onRetry={() => void exams.refetch()} />
      ) : examId ? (
        <ExamPlan key={examId} examId={examId} types={types} isFinished={search.get('isFinished')} />
      ) : (
        exams.data && <Empty title={t('还没有考试')} />
      )}
    </PageFrame>
  )
}

interface ExamPlanProps {
  examId: string
  types: string[]
  isFinished: string | null
}

function ExamPlan({ examId, types, isFinished }: ExamPlanProps) {
  const exam = useExam(examId)
  if (exam.error && !exam.data) return <ErrorState error={exam.error} onRetry={() => void exam.refetch()} />
  return exam.data ? <Filtered exam={exam.data} types={types} isFinished={isFinished} /> : <Skeleton rows={8} />
}

function Filtered({ exam, types, isFinished }: { exam: Exam } & Omit<ExamPlanProps, 'examId'>) {
  const t = useT()
  const work = useExamJob(exam.id)
  return (
    <div className="exam-part is-alone">
      <p className="exam-alone-head">
        <StateBadge status={exam.examStatus ?? 0} />
        <Button type="link" onClick={() => openTab(deskPath(exam.id))}>
          {t('进入考试')}
        </Button>
      </p>
      <Plan
        exam={exam}
        work={work}
        isShown={(task) =>
          (types.length === 0 || types.includes(task.taskTypes)) &&
          (!isFinished || String(task.isFinished) === isFinished)
        }
      />
    </div>
  )
}
