import { DownloadOutlined } from '@ant-design/icons'
import { markersFromGather } from '@xueheng/contract/domains/exam/collected/collected-calls.ts'
import * as calls from '@xueheng/contract/domains/exam/task/mark-teacher.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../../platform/action/use-action.ts'
import { callApi, download } from '../../../../platform/api/client.ts'
import { CallDialog } from '../../../../platform/form/CallDialog.tsx'
import { useT } from '../../../../platform/i18n/i18n.ts'
import { TakeOverDialog } from '../../collected/TakeOverDialog.tsx'
import type { TaskChoice } from '../use-task-progress.ts'
import { MARK_CHANGES, useMarkRights } from './use-marking.ts'

/** What is done with all marking teachers of a task. */
export function MarkToolbar({ task }: { task: TaskChoice }) {
  const t = useT()
  const { id: taskId, taskName } = task
  const { canPull, canAnswer } = useMarkRights(task)
  const [isClearing, clear] = useState(false)
  const [isTaking, take] = useState(false)
  const confirming = useAction(() => callApi(calls.confirmMarkTeachers, { taskId }), {
    confirm: '确认全部待确认的阅卷教师?',
    done: (answer) => `已确认${answer?.changed ?? 0}人`,
    changes: MARK_CHANGES,
  })
  const exporting = useAction(() => download(calls.exportMarkAccounts.path, { taskId }), { done: '' })
  return (
    <>
      {canAnswer && (
        <Button type="primary" loading={confirming.isBusy} onClick={() => void confirming.run()}>
          {t('全部确认')}
        </Button>
      )}
      {canPull && (
        <>
          <Button onClick={() => take(true)}>{t('从采集带入')}</Button>
          <Button icon={<DownloadOutlined />} loading={exporting.isBusy} onClick={() => void exporting.run()}>
            {t('导出阅卷账号')}
          </Button>
          <Button danger onClick={() => clear(true)}>
            {t('清空阅卷教师')}
          </Button>
        </>
      )}
      {isTaking && (
        <TakeOverDialog
          call={markersFromGather}
          given={{ taskId }}
          changes={MARK_CHANGES}
          onClose={() => take(false)}
        />
      )}
      {isClearing && (
        <CallDialog
          call={calls.clearMarkTeachers}
          given={{ taskId }}
          isDanger
          okText={t('清空')}
          done="已清空"
          changes={MARK_CHANGES}
          onClose={() => clear(false)}
        >
          <p>{t('将移出「{name}」的全部阅卷教师，不能恢复。', { name: taskName })}</p>
        </CallDialog>
      )}
    </>
  )
}
