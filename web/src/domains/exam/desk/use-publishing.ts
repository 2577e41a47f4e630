import { publishExam, withdrawExam } from '@xueheng/contract/domains/exam/exam-info.ts'
import { callApi } from '../../../platform/api/client.ts'
import { t } from '../../../platform/i18n/i18n.ts'
import { type Exam, useExamAction } from '../exam.ts'

/** Lets readers see the reports of an exam, or no longer; each asks first. */
export function usePublishing({ id: examId, examName: name }: Exam) {
  const publishing = useExamAction(examId, () => callApi(publishExam, { examId }), {
    confirm: () => ({
      text: t('发布后各学校和教师即可查看「{name}」的报表。确定发布？', { name }),
      title: t('发布'),
      okText: t('发布'),
    }),
    done: '已发布',
  })
  const withdrawing = useExamAction(examId, () => callApi(withdrawExam, { examId }), {
    confirm: () => ({
      text: t('撤回后学校和教师将看不到「{name}」的报表。确定撤回？', { name }),
      title: t('撤回发布'),
      okText: t('撤回发布'),
      isDanger: true,
    }),
    done: '已撤回',
  })
  return { publishing, withdrawing }
}
