import { CloudUploadOutlined, DeleteOutlined, DownloadOutlined, FileExcelOutlined } from '@ant-design/icons'
import { IMPORT_KINDS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { importRemoveFile, importTemplate, importUpload } from '@xueheng/contract/domains/exam/import.ts'
import { Button, Progress, Upload } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi, download, upload } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { FromCollection, isCollected } from '../collected/CollectedButton.tsx'
import { JobLine } from './JobLine.tsx'
import { SampleLinks } from './SampleLinks.tsx'
import type { Wizard } from './use-wizard.ts'
import type { Batch } from './wizard-steps.ts'

type BatchFile = Batch['files'][number]

const TYPES = '.xlsx,.xls,.ods,.csv,.zip'

/** Several workbooks are dropped at once; each is kept, read and judged as part of one batch. */
export function UploadStep({ wizard }: { wizard: Wizard }) {
  const t = useT()
  const [share, setShare] = useState<number>()
  const { batch, exam, examId, kind } = wizard
  const fetching = useAction(() => download(importTemplate.path, { examId, kind }), { done: '' })

  async function send(files: File[]): Promise<void> {
    const query = { examId, kind, ...(batch && { batchId: batch.batchId }) }
    setShare(0)
    await wizard.act(async () => {
      const answer = await upload<{ batchId: string }>(importUpload.path, query, files, setShare)
      wizard.choose({ batchId: answer.batchId })
    })
    setShare(undefined)
  }

  return (
    <>
      <h2>{t('上传{kind}', { kind: t(IMPORT_KINDS[wizard.kind].title) })}</h2>
      <Upload.Dragger
        multiple
        accept={TYPES}
        showUploadList={false}
        disabled={share !== undefined || wizard.isBusy}
        beforeUpload={(file, list) => {
          if (file === list[0]) void send(list)
          return false
        }}
      >
        <div className="imp-drop">
          <CloudUploadOutlined />
          <b>{t('把工作簿拖到这里，或点击选择')}</b>
          <span>{t('支持 xlsx、xls、ods、csv 及其 zip 压缩包，可多选；自动识别表头，无需套用模板')}</span>
        </div>
      </Upload.Dragger>
      {share !== undefined && <Progress percent={Math.round(share * 100)} status="active" aria-label={t('上传进度')} />}
      {wizard.isBusy && <JobLine job={wizard.job} />}
      {batch && <FileList wizard={wizard} />}
      <section className="imp-links">
        <Button icon={<DownloadOutlined />} loading={fetching.isBusy} onClick={() => void fetching.run()}>
          {t('下载模板')}
        </Button>
        {exam && !batch && isCollected(kind) && <FromCollection exam={exam} kind={kind} />}
        <SampleLinks kind={wizard.kind} isBusy={share !== undefined || wizard.isBusy} onUse={(file) => send([file])} />
      </section>
      {batch && (
        <footer className="imp-foot">
          <Button type="primary" disabled={wizard.isBusy} onClick={() => wizard.open('mapping')}>
            {t('下一步')}
          </Button>
        </footer>
      )}
    </>
  )
}

function FileList({ wizard }: { wizard: Wizard }) {
  const t = useT()
  const { batch } = wizard
  const removing = useAction(
    ({ fileNo }: BatchFile) =>
      wizard.act(() => callApi(importRemoveFile, { batchId: wizard.batchId, fileNo }), 'upload'),
    {
      confirm: ({ fileName }) => ({ text: t('移除「{name}」及其中的行？', { name: fileName }), isDanger: true }),
      done: '',
    },
  )
  if (!batch) return null
  return (
    <ul className="imp-files">
      {batch.files.map((file) => (
        <li key={file.fileNo} className={file.leftOut ? 'is-left' : file.message ? 'is-broken' : ''}>
          <FileExcelOutlined aria-hidden="true" />
          <div>
            <b>{file.fileName}</b>
            <span>
              {t(file.message) ||
                file.sheets.map((sheet) => t('{name} {rows} 行', { name: sheet.name, rows: sheet.rowNum })).join(' · ')}
            </span>
          </div>
          {batch.files.length > 1 && (
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('移除')}
              disabled={wizard.isBusy}
              onClick={() => void removing.run(file)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
