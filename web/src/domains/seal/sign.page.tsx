import { CloudUploadOutlined, DownloadOutlined } from '@ant-design/icons'
import { signFiles, signUpload } from '@xueheng/contract/domains/seal/sign.ts'
import { Alert, Button, Form, Progress, Upload } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, download, upload } from '../../platform/api/client.ts'
import { FormFields } from '../../platform/crud/FormFields.tsx'
import type { Values } from '../../platform/form/values.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { isOver, percentOf, useJob } from '../../platform/jobs/jobs.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { AppForm } from '../../platform/ui/AppForm.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import './seal.css'

const FIELDS = Object.entries(signUpload.input)

/** 文件盖章: own documents, or what a job has printed (`file` and `name` in the address); sealed as a job. */
export function Page() {
  const t = useT()
  const [form] = Form.useForm<Values>()
  const [search, setSearch] = useTabSearch()
  const [files, setFiles] = useState<File[]>([])
  const [jobId, setJob] = useState<string>()
  const printed = search.get('file') ?? ''
  const signing = useAction((values: Values) => send(values, files, printed), {
    form,
    done: '',
    onDone: (answer) => setJob(answer?.jobId),
  })
  const hasFile = files.length > 0 || printed !== ''
  return (
    <PageFrame title={t('文件盖章')} hint={t('盖章后生成新的PDF，原文件不变')}>
      <div className="seal-sign">
        <RefusalNote text={signing.refusal} />
        <AppForm<Values> form={form} onFinish={(values) => void signing.run(values)}>
          <FormFields fields={FIELDS} mode="add" isNarrow />
          {printed === '' ? (
            <Drop files={files} onChange={setFiles} />
          ) : (
            <Alert
              type="info"
              showIcon
              title={t('为已印制的文件盖章：{name}', { name: search.get('name') ?? '' })}
              closable={{ onClose: () => setSearch({ file: undefined, name: undefined }) }}
            />
          )}
          <Button type="primary" htmlType="submit" disabled={!hasFile} loading={signing.isBusy}>
            {t('盖章')}
          </Button>
        </AppForm>
        {jobId && <SignJob id={jobId} />}
      </div>
    </PageFrame>
  )
}

function send(values: Values, files: File[], printed: string): Promise<{ jobId: string } | null> {
  const chosen = { sealId: String(values['sealId']), strategyId: String(values['strategyId']) }
  if (printed) return callApi(signFiles, { ...chosen, fileIds: printed })
  return upload<{ jobId: string }>(signUpload.path, chosen, files)
}

function Drop({ files, onChange }: { files: File[]; onChange: (files: File[]) => void }) {
  const t = useT()
  return (
    <div className="seal-drop">
      <Upload.Dragger
        multiple
        accept=".pdf,.zip"
        fileList={files.map((file, i) => ({ uid: String(i), name: file.name }))}
        onRemove={(removed) => onChange(files.filter((_file, i) => String(i) !== removed.uid))}
        beforeUpload={(file, list) => {
          if (file === list[0]) onChange([...files, ...list])
          return false
        }}
      >
        <CloudUploadOutlined />
        <p>{t('把PDF文件拖到这里，或点击选择；可多选，也可用zip压缩包')}</p>
      </Upload.Dragger>
    </div>
  )
}

function SignJob({ id }: { id: string }) {
  const t = useT()
  const job = useJob(id)
  const fetching = useAction(() => download(`/api/blade-resource/file/${job?.fileId}`), { done: '' })
  if (!job) return null
  if (!isOver(job)) return <Progress percent={percentOf(job)} status="active" aria-label={t('盖章进度')} />
  const isDone = job.state === 'done'
  return (
    <Alert
      type={isDone ? 'success' : 'error'}
      showIcon
      title={t(job.text || job.title)}
      action={
        job.fileId && (
          <Button icon={<DownloadOutlined />} loading={fetching.isBusy} onClick={() => void fetching.run()}>
            {t('下载')}
          </Button>
        )
      }
    />
  )
}
