import { InboxOutlined } from '@ant-design/icons'
import { type FileReport, checkUpload, deployUpload } from '@xueheng/contract/domains/workflow/definition.ts'
import { Button, Form, Upload } from 'antd'
import { useRef, useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { upload } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { can } from '../../platform/session/session.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import { wordsOf } from '../../platform/ui/message.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { type DeployChoice, DeployFields, deployQuery } from './DeployFields.tsx'
import { Findings } from './Findings.tsx'
import './workflow.css'

/** Files that are looked through as soon as they are chosen, and deployed together. */
function useDeploy(onDone: (choice: DeployChoice) => void) {
  const [files, setFiles] = useState<File[]>([])
  const [reports, setReports] = useState<FileReport[]>([])
  const [refusal, setRefusal] = useState<string>()
  const asked = useRef<File[]>([])
  const isFit = files.length > 0 && reports.length === files.length && reports.every((one) => one.faults.length === 0)

  /** Files may be exchanged while others are looked through: only the answer about the present ones counts. */
  async function look(next: File[]): Promise<void> {
    asked.current = next
    setFiles(next)
    setReports([])
    setRefusal(undefined)
    deploying.reset()
    if (next.length === 0) return
    try {
      const { files: found } = await upload<{ files: FileReport[] }>(checkUpload.path, {}, next)
      if (asked.current === next) setReports(found)
    } catch (error) {
      if (asked.current === next) setRefusal(wordsOf(error))
    }
  }

  const deploying = useAction((choice: DeployChoice) => upload(deployUpload.path, deployQuery(choice), files), {
    isInline: true,
    done: '部署成功',
    changes: [['crud']],
    onDone: (_answer, choice) => {
      setFiles([])
      setReports([])
      onDone(choice)
    },
  })
  return { files, reports, refusal: refusal ?? deploying.refusal, isFit, look, deploying }
}

/** 流程部署 */
export function Page() {
  const t = useT()
  const [form] = Form.useForm<DeployChoice>()
  const { files, reports, refusal, isFit, look, deploying } = useDeploy(({ mode }) => {
    form.resetFields()
    openTab(mode === 2 ? '/flow/manager?mode=2' : '/flow/manager')
  })
  return (
    <PageFrame title={t('流程部署')} hint={t('请上传 bpmn20.xml 标准格式文件')}>
      <section className="flow-sheet">
        <Form<DeployChoice>
          form={form}
          layout="vertical"
          className="flow-form"
          onFinish={(choice) => void deploying.run(choice)}
        >
          <RefusalNote text={refusal} />
          <DeployFields />
          <Form.Item label={t('流程文件')} required>
            <Upload.Dragger
              multiple
              accept=".xml,.bpmn"
              fileList={files.map((file) => ({ uid: file.name, name: file.name }))}
              beforeUpload={(file, all) => {
                if (file === all[0]) void look(all)
                return false
              }}
              onRemove={(gone) => void look(files.filter((file) => file.name !== gone.name))}
            >
              <p className="ant-upload-drag-icon">
                <InboxOutlined />
              </p>
              <p>{t('点击或拖入流程文件')}</p>
            </Upload.Dragger>
          </Form.Item>
          {reports.map(({ name, title, faults, warnings }) => (
            <Findings key={name} title={title ? `${name} · ${title}` : name} {...{ faults, warnings }} />
          ))}
          {can('flow_deploy_upload') && (
            <Button type="primary" htmlType="submit" loading={deploying.isBusy} disabled={!isFit}>
              {t('部署')}
            </Button>
          )}
        </Form>
      </section>
    </PageFrame>
  )
}
