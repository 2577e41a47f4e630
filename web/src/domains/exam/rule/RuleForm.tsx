import type { ExamRule } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { InputNumber, Select } from 'antd'
import { useT } from '../../../platform/i18n/i18n.ts'
import { Choice, Flag, Group, Labelled, Number100 } from './RuleInputs.tsx'
import { type RuleProblems, SHARES } from './rule-problems.ts'

interface RuleFormProps {
  rule: ExamRule
  problems: RuleProblems
  isLocked: boolean
  onChange: (change: Partial<ExamRule>) => void
}

export function RuleForm({ rule, problems, isLocked, onChange }: RuleFormProps) {
  const parts = { rule, problems, isLocked, onChange }
  return (
    <div className="rule-form">
      <WhoCounts {...parts} />
      <Totals {...parts} />
      <Rates {...parts} />
      <Composite {...parts} />
      <Bands {...parts} />
    </div>
  )
}

function WhoCounts({ rule, isLocked, onChange }: RuleFormProps) {
  return (
    <Group title="统计范围">
      <Choice
        title="比率的分母"
        value={rule.rateBase}
        isLocked={isLocked}
        onChange={(rateBase) => onChange({ rateBase })}
        options={[
          { value: 'actual', label: '实考人数', help: '只算到考的学生，适合学校自己分析' },
          { value: 'plan', label: '应考人数', help: '缺考也计入分母，适合教育局评价' },
        ]}
      />
      <Flag
        title="只统计“计入统计”的考生"
        help="借读、往届等在名单中标为不计入的考生，不影响平均分和名次"
        value={rule.isCountOnly}
        isLocked={isLocked}
        onChange={(isCountOnly) => onChange({ isCountOnly })}
      />
      <Flag
        title="剔除零分"
        help="打开后 0 分不计入平均分；缺考（空白）从来不计入"
        value={rule.removeZeroScores}
        isLocked={isLocked}
        onChange={(removeZeroScores) => onChange({ removeZeroScores })}
      />
      <Choice
        title="标准差"
        value={rule.sdType}
        isLocked={isLocked}
        onChange={(sdType) => onChange({ sdType })}
        options={[
          { value: 'population', label: '总体标准差', help: '全体参加的统考用它（除以 N）' },
          { value: 'sample', label: '样本标准差', help: '适用于抽样检测（除以 N－1）' },
        ]}
      />
    </Group>
  )
}

function Totals({ rule, isLocked, onChange }: RuleFormProps) {
  return (
    <Group title="总分">
      <Choice
        title="总分计算方式"
        value={rule.absentPolicy}
        isLocked={isLocked}
        onChange={(absentPolicy) => onChange({ absentPolicy })}
        options={[
          { value: 'anyAbsent', label: '缺一科即无总分', help: '有任何一科缺考，不参加总分统计和排名' },
          { value: 'sumTaken', label: '缺考按 0 分合计', help: '总分照常计算，缺考科目不得分' },
          { value: 'allAbsentOnly', label: '全部缺考才无总分', help: '至少考了一科就有总分' },
        ]}
      />
      <Choice
        title="排名与统计用的总分"
        value={rule.totalBy}
        isLocked={isLocked}
        onChange={(totalBy) => onChange({ totalBy })}
        options={[
          { value: 'level', label: '赋分总分', help: '按等级赋分的科目取赋分；没有这样的科目时即原始总分' },
          { value: 'raw', label: '原始总分', help: '一律取卷面分，赋分总分另列' },
        ]}
      />
    </Group>
  )
}

function Rates({ rule, problems, isLocked, onChange }: RuleFormProps) {
  const t = useT()
  return (
    <Group
      title="优秀、良好、及格、低分"
      help="按满分的百分比定线，向上取到 0.5 分；科目里填了固定界线的，以科目为准。低分率统计低于低分线的学生。"
    >
      <div className="rule-numbers">
        {SHARES.map(({ key, title }) => (
          <Number100
            key={key}
            label={t('{title}比例', { title: t(title) })}
            value={rule[key]}
            problem={problems[key]}
            isLocked={isLocked}
            onChange={(share) => onChange({ [key]: share })}
          />
        ))}
      </div>
    </Group>
  )
}

const WEIGHT_TITLES = ['平均分', '及格率', '优秀率']

function Composite({ rule, problems, isLocked, onChange }: RuleFormProps) {
  const t = useT()
  const { kind, weights } = rule.composite
  function weigh(at: number, weight: number): void {
    const next: typeof weights = [...weights]
    next[at] = weight
    onChange({ composite: { kind, weights: next } })
  }
  return (
    <Group title="综合值" help="把平均分、及格率、优秀率合成一个数，用于排序。">
      <Choice
        title="算法"
        value={kind}
        isLocked={isLocked}
        onChange={(next) => onChange({ composite: { kind: next, weights } })}
        options={[
          { value: 'weighted', label: '加权', help: '得分率、及格率、优秀率各乘权重，不受其他单位影响' },
          { value: 'county', label: '与最高单位比', help: '每一项除以最高单位的值再乘权重，最好的单位得满分' },
        ]}
      />
      <div className="rule-numbers">
        {WEIGHT_TITLES.map((title, at) => (
          <Number100
            key={title}
            label={t('{title}权重', { title: t(title) })}
            value={weights[at] ?? 0}
            problem={at === 0 ? problems.composite : undefined}
            isLocked={isLocked}
            onChange={(weight) => weigh(at, weight)}
          />
        ))}
      </div>
    </Group>
  )
}

function Bands({ rule, problems, isLocked, onChange }: RuleFormProps) {
  const t = useT()
  const { total, course } = rule.paragraphStep
  return (
    <Group title="分数段与前N名">
      <div className="rule-numbers">
        <Labelled label={t('总分每段')} problem={problems.paragraphStep}>
          {(id) => (
            <InputNumber<number>
              id={id}
              value={total}
              min={1}
              max={200}
              suffix={t('分')}
              disabled={isLocked}
              onChange={(next) => onChange({ paragraphStep: { total: next ?? 0, course } })}
            />
          )}
        </Labelled>
        <Labelled label={t('单科每段')}>
          {(id) => (
            <InputNumber<number>
              id={id}
              value={course}
              min={1}
              max={200}
              suffix={t('分')}
              disabled={isLocked}
              onChange={(next) => onChange({ paragraphStep: { total, course: next ?? 0 } })}
            />
          )}
        </Labelled>
      </div>
      <Labelled label={t('前N名')} problem={problems.frontNList}>
        {(id) => (
          <Select
            id={id}
            mode="tags"
            open={false}
            suffixIcon={null}
            disabled={isLocked}
            value={rule.frontNList.map(String)}
            tokenSeparators={[',', '，', '、', ' ']}
            onChange={(list: string[]) => onChange({ frontNList: list.map(Number) })}
          />
        )}
      </Labelled>
    </Group>
  )
}
