import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import { importAnnotated, importCheck, importUpload } from '@xueheng/contract/domains/exam/import.ts'
import { Alert, Button, Upload } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi, download, upload } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { CountTiles } from './CountTiles.tsx'
import { Mend } from './mend/Mend.tsx'
import { JobLine } from './JobLine.tsx'
import { KeepOnly } from './KeepOnly.tsx'
import { MissingClasses } from './MissingClasses.tsx'
import { RowAccount } from './RowAccount.tsx'
import type { Wizard } from './use-wizard.ts'
import { type Batch, isStatus } from './wizard-steps.ts'

/** The verdict: counts, every fault in its cell, and three ways to mend: here, in the workbook, or by making classes. */
export function CheckStep({ wizard, batch }: { wizard: Wizard; batch: Batch }) {
  const t = useT()
  const isReady = isStatus(batch, 'checked')
  return (
    <>
      <h2>{t('校验结果')}</h2>
      {wizard.isBusy ? (
        <JobLine job={wizard.job} />
      ) : (
        batch.message && (
          <Alert type={isStatus(batch, 'failed') ? 'error' : 'warning'} showIcon title={t(batch.message)} />
        )
      )}
      <CountTiles batch={batch} />
      <RowAccount batch={batch} />
      <KeepOnly wizard={wizard} batch={batch} />
      <MendByFile wizard={wizard} batch={batch} />
      <Mend wizard={wizard} batch={batch} />
      <footer className="imp-foot">
        <Button onClick={() => wizard.open('mapping')}>{t('上一步')}</Button>
        <Button type="primary" disabled={!isReady || wizard.isBusy} onClick={() => wizard.open('confirm')}>
          {t('下一步')}
        </Button>
        {!isReady && !wizard.isBusy && <span className="imp-quiet">{t('请先改正错误；改正前系统不写入任何数据')}</span>}
      </footer>
    </>
  )
}

function MendByFile({ wizard, batch }: { wizard: Wizard; batch: Batch }) {
  const t = useT()
  const missingClasses = batch.faultCounts.find((count) => count.code === 'S04')?.num ?? 0
  const { batchId } = batch
  const [isAsking, setAsking] = useState(false)

  const fetching = useAction(() => download(importAnnotated.path, { batchId }), { done: '' })

  return (
    <div className="imp-links">
      <Button
        icon={<DownloadOutlined />}
        disabled={wizard.isBusy}
        loading={fetching.isBusy}
        onClick={() => void fetching.run()}
      >
        {t('下载标注了错误的工作簿')}
      </Button>
      <Upload
        accept=".xlsx,.xls,.ods,.csv,.zip"
        multiple
        showUploadList={false}
        disabled={wizard.isBusy}
        beforeUpload={(file, list) => {
          const query = { examId: wizard.examId, kind: wizard.kind, batchId, isReplace: 1 }
          if (file === list[0]) void wizard.act(() => upload(importUpload.path, query, list))
          return false
        }}
      >
        <Button disabled={wizard.isBusy}>{t('上传改好的工作簿')}</Button>
      </Upload>
      {missingClasses > 0 && (
        <Button disabled={wizard.isBusy} onClick={() => setAsking(true)}>
          {t('新建缺少的班级')}
        </Button>
      )}
      {isAsking && <MissingClasses wizard={wizard} onClose={() => setAsking(false)} />}
      <Button
        type="text"
        icon={<ReloadOutlined />}
        disabled={wizard.isBusy}
        onClick={() => void wizard.act(() => callApi(importCheck, { batchId }))}
      >
        {t('重新校验')}
      </Button>
    </div>
  )
}
