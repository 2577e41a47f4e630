import { useQuery, useQueryClient } from '@tanstack/react-query'
import { collectRecord, collectStates } from '@xueheng/contract/domains/mall/collect-record.ts'
import { Alert, Button, Form, Image, Input, InputNumber, Switch } from 'antd'
import { useState } from 'react'
import { loadRow, saveRow } from '../../platform/crud/crud-api.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppForm } from '../../platform/ui/AppForm.tsx'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { message, wordsOf } from '../../platform/ui/message.ts'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { auditMark } from './collect-cells.tsx'
import './mall.css'

const { waiting, passed, refused } = collectStates.states

interface Judged {
  score?: string | number | null
  awardName?: string
  rewardPoint?: number | null
  isPublic?: boolean
  auditReason?: string
}

/** One work, to read and to judge: score, award, publication, and whether it passes. */
export function WorkDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  const found = useQuery({
    queryKey: ['collect-record', id],
    queryFn: () => loadRow(collectRecord, id),
    gcTime: 0,
  })
  const work = found.data
  if (work) return <Judgement key={String(work['updateTime'])} work={work} onClose={onClose} />
  return (
    <AppModal open title={t('作品评审')} width={820} footer={null} onCancel={onClose}>
      {found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : <Skeleton rows={6} />}
    </AppModal>
  )
}

function Judgement({ work, onClose }: { work: CrudRow; onClose: () => void }) {
  const t = useT()
  const [form] = Form.useForm<Judged>()
  const judge = useJudge(work, onClose)
  const status = Number(work['auditStatus'])
  const act = (auditStatus: number | undefined) =>
    void form.validateFields().then((typed) => judge.save(typed, auditStatus))

  async function close(): Promise<void> {
    const isDirty = form.isFieldsTouched()
    if (!isDirty || (await confirmBox(t('填写的内容还没有保存，确定关闭?'), { isDanger: true }))) onClose()
  }

  return (
    <AppModal
      open
      title={`${t('作品评审')} · ${String(work['title'])}`}
      width={820}
      onCancel={() => void close()}
      footer={<Buttons status={status} isBusy={judge.isBusy} onAct={act} onClose={() => void close()} />}
    >
      {judge.refusal && <Alert className="crud-refusal" type="error" showIcon title={judge.refusal} />}
      <WorkFacts work={work} />
      <AppForm<Judged>
        form={form}
        className="mall-judge"
        initialValues={{
          score: work['score'],
          awardName: work['awardName'],
          rewardPoint: work['rewardPoint'],
          isPublic: Number(work['isPublic']) === 1,
          auditReason: work['auditReason'],
        }}
      >
        <Form.Item name="score" label={t('评分')}>
          <InputNumber min={0} max={100} step={0.5} precision={1} />
        </Form.Item>
        <Form.Item name="awardName" label={t('奖项')}>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="rewardPoint" label={t('奖励积分')}>
          <InputNumber min={0} max={10_000} precision={0} />
        </Form.Item>
        <Form.Item name="isPublic" label={t('公开')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="auditReason" label={t('驳回原因')} className="is-wide">
          <Input.TextArea rows={2} maxLength={200} />
        </Form.Item>
      </AppForm>
    </AppModal>
  )
}

interface ButtonsProps {
  status: number
  isBusy: boolean
  /** Saves, and moves on to the named state. */
  onAct: (auditStatus: number | undefined) => void
  onClose: () => void
}

function Buttons({ status, isBusy, onAct, onClose }: ButtonsProps) {
  const t = useT()
  return (
    <>
      <Button onClick={onClose}>{t('关闭')}</Button>
      <Button loading={isBusy} onClick={() => onAct(undefined)}>
        {t('保存评分')}
      </Button>
      {status === refused.value ? (
        <Button type="primary" loading={isBusy} onClick={() => onAct(waiting.value)}>
          {t('重新提交')}
        </Button>
      ) : (
        <Button danger loading={isBusy} onClick={() => onAct(refused.value)}>
          {t('驳回')}
        </Button>
      )}
      {status === waiting.value && (
        <Button type="primary" loading={isBusy} onClick={() => onAct(passed.value)}>
          {t('通过审核')}
        </Button>
      )}
    </>
  )
}

function useJudge(work: CrudRow, onClose: () => void) {
  const t = useT()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function save(typed: Judged, auditStatus: number | undefined): Promise<void> {
    setBusy(true)
    setRefusal(undefined)
    try {
      await saveRow(collectRecord, {
        id: work.id,
        updateTime: work['updateTime'],
        score: typed.score ?? '',
        awardName: typed.awardName ?? '',
        rewardPoint: typed.rewardPoint ?? '',
        isPublic: typed.isPublic ? 1 : 0,
        ...(auditStatus === undefined ? {} : { auditStatus, auditReason: typed.auditReason ?? '' }),
      })
      message.success(t('操作成功'))
      await client.invalidateQueries({ queryKey: ['crud', collectRecord.name] })
      onClose()
    } catch (error) {
      setRefusal(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { save, isBusy, refusal }
}

const FACTS = ['activityTitle', 'workNo', 'studentName', 'gradeName', 'className', 'teacherName'] as const

function WorkFacts({ work }: { work: CrudRow }) {
  const t = useT()
  const files = Array.isArray(work['files']) ? work['files'].map(String) : []
  return (
    <>
      <dl className="mall-facts">
        {FACTS.map((name) => (
          <div key={name}>
            <dt>{t(collectRecord.fields[name].label)}</dt>
            <dd>{String(work[name] ?? '') || '—'}</dd>
          </div>
        ))}
        <div>
          <dt>{t('审核状态')}</dt>
          <dd>{auditMark(work['auditStatus'])}</dd>
        </div>
      </dl>
      {work['content'] ? <p className="mall-text">{String(work['content'])}</p> : null}
      {work['coverUrl'] ? <Image src={String(work['coverUrl'])} alt={String(work['title'])} height={160} /> : null}
      {files.length > 0 && (
        <ul className="mall-files">
          {files.map((file, at) => (
            <li key={file}>
              <a href={file} target="_blank" rel="noreferrer">
                {t('文件 {n}', { n: at + 1 })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
