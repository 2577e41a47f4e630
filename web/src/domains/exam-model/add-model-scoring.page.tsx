import { examModelScoring, saveModelScoring } from '@xueheng/contract/domains/exam-model/model-scoring.ts'
import { RULE, type ScoringRule } from '@xueheng/contract/domains/exam-model/scoring-rule.ts'
import { Button, Radio, Switch } from 'antd'
import { post } from '../../platform/api/client.ts'
import { useDictOptions } from '../../platform/crud/lookups.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { openTab, useTabTitle } from '../../platform/tabs/tab.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { NumberField, PickField, TextField } from './edit/fields.tsx'
import { Labelled } from './edit/Labelled.tsx'
import { RuleFields } from './edit/RuleFields.tsx'
import { type Draft, useDraft } from './edit/use-draft.ts'
import { SCORINGS_PATH } from './places.ts'
import { type Item, useItems } from './use-definitions.ts'
import './model.css'

interface ScoringValues {
  scoringCode: string
  scoringName: string
  itemCode: string | null
  ruleKind: number
  fullPoints: number | null
  ruleJson: ScoringRule | null
  minPoints: number | null
  maxPoints: number | null
  isSealed: number
  remark: string
}

const BLANK: ScoringValues = {
  scoringCode: '',
  scoringName: '',
  itemCode: null,
  ruleKind: RULE.best,
  fullPoints: 10,
  ruleJson: null,
  minPoints: null,
  maxPoints: null,
  isSealed: 0,
  remark: '',
}

/** 新增评分项: which indicator, by which rule, for how many points. */
export function Page() {
  const t = useT()
  const draft = useDraft<ScoringValues>(examModelScoring, BLANK)
  const items = useItems()
  const title = draft.id ? '修改评分项' : '新增评分项'
  useTabTitle(title)
  const error = draft.error ?? items.error
  if (error) return <ErrorState error={error} onRetry={() => void Promise.all([draft.retry(), items.refetch()])} />
  if (draft.isLoading || !items.data) return <Skeleton />

  async function save(): Promise<void> {
    const isKept = await draft.save((row) =>
      post(saveModelScoring.path, { body: { ...row, ruleJson: row.ruleJson || {} } }),
    )
    if (isKept) openTab(SCORINGS_PATH)
  }

  return (
    <PageFrame
      title={t(title)}
      hint={t('一个指标值按规则换成分；评价模型由若干评分项组成')}
      extra={
        <>
          <Button onClick={() => openTab(SCORINGS_PATH)}>{t('全部评分项')}</Button>
          {draft.isDirty && <Button onClick={draft.reset}>{t('放弃修改')}</Button>}
          <Button type="primary" loading={draft.isBusy} onClick={() => void save()}>
            {t('保存')}
          </Button>
        </>
      }
    >
      <div className="model-form">
        <WhatIsScored draft={draft} items={items.data} />
        <HowItIsScored draft={draft} items={items.data} />
      </div>
    </PageFrame>
  )
}

interface PartProps {
  draft: Draft<ScoringValues>
  items: Item[]
}

function WhatIsScored({ draft, items }: PartProps) {
  const t = useT()
  const { values, problems, set } = draft
  const grains = new Map(useDictOptions('model_grain').options.map((one) => [one.value, one.label]))
  const offered = items.filter((item) => item.isSealed !== 1 || item.itemCode === values.itemCode)
  const text = (name: 'scoringCode' | 'scoringName' | 'remark') => ({
    value: values[name],
    problem: problems[name],
    onChange: (value: string) => set({ [name]: value }),
  })
  return (
    <fieldset className="model-group">
      <legend>{t('评分项')}</legend>
      <div className="model-fields">
        <TextField
          {...text('scoringCode')}
          label="评分项编码"
          isRequired
          length={40}
          isLocked={draft.id !== undefined}
        />
        <TextField {...text('scoringName')} label="评分项名称" isRequired length={60} />
        <PickField
          label="所用指标"
          isRequired
          value={values.itemCode}
          problem={problems.itemCode}
          placeholder={t('请选择指标')}
          options={offered.map((item) => ({
            value: item.itemCode,
            label: `${item.itemName} · ${grains.get(String(item.grain)) ?? ''}`,
          }))}
          onChange={(itemCode) => set({ itemCode })}
        />
        <Labelled label="已停用" help="停用的评分项不再列入模型，已有结果不变">
          {(id) => (
            <Switch id={id} checked={values.isSealed === 1} onChange={(isOn) => set({ isSealed: isOn ? 1 : 0 })} />
          )}
        </Labelled>
        <TextField {...text('remark')} label="说明" isWide length={500} />
      </div>
    </fieldset>
  )
}

function HowItIsScored({ draft, items }: PartProps) {
  const t = useT()
  const { values, problems, set } = draft
  const kinds = useDictOptions('model_rule_kind').options
  const points = (name: 'fullPoints' | 'minPoints' | 'maxPoints') => ({
    value: values[name],
    problem: problems[name],
    onChange: (value: number | null) => set({ [name]: value }),
  })
  return (
    <fieldset className="model-group">
      <legend>{t('计分规则')}</legend>
      <Radio.Group
        className="model-kinds"
        aria-label={t('计分规则')}
        optionType="button"
        buttonStyle="solid"
        value={values.ruleKind}
        options={kinds.map((kind) => ({ value: Number(kind.value), label: kind.label }))}
        onChange={(event) => set({ ruleKind: event.target.value as number, ruleJson: null })}
      />
      <RuleFields
        ruleKind={values.ruleKind}
        fullPoints={values.fullPoints ?? 0}
        rule={values.ruleJson ?? {}}
        problem={problems.ruleJson}
        items={items}
        itemCode={values.itemCode}
        onChange={(change) => set({ ruleJson: { ...values.ruleJson, ...change } })}
      />
      <div className="model-fields">
        <NumberField {...points('fullPoints')} label="满分" isRequired least={0} help="计入模型总分；加减分不计入" />
        <NumberField {...points('minPoints')} label="最低分" help="不填为0；加减分不填为不限" />
        <NumberField {...points('maxPoints')} label="最高分" help="不填为满分；加减分不填为不限" />
      </div>
    </fieldset>
  )
}
