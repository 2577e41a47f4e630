import { COMPUTE_PLAN } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { execProgressAllItem, execProgressItem } from '@xueheng/contract/domains/exam/data-progress.ts'
import { type ProgressTask, execPackageExam } from '@xueheng/contract/domains/exam/exam-info.ts'
import { Button } from 'antd'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { isOver, useJobCancel, useJobs } from '../../../platform/jobs/jobs.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import type { PartProps } from '../desk/part-props.ts'
import { type Exam, isProcessing } from '../exam.ts'
import { useProgress } from '../exam-facts.ts'
import { GatedButton } from '../GatedButton.tsx'
import { PartHead } from '../PartHead.tsx'
import { PlanTask } from './PlanTask.tsx'
import { TaskChoice } from './TaskChoice.tsx'

interface PlanProps extends PartProps {
  /** Which tasks are shown; all without it. */
  isShown?: (task: ProgressTask) => boolean
}

const COMPUTED = new Set(['CALC', 'QUOTA', 'FRONTN', 'LINE', 'QUESTION'])

/** The plan of an exam: every task with its state, and the ways to run it. */
export function Plan({ exam, work, isShown = () => true }: PlanProps) {
  const t = useT()
  const progress = useProgress(exam.id, work.isBusy || isProcessing(exam))
  if (progress.error && !progress.data) {
    return <ErrorState error={progress.error} onRetry={() => void progress.refetch()} />
  }
  if (!progress.data) return <Skeleton rows={8} />
  const tasks = progress.data
  const done = tasks.filter((task) => task.isFinished).length

  return (
    <>
      <PartHead
        title="数据进度"
        hint={t('已完成 {done} / {total} 项。没有变化的项目会自动跳过。', { done, total: tasks.length })}
      >
        <CancelButton exam={exam} work={work} />
        <GatedButton
          exam={exam}
          action="process"
          code="examinfo_process"
          type="primary"
          reason={work.isBusy ? t('正在执行') : undefined}
          onClick={() => void work.run(() => callApi(execProgressAllItem, { examId: exam.id }))}
        >
          {t('全部执行')}
        </GatedButton>
      </PartHead>
      <ol className="exam-plan">
        {tasks.filter(isShown).map((task) => (
          <PlanTask
            key={task.taskCode}
            task={task}
            needs={needsOf(task)}
            choice={<TaskChoice exam={exam} task={task} tasks={tasks} />}
            action={
              task.isChosen === 1 &&
              (COMPUTED.has(task.taskTypes) || task.taskTypes === 'PACKAGE') && <RunButton {...{ exam, work, task }} />
            }
          />
        ))}
      </ol>
    </>
  )
}

interface RunButtonProps extends PartProps {
  task: ProgressTask
}

/** Runs one task of the plan. */
function RunButton({ exam, work, task }: RunButtonProps) {
  const t = useT()
  const { taskCode, examId } = task
  const isPackage = task.taskTypes === 'PACKAGE'

  function run(): void {
    void work.run(() =>
      isPackage ? callApi(execPackageExam, { examId }) : callApi(execProgressItem, { examId, taskCode }),
    )
  }
  return (
    <GatedButton
      exam={exam}
      size="small"
      action={isPackage ? 'package' : 'process'}
      code={isPackage ? 'examinfo_package' : 'examinfo_process'}
      reason={work.isBusy ? t('正在执行') : undefined}
      aria-label={`${t('执行')} ${t(task.taskName)}`}
      onClick={run}
    >
      {t('执行')}
    </GatedButton>
  )
}

function needsOf(task: ProgressTask): string[] {
  return task.dependTaskCodes.map((code) => COMPUTE_PLAN.find((one) => one.taskCode === code)?.taskName ?? code)
}

/** The running work of this exam, also when it was started elsewhere. */
function CancelButton({ exam, work }: { exam: Exam; work: PartProps['work'] }) {
  const t = useT()
  const jobs = useJobs()
  const cancelling = useJobCancel()
  const running = [work.job, ...jobs].find(
    (job) => job && !isOver(job) && (job === work.job || job.title.startsWith(`${exam.examName} `)),
  )
  if (!running) return null
  return (
    <Button danger loading={cancelling.isBusy} onClick={() => void cancelling.run(running.id)}>
      {t('取消执行')}
    </Button>
  )
}
