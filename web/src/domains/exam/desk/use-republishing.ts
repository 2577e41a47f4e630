import { execPackageExam } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi } from '../../../platform/api/client.ts'
import { t } from '../../../platform/i18n/i18n.ts'
import { type Exam, isStale, statusOf } from '../exam.ts'
import type { ExamJob } from '../use-exam-job.ts'

/** Readers of the exam see numbers that no longer hold. */
export function isPublishedStale(exam: Exam): boolean {
  return isStale(exam) && statusOf(exam) === examStates.states.published.value
}

/** Rights for a new package in place of the published one: the server asks for both. */
export const REPUBLISH_CODES = ['examinfo_package', 'examinfo_publish']

/** Computes a published exam anew; its readers keep the old version until the new one takes its place. */
export function useRepublishing({ id: examId, examName: name }: Exam, work: ExamJob) {
  return useAction(() => work.run(() => callApi(execPackageExam, { examId })), {
    confirm: () => ({
      text: t('重新计算「{name}」，新版就绪后立即代替各学校看到的旧版。确定重新发布？', { name }),
      title: t('重新发布'),
      okText: t('重新发布'),
    }),
    done: '',
  })
}
