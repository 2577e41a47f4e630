import { execDataProgress, execPackageExam } from '@xueheng/contract/domains/exam/exam-info.ts'
import { archiveQuestionScores } from '@xueheng/contract/domains/exam/question/question-calls.ts'
import { studentImportArchive, studentImportCheck } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi } from '../../../platform/api/client.ts'
import { t } from '../../../platform/i18n/i18n.ts'
import { openTab } from '../../../platform/tabs/tab.ts'
import { type Exam, wizardPath } from '../exam.ts'
import type { ExamJob } from '../use-exam-job.ts'
import type { NextStep } from './next-step.ts'
import { usePublishing } from './use-publishing.ts'
import { REPUBLISH_CODES, useRepublishing } from './use-republishing.ts'

/** Rights without which a step is not offered. */
const CODES: Partial<Record<NextStep['kind'], readonly string[]>> = {
  course: ['examinfo_edit'],
  student: ['examinfo_import'],
  score: ['examinfo_import'],
  check: ['examinfo_check'],
  confirm: ['examinfo_check'],
  archive: ['examinfo_archive'],
  archiveQuestion: ['examinfo_archive'],
  process: ['examinfo_process'],
  package: ['examinfo_package'],
  publish: ['examinfo_publish'],
  republish: REPUBLISH_CODES,
}

/** Checks list and marks; with `isConfirmed` the warnings are agreed to under the user's name. */
export function checkExam(work: ExamJob, examId: string, isConfirmed: boolean): Promise<boolean> {
  const input = { examId, confirmWarnings: isConfirmed ? 1 : 0, isWhole: 1 }
  return work.run(() => callApi(studentImportCheck, input))
}

/** What the button of the next step does. */
export function useStep(exam: Exam, step: NextStep, work: ExamJob, onPart: (part: string) => void) {
  const { publishing } = usePublishing(exam)
  const republishing = useRepublishing(exam, work)
  const archiving = useArchiving(exam, work)
  const { id: examId } = exam

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
    archive: archiving.run,
    archiveQuestion: () => {
      onPart('import')
      return work.run(() => callApi(archiveQuestionScores, { examId }))
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
    publish: publishing.run,
    republish: () => {
      onPart('package')
      return republishing.run()
    },
    read: () => openTab(`/bigdata/report/oneScoreTwoRate?examId=${examId}`),
  }
  return { take: steps[step.kind], codes: CODES[step.kind] ?? [] }
}

/** The archive closes list and marks; it is asked for once, the server does one after the other. */
function useArchiving({ id: examId, examName: name }: Exam, work: ExamJob) {
  return useAction(() => work.run(() => callApi(studentImportArchive, { examId, isWhole: 1 })), {
    confirm: () => ({
      text: t('归档后「{name}」的名单和成绩不能再导入或修改。确定归档？', { name }),
      title: t('归档'),
      okText: t('归档'),
    }),
    done: '',
  })
}
