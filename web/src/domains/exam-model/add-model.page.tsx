import { examModel, saveModel, TIE, type ModelPart } from '@xueheng/contract/domains/exam-model/exam-model.ts'
import { GRAIN } from '@xueheng/contract/domains/exam-model/model-item.ts'
import { Button } from 'antd'
import { get } from '../../platform/api/client.ts'
import { useDictOptions } from '../../platform/crud/lookups.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { openTab, useTabTitle } from '../../platform/tabs/tab.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { NumberField, PickField, TextField, numeric } from './edit/fields.tsx'
import { PartRows } from './edit/PartRows.tsx'
import { type Draft, useDraft } from './edit/use-draft.ts'
import { MODELS_PATH } from './places.ts'
import { useItems, useScorings } from './use-definitions.ts'
import './model.css'

interface ModelValues {
  modelCode: string
  modelName: string
  grain: number
  stage: string | null
  schoolGroup: string | null
  items: ModelPart[] | null
  totalPoints: number | null
  tieRule: number
  isSealed: number
  remark: string
}

const BLANK: ModelValues = {
  modelCode: '',
  modelName: '',
  grain: GRAIN.school,
  stage: null,
  schoolGroup: null,
  items: null,
  totalPoints: 100,
  tieRule: TIE.shared,
  isSealed: 0,
  remark: '',
}

/** What the call takes; everything else a stored row carries stays behind. */
const SENT = ['id', 'updateTime', ...Object.keys(BLANK)]

/** 新增模型: which scoring items, with which weights, in which sections, make up the total. */
export function Page() {
  const t = useT()
  const draft = useDraft<ModelValues>(examModel, BLANK)
  const items = useItems()
  const scorings = useScorings()
  const title = draft.id ? '修改模型' : '新增模型'
  useTabTitle(title)
  const error = draft.error ?? items.error ?? scorings.error
  if (error)
    return (
      <ErrorState
        error={error}
        onRetry={() => void Promise.all([draft.retry(), items.refetch(), scorings.refetch()])}
      />
    )
  if (draft.isLoading || !items.data || !scorings.data) return <Skeleton />
  const grainOf = new Map(items.data.map((item) => [item.itemCode, item.grain]))
  const fitting = scorings.data.filter((scoring) => grainOf.get(scoring.itemCode) === draft.values.grain)

  async function save(): Promise<void> {
    const isKept = await draft.save((row) => get(addressOf(row)))
    if (isKept) openTab(MODELS_PATH)
  }

  return (
    <PageFrame
      title={t(title)}
      hint={t('评分项的满分乘权重之和等于总分时启用，否则存为草稿')}
      extra={
        <>
          <Button onClick={() => openTab(MODELS_PATH)}>{t('全部模型')}</Button>
          {draft.isDirty && <Button onClick={draft.reset}>{t('放弃修改')}</Button>}
          <Button type="primary" loading={draft.isBusy} onClick={() => void save()}>
            {t('保存')}
          </Button>
        </>
      }
    >
      <div className="model-form">
        <Facts draft={draft} />
        <fieldset className="model-group">
          <legend>{t('评分项与权重')}</legend>
          <PartRows
            parts={draft.values.items ?? []}
            scorings={fitting}
            totalPoints={draft.values.totalPoints ?? 0}
            problem={draft.problems.items}
            onChange={(next) => draft.set({ items: next })}
          />
        </fieldset>
      </div>
    </PageFrame>
  )
}

/** A GET, to which also an empty value says something; the parts travel as JSON. */
function addressOf(row: Record<string, unknown>): string {
  const sent = SENT.filter((name) => row[name] !== undefined)
  const params = sent.map((name) => [name, name === 'items' ? JSON.stringify(row.items || []) : String(row[name])])
  return `${saveModel.path}?${new URLSearchParams(params)}`
}

function Facts({ draft }: { draft: Draft<ModelValues> }) {
  const t = useT()
  const { values, problems, set } = draft
  const isSettled = (values.items ?? []).length > 0
  const grains = numeric(useDictOptions('model_grain').options)
  const ties = numeric(useDictOptions('model_tie_rule').options)
  const groups = useDictOptions('school_group').options
  const stages = useDictOptions('stage').options
  const text = (name: 'modelCode' | 'modelName' | 'remark') => ({
    value: values[name],
    problem: problems[name],
    onChange: (value: string) => set({ [name]: value }),
  })
  const pick = <V extends string | number>(name: keyof ModelValues, options: { value: V; label: string }[]) => ({
    value: values[name] as V | null,
    options,
    problem: problems[name],
    onChange: (value: V | null) => set({ [name]: value }),
  })
  return (
    <fieldset className="model-group">
      <legend>{t('模型')}</legend>
      <div className="model-fields">
        <TextField {...text('modelCode')} label="模型编码" isRequired length={40} isLocked={draft.id !== undefined} />
        <TextField {...text('modelName')} label="模型名称" isRequired length={100} />
        <PickField {...pick('grain', grains)} label="评价对象" isRequired isLocked={isSettled} />
        <PickField {...pick('stage', stages)} label="学段" mayBeEmpty />
        <PickField
          {...pick('schoolGroup', groups)}
          label="学校类别"
          mayBeEmpty
          help="只评价和比较这一类学校；不填为全部"
        />
        <NumberField
          label="总分"
          least={0}
          value={values.totalPoints}
          problem={problems.totalPoints}
          onChange={(totalPoints) => set({ totalPoints })}
        />
        <PickField {...pick('tieRule', ties)} label="同分处理" />
        <TextField {...text('remark')} label="说明" isWide length={500} />
      </div>
    </fieldset>
  )
}
