import {
  execPackageExam,
  execDataProgress,
  publishExam,
  withdrawExam,
} from '@xueheng/contract/domains/exam/exam-info.ts'
import { scoreImportArchive, scoreImportCheck } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { studentImportArchive, studentImportCheck } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { callApi } from '../../../platform/api/client.ts'
import { t } from '../../../platform/i18n/i18n.ts'
import { openTab } from '../../../platform/tabs/tab.ts'
import { confirmBox } from '../../../platform/ui/confirm.ts'
import { message } from '../../../platform/ui/message.ts'
import { type Exam, useExamWrite, wizardPath } from '../exam.ts'
import type { ExamJob } from '../use-exam-job.ts'
import type { NextStep } from './next-step.ts'

/** Right without which a step is not offered. */
const CODES: Partial<Record<NextStep['kind'], string>> = {
  course: 'examinfo_edit',
  student: 'examinfo_import',
  score: 'examinfo_import',
  check: 'examinfo_check',
  confirm: 'examinfo_check',
  archive: 'examinfo_archive',
  process: 'examinfo_process',
  package: 'examinfo_package',
  publish: 'examinfo_publish',
  withdraw: 'examinfo_publish',
}

/** Checks list and marks; with `isConfirmed` the warnings are agreed to under the user's name. */
export function checkExam(work: ExamJob, examId: string, isConfirmed: boolean): Promise<void> {
  const input = { examId, confirmWarnings: isConfirmed ? 1 : 0 }
  return work.run(
    () => callApi(studentImportCheck, input),
    () => callApi(scoreImportCheck, input),
  )
}

/** What the button of the next step does. */
export function useStep(exam: Exam, step: NextStep, work: ExamJob, onPart: (part: string) => void) {
  const write = useExamWrite(exam.id)
  const { id: examId } = exam

  async function sure(text: string, okText: string): Promise<boolean> {
    return confirmBox(t(text, { name: exam.examName }), { title: t(okText), okText: t(okText) })
  }

  const steps: Record<NextStep['kind'], () => unknown> = {
    course: () => onPart('course'),
    student: () => openTab(wizardPath(examId, 'student')),
    score: () => openTab(wizardPath(examId, 'score')),
    check: () => {
      onPart('import')
      return checkExam(work, examId, false)
    },
    mend: () => onPart('import'),
    confirm: () => onPart('import'),
    archive: async () => {
      if (!(await sure('归档后「{name}」的名单和成绩不能再导入或修改。确定归档？', '归档'))) return
      await work.run(
        () => callApi(studentImportArchive, { examId }),
        () => callApi(scoreImportArchive, { examId }),
      )
    },
    process: () => {
      onPart('progress')
      return work.run(() => callApi(execDataProgress, { examId }))
    },
    wait: () => onPart('progress'),
    package: () => {
      onPart('package')
      return work.run(() => callApi(execPackageExam, { examId }))
    },
    publish: async () => {
      if (!(await sure('发布后各学校和教师即可查看「{name}」的报表。确定发布？', '发布'))) return
      if (await write(() => callApi(publishExam, { examId }))) message.success(t('已发布'))
    },
    withdraw: async () => {
      if (!(await sure('撤回后学校和教师将看不到「{name}」的报表。确定撤回？', '撤回发布'))) return
      if (await write(() => callApi(withdrawExam, { examId }))) message.success(t('已撤回'))
    },
    read: () => openTab(`/bigdata/report/oneScoreTwoRate?examId=${examId}`),
  }
  return { take: steps[step.kind], code: CODES[step.kind] }
}
