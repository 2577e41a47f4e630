import { importUndo } from '@xueheng/contract/domains/exam/import.ts'
import { Button, Result } from 'antd'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi } from '../../../platform/api/client.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { openTab } from '../../../platform/tabs/tab.ts'
import { deskPath } from '../exam.ts'
import { JobLine } from './JobLine.tsx'
import type { Wizard } from './use-wizard.ts'
import { type Batch, isStatus } from './wizard-steps.ts'

/** Written, being written, or taken back. */
export function FinishStep({ wizard, batch }: { wizard: Wizard; batch: Batch }) {
  const t = useT()
  const undoing = useAction(() => wizard.act(() => callApi(importUndo, { batchId: batch.batchId }), 'finish'), {
    confirm: { text: '撤销后，本批次新增的行会移除，更新过的行恢复原样。继续？', isDanger: true },
    done: '',
  })
  if (wizard.isBusy) return <JobLine job={wizard.job} />
  const isUndone = isStatus(batch, 'undone')
  const { fresh, changed, unchanged } = batch.counts
  const text = t('新增 {fresh} 条，变更 {changed} 条，未变 {unchanged} 条', {
    fresh: formatNumber(fresh),
    changed: formatNumber(changed),
    unchanged: formatNumber(unchanged),
  })

  const next =
    wizard.kind === 'student' ? (
      <Button key="next" type="primary" onClick={() => wizard.choose({ kind: 'score', batchId: undefined })}>
        {t('接着导入成绩')}
      </Button>
    ) : (
      <Button key="next" type="primary" onClick={() => openTab(deskPath(wizard.examId, 'import'))}>
        {t('去校验与归档')}
      </Button>
    )
  return (
    <Result
      status={isUndone ? 'info' : 'success'}
      title={t(isUndone ? '已撤销，数据恢复原样' : '导入完成')}
      subTitle={isUndone ? t(batch.message) : text}
      extra={
        isUndone
          ? [
              <Button key="again" type="primary" onClick={() => wizard.choose({ batchId: undefined })}>
                {t('重新上传')}
              </Button>,
            ]
          : [
              next,
              <Button key="more" onClick={() => wizard.choose({ batchId: undefined })}>
                {t('再导入一批')}
              </Button>,
              !batch.isCleared && (
                <Button key="undo" danger type="text" onClick={() => void undoing.run()}>
                  {t('撤销本批次')}
                </Button>
              ),
            ]
      }
    />
  )
}
