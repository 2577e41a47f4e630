import { runRollOver } from '@xueheng/contract/domains/school/roll-over.ts'
import { Button } from 'antd'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { readJobs } from '../../../platform/jobs/jobs.ts'
import { yearText } from './RollOverHistory.tsx'
import { type Counts, ROLL_OVER_CHANGES } from './use-roll-over.ts'

interface StartRollOverProps {
  studyYear: number
  counts: Counts
  /** Why it cannot be carried out. */
  reason: string | undefined
  isBusy: boolean
}

/** Asks with the figures of the dry run, then starts the job. */
export function StartRollOver({ studyYear, counts, reason, isBusy }: StartRollOverProps) {
  const t = useT()
  const starting = useAction(
    async () => {
      await callApi(runRollOver, { studyYear })
      await readJobs()
    },
    {
      confirm: () => ({
        title: t('执行学年升级'),
        okText: t('执行学年升级'),
        text: t(
          '{year}学年结束：{promotedNum}个班级、{studentNum}名学生升级，{graduatedNum}个班级、{graduateNum}名学生毕业。三十天之内可以撤销，以往的考试不受影响。',
          { year: yearText(studyYear), ...counts },
        ),
      }),
      done: '',
      changes: ROLL_OVER_CHANGES,
    },
  )
  return (
    <Button
      type="primary"
      disabled={reason !== undefined}
      title={reason}
      loading={isBusy || starting.isBusy}
      onClick={() => void starting.run()}
    >
      {t('执行学年升级')}
    </Button>
  )
}
