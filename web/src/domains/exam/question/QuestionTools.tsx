import * as calls from '@xueheng/contract/domains/exam/question/question-calls.ts'
import { Space } from 'antd'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { CallDialog } from '../../../platform/form/CallDialog.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { readJobs } from '../../../platform/jobs/jobs.ts'
import { useCan } from '../../../platform/session/session.ts'
import { openTab } from '../../../platform/tabs/tab.ts'
import { type Exam, examChanges, wizardPath } from '../exam.ts'
import { GatedButton } from '../GatedButton.tsx'
import { JobLine } from '../import/JobLine.tsx'
import { type ExamJob, useExamJob } from '../use-exam-job.ts'
import type { QuestionCourse } from './question-rows.ts'

type Asking = 'unarchive' | 'students' | 'clear'

/** From the workbook to the archive, and the ways back. */
export function QuestionTools({ exam, courses }: { exam: Exam; courses: QuestionCourse[] }) {
  const t = useT()
  const can = useCan()
  const work = useExamJob(exam.id)
  const [asking, ask] = useState<Asking>()
  const has = courses.some((one) => one.rowNum > 0)
  const isArchived = courses.some((one) => one.isArchived === 1)
  const reason = work.isBusy ? t('正在执行') : undefined
  const examId = exam.id
  if (!can('examinfo_import') && !can('examinfo_archive')) return null
  return (
    <div className="question-tools">
      <Space wrap>
        <GatedButton
          exam={exam}
          action="importQuestion"
          code="examinfo_import"
          type={has ? 'default' : 'primary'}
          onClick={() => openTab(wizardPath(examId, 'question'))}
        >
          {t('导入小题分')}
        </GatedButton>
        {has && !isArchived && <StagedTools {...{ exam, work }} onAsk={ask} />}
        {isArchived && (
          <GatedButton
            exam={exam}
            action="archiveQuestion"
            code="examinfo_unarchive"
            reason={reason}
            onClick={() => ask('unarchive')}
          >
            {t('撤销小题分归档')}
          </GatedButton>
        )}
      </Space>
      {work.isBusy && <JobLine job={work.job} />}
      {asking && <Dialog asking={asking} exam={exam} onClose={() => ask(undefined)} />}
    </div>
  )
}

interface StagedToolsProps {
  exam: Exam
  work: ExamJob
  onAsk: (asking: Asking) => void
}

/** What may be done with question scores that are not archived yet. */
function StagedTools({ exam, work, onAsk }: StagedToolsProps) {
  const t = useT()
  const examId = exam.id
  const reason = work.isBusy ? t('正在执行') : undefined
  return (
    <>
      <GatedButton
        exam={exam}
        action="importQuestion"
        code="examinfo_check"
        reason={reason}
        onClick={() => void work.run(() => callApi(calls.checkQuestionScores, { examId }))}
      >
        {t('校验小题分')}
      </GatedButton>
      <GatedButton
        exam={exam}
        action="archiveQuestion"
        code="examinfo_archive"
        type="primary"
        reason={reason}
        onClick={() => void work.run(() => callApi(calls.archiveQuestionScores, { examId }))}
      >
        {t('归档小题分')}
      </GatedButton>
      <GatedButton
        exam={exam}
        action="importQuestion"
        code="examscorestudentcoursequestion_delete"
        onClick={() => onAsk('students')}
      >
        {t('按考号删除')}
      </GatedButton>
      <GatedButton
        exam={exam}
        action="importQuestion"
        code="examscorestudentcoursequestion_delete"
        danger
        onClick={() => onAsk('clear')}
      >
        {t('清空小题分')}
      </GatedButton>
    </>
  )
}

function Dialog({ asking, exam, onClose }: { asking: Asking; exam: Exam; onClose: () => void }) {
  const t = useT()
  const shared = {
    given: { examId: exam.id },
    isDanger: true,
    changes: examChanges(exam.id),
    onDone: () => readJobs().catch(() => undefined),
    onClose,
  }
  if (asking === 'unarchive')
    return (
      <CallDialog call={calls.unarchiveQuestionScores} okText={t('撤销归档')} done="已撤销归档" {...shared}>
        <p className="exam-quiet">{t('撤销后可以修改、再导入，然后重新归档；按小题计算的结果过期，其他结果不变。')}</p>
      </CallDialog>
    )
  if (asking === 'students')
    return (
      <CallDialog call={calls.removeByStudentNumber} okText={t('删除')} done="已删除" {...shared}>
        <p className="exam-quiet">
          {t('这些考生这一科的小题分会全部删除，不能再撤销。请输入考试名称以确认：')}
          <b>{exam.examName}</b>
        </p>
      </CallDialog>
    )
  return (
    <CallDialog call={calls.deleteQuestionScores} okText={t('清空')} done="已清空" {...shared}>
      <p className="exam-quiet">
        {t('已导入的小题分会全部删除，相关批次不能再撤销。请输入考试名称以确认：')}
        <b>{exam.examName}</b>
      </p>
    </CallDialog>
  )
}
