import { RULE, type ScoringRule } from '@xueheng/contract/domains/exam-model/scoring-rule.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { Item } from '../use-definitions.ts'
import { BandRows } from './BandRows.tsx'
import { NumberField, PickField } from './fields.tsx'

interface RuleFieldsProps {
  ruleKind: number
  fullPoints: number
  rule: ScoringRule
  problem: string | undefined
  items: Item[]
  itemCode: string | null
  onChange: (change: ScoringRule) => void
}

/** What each rule does, for whoever chooses it. */
const MEANING: Record<number, string> = {
  [RULE.best]: '得分 = 满分 × 本单位的值 ÷ 最优单位的值；越小越好的指标反过来除。最优的单位得满分。',
  [RULE.linear]: '从得 0 分的值到得满分的值按比例计分，之外的取两端；得 0 分的值更大时，值越小分越高。',
  [RULE.bands]: '从高到低看，值达到哪一段的下限就得哪一段的分；不填下限的一段收下其余的值。',
  [RULE.standard]: '得分 = 中值 + 每个标准差的分 × Z，Z 是本单位在全部单位中的标准分。',
  [RULE.rank]: '按名次计分，同值同名次；不填扣分时从满分起按名次平均分布。',
  [RULE.target]: '完成目标得基本分，未完成按比例；超额部分与超额最多的单位比，另加分。',
  [RULE.bonus]: '每个单位的值乘一个分值加到总分里，可以为负；不计入模型的满分。',
}

export function RuleFields(props: RuleFieldsProps) {
  const t = useT()
  return (
    <div className="model-rule">
      <p>{t(MEANING[props.ruleKind] ?? '')}</p>
      <Fields {...props} />
      {props.problem && (
        <p className="model-problem" role="alert">
          {t(props.problem)}
        </p>
      )}
    </div>
  )
}

function Fields({ ruleKind, rule, onChange, ...props }: RuleFieldsProps) {
  const number = (name: NumberName, label: string, help?: string) => (
    <NumberField
      label={label}
      {...(help && { help })}
      value={rule[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
  switch (ruleKind) {
    case RULE.linear:
      return (
        <div className="model-fields">
          {number('low', '得 0 分的值')}
          {number('high', '得满分的值')}
        </div>
      )
    case RULE.bands:
      return (
        <BandRows bands={rule.bands ?? []} fullPoints={props.fullPoints} onChange={(bands) => onChange({ bands })} />
      )
    case RULE.standard:
      return (
        <div className="model-fields">
          {number('mid', '中值', '平均水平的单位得的分')}
          {number('k', '每个标准差的分')}
        </div>
      )
    case RULE.rank:
      return <div className="model-fields">{number('step', '每差一名扣分', '不填则平均分布')}</div>
    case RULE.target:
      return <TargetFields {...{ ruleKind, rule, onChange }} {...props} />
    case RULE.bonus:
      return <div className="model-fields">{number('per', '每单位的分', '如每起 −0.5 分')}</div>
    default:
      return null
  }
}

type NumberName = 'low' | 'high' | 'mid' | 'k' | 'step' | 'per'

function TargetFields({ rule, onChange, items, itemCode }: RuleFieldsProps) {
  const t = useT()
  const grain = items.find((item) => item.itemCode === itemCode)?.grain
  const targets = items.filter((item) => item.grain === grain && item.itemCode !== itemCode)
  return (
    <div className="model-fields">
      <PickField
        label="目标指标"
        help="每个单位的目标不同时，用一个指标存放目标（如人工录入）"
        mayBeEmpty
        value={rule.targetItem}
        placeholder={t('全部单位同一目标')}
        options={targets.map((item) => ({ value: item.itemCode, label: item.itemName }))}
        onChange={(targetItem) => onChange({ targetItem })}
      />
      {!rule.targetItem && (
        <NumberField label="目标值" value={rule.target} onChange={(target) => onChange({ target })} />
      )}
      <NumberField
        label="超额加分"
        help="包含在满分里，超额最多的单位得全部"
        value={rule.bonus}
        onChange={(bonus) => onChange({ bonus })}
      />
    </div>
  )
}
