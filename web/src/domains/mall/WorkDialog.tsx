import { useQuery } from '@tanstack/react-query'
import { collectRecord, collectStates } from '@xueheng/contract/domains/mall/collect-record.ts'
import { paragraph } from '@xueheng/contract/kit/field.ts'
import { Button, Form, Image } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { loadRow, saveRow } from '../../platform/crud/crud-api.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { FormFields } from '../../platform/crud/FormFields.tsx'
import type { NamedField } from '../../platform/crud/row.ts'
import { FormModal } from '../../platform/form/FormModal.tsx'
import type { Values } from '../../platform/form/values.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { auditMark } from './collect-cells.tsx'
import './mall.css'

const { waiting, passed, refused } = collectStates.states

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

/** What is judged, in the words of the declaration. */
const { score, awardName, rewardPoint, isPublic, auditReason } = collectRecord.fields
const FIELDS: NamedField[] = Object.entries({
  score,
  awardName,
  rewardPoint,
  isPublic,
  auditReason: paragraph(auditReason.label, { length: auditReason.length }),
})

function Judgement({ work, onClose }: { work: CrudRow; onClose: () => void }) {
  const t = useT()
  const [form] = Form.useForm<Values>()
  const saving = useAction((typed: Values, auditStatus?: number) => saveJudgement(work, typed, auditStatus), {
    form,
    changes: [collectRecord],
    onDone: onClose,
  })

  const act = (auditStatus?: number) => void form.validateFields().then((typed) => saving.run(typed, auditStatus))
  return (
    <FormModal
      title={`${t('作品评审')} · ${String(work['title'])}`}
      width={820}
      form={form}
      initial={Object.fromEntries(FIELDS.map(([name]) => [name, work[name]]))}
      above={
        <>
          <RefusalNote text={saving.refusal} />
          <WorkFacts work={work} />
        </>
      }
      okText={t('保存评分')}
      footer={(close) => (
        <Buttons status={Number(work['auditStatus'])} isBusy={saving.isBusy} onAct={act} onClose={close} />
      )}
      isBusy={saving.isBusy}
      onSubmit={(typed) => void saving.run(typed)}
      onClose={onClose}
    >
      <FormFields fields={FIELDS} mode="edit" />
    </FormModal>
  )
}

/** A reason is written only with a decision. */
function saveJudgement(work: CrudRow, typed: Values, auditStatus: number | undefined): Promise<unknown> {
  const { auditReason: reason, ...marks } = typed
  const decided = auditStatus === undefined ? {} : { auditStatus, auditReason: reason ?? '' }
  const kept = Object.fromEntries(Object.entries(marks).map(([name, value]) => [name, value ?? '']))
  return saveRow(collectRecord, { id: work.id, updateTime: work['updateTime'], ...kept, ...decided })
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
