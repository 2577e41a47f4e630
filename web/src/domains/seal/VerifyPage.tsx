import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  CloudUploadOutlined,
  QuestionCircleOutlined,
} from '@ant-design/icons'
import {
  type SignatureReport,
  type VerifyStep,
  verifyCode,
  verifyDocument,
} from '@xueheng/contract/domains/seal/verify.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { Alert, Button, Descriptions, Flex, Form, Input, Typography, Upload } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, upload } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AntTheme } from '../../platform/theme/AntTheme.tsx'
import { AppForm } from '../../platform/ui/AppForm.tsx'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import './seal.css'

type Judged = NonNullable<Output<typeof verifyDocument>>
type Known = NonNullable<Output<typeof verifyCode>>

const TYPES = { valid: 'success', invalid: 'error', unknown: 'warning', none: 'warning' } as const
const ICONS = [
  { word: '不通过', Icon: CloseCircleOutlined },
  { word: '通过', Icon: CheckCircleOutlined },
  { word: '未检验', Icon: QuestionCircleOutlined },
] as const

/** 文件查验: anybody may bring a sealed document, or the code printed on it; nobody has to sign in. */
export function VerifyPage() {
  const t = useT()
  return (
    <AntTheme>
      <main className="seal-verify">
        <h1>{t('文件查验')}</h1>
        <Typography.Paragraph type="secondary">
          {t('上传盖有电子印章的PDF，逐项核对签名、证书和印章；文件只用于核对，不会保存。')}
        </Typography.Paragraph>
        <ByFile />
        <ByCode />
      </main>
    </AntTheme>
  )
}

function ByFile() {
  const t = useT()
  const [judged, show] = useState<Judged>()
  const asking = useAction((file: File) => upload<Judged>(verifyDocument.path, {}, [file]), {
    done: '',
    isInline: true,
    onDone: (answer) => show(answer),
  })
  return (
    <section aria-label={t('按文件查验')}>
      <Upload.Dragger
        accept=".pdf"
        showUploadList={false}
        disabled={asking.isBusy}
        beforeUpload={(file) => {
          show(undefined)
          void asking.run(file)
          return false
        }}
      >
        <CloudUploadOutlined />
        <p>{t('把PDF文件拖到这里，或点击选择')}</p>
      </Upload.Dragger>
      <RefusalNote text={asking.refusal} />
      {judged && <Result judged={judged} />}
    </section>
  )
}

function Result({ judged }: { judged: Judged }) {
  const t = useT()
  return (
    <Flex vertical gap="middle" role="status">
      <Alert type={TYPES[judged.verdict]} showIcon title={t(judged.text)} description={judged.fileName} />
      {judged.signatures.map((signature, i) => (
        <Signature key={`${signature.format}-${i}`} signature={signature} />
      ))}
      <Typography.Text type="secondary" copyable={{ text: judged.sm3 }}>
        {t('SM3摘要')} {judged.sm3}
      </Typography.Text>
    </Flex>
  )
}

function Signature({ signature }: { signature: SignatureReport }) {
  const t = useT()
  const { sealName, ownerName, format, signTime, steps, isValid } = signature
  const title = `${sealName || ownerName || t('未知印章')} · ${format} · ${signTime}`
  const items = steps.map((step, i) => ({
    key: `${step.step}-${i}`,
    label: <StepName {...step} />,
    children: t(step.text),
  }))
  return (
    <section aria-label={title}>
      <h2>
        {title} <small>{t(isValid ? '有效' : '无效')}</small>
      </h2>
      <Descriptions column={1} size="small" bordered items={items} />
    </section>
  )
}

function StepName({ title, result }: VerifyStep) {
  const t = useT()
  const { Icon, word } = ICONS[result] ?? ICONS[2]
  return (
    <>
      <Icon aria-label={t(word)} /> {t(title)}
    </>
  )
}

function ByCode() {
  const t = useT()
  const [known, show] = useState<Known>()
  const asking = useAction((code: string) => callApi(verifyCode, { code }), {
    done: '',
    isInline: true,
    onDone: (answer) => answer && show(answer),
  })
  return (
    <section aria-label={t('按验真码查验')}>
      <h2>{t('按验真码查验')}</h2>
      <AppForm<{ code: string }>
        onFinish={({ code }) => {
          show(undefined)
          void asking.run(code)
        }}
      >
        <Form.Item name="code" label={t('验真码')} rules={[{ required: true, message: t('请输入验真码') }]}>
          <Input placeholder="XXXX-XXXX-XXXX" maxLength={30} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={asking.isBusy}>
          {t('查验')}
        </Button>
      </AppForm>
      <RefusalNote text={asking.refusal} />
      {known && <CodeResult known={known} />}
    </section>
  )
}

function CodeResult({ known }: { known: Known }) {
  const t = useT()
  const facts: [string, string][] = [
    ['文件', known.docName],
    ['印章', known.sealName],
    ['用章单位', known.ownerName],
    ['签署时间', known.signTime],
    ['签署时印章状态', known.stateThen],
    ['目前印章状态', known.stateNow],
    ['SM3摘要', known.sm3],
  ]
  return (
    <Flex vertical gap="middle" role="status">
      <Alert type={TYPES[known.verdict]} showIcon title={t(known.text)} />
      <Descriptions
        column={1}
        size="small"
        bordered
        items={facts.map(([label, text]) => ({ key: label, label: t(label), children: t(text) }))}
      />
    </Flex>
  )
}
