import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import type { ModelPart } from '@xueheng/contract/domains/exam-model/exam-model.ts'
import { RULE } from '@xueheng/contract/domains/exam-model/scoring-rule.ts'
import { AutoComplete, Button, InputNumber, Select } from 'antd'
import { useDictOptions } from '../../../platform/crud/lookups.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { Scoring } from '../use-definitions.ts'

interface PartRowsProps {
  parts: ModelPart[]
  /** Those of the grain of the model. */
  scorings: Scoring[]
  totalPoints: number
  problem: string | undefined
  onChange: (parts: ModelPart[]) => void
}

/** The parts of a model, edited in place; the sum at the end is compared with the total. */
export function PartRows({ parts, scorings, totalPoints, problem, onChange }: PartRowsProps) {
  const t = useT()
  const known = new Map(scorings.map((scoring) => [scoring.scoringCode, scoring]))
  const kinds = new Map(useDictOptions('model_rule_kind').options.map((one) => [one.value, one.label]))
  const sections = [...new Set(parts.map((part) => part.section).filter(Boolean))]
  const left = scorings.filter(
    (one) => one.isSealed !== 1 && !parts.some((part) => part.scoringCode === one.scoringCode),
  )

  function move(at: number, by: number): void {
    const next = [...parts]
    next.splice(at + by, 0, ...next.splice(at, 1))
    onChange(next)
  }

  return (
    <>
      {parts.length > 0 && (
        <table className="model-grid model-parts">
          <PartHead />
          <tbody>
            {parts.map((part, at) => (
              <PartRow
                key={part.scoringCode}
                {...{ part, sections, at }}
                scoring={known.get(part.scoringCode)}
                kind={kinds.get(String(known.get(part.scoringCode)?.ruleKind)) ?? ''}
                isLast={at === parts.length - 1}
                onSet={(change) => onChange(parts.map((one) => (one === part ? { ...one, ...change } : one)))}
                onMove={(by) => move(at, by)}
                onRemove={() => onChange(parts.filter((one) => one !== part))}
              />
            ))}
          </tbody>
        </table>
      )}
      <div className="model-add">
        <AddPart
          {...{ left }}
          hasNone={scorings.length === 0}
          onAdd={(scoringCode) =>
            onChange([...parts, { scoringCode, weight: 1, section: parts.at(-1)?.section ?? '' }])
          }
        />
        <SumLine sum={sumOf(parts, known)} totalPoints={totalPoints} isEmpty={parts.length === 0} />
      </div>
      {problem && (
        <p className="model-problem" role="alert">
          {t(problem)}
        </p>
      )}
    </>
  )
}

function PartHead() {
  const t = useT()
  return (
    <thead>
      <tr>
        <th>{t('板块')}</th>
        <th>{t('评分项')}</th>
        <th>{t('计分规则')}</th>
        <th className="is-figure">{t('满分')}</th>
        <th className="is-figure">{t('权重')}</th>
        <th className="is-figure">{t('计入总分')}</th>
        <th>{t('操作')}</th>
      </tr>
    </thead>
  )
}

interface AddPartProps {
  left: Scoring[]
  hasNone: boolean
  onAdd: (scoringCode: string) => void
}

function AddPart({ left, hasNone, onAdd }: AddPartProps) {
  const t = useT()
  const isFull = left.length === 0
  return (
    <Select
      aria-label={t('增加评分项')}
      value={null}
      disabled={isFull}
      placeholder={t(hasNone ? '这个评价对象还没有评分项' : isFull ? '评分项都已选入' : '增加评分项')}
      showSearch={{ optionFilterProp: 'label' }}
      options={left.map((one) => ({
        value: one.scoringCode,
        label: `${one.scoringName}（${formatNumber(one.fullPoints)}）`,
      }))}
      onChange={(scoringCode: string | null) => scoringCode && onAdd(scoringCode)}
    />
  )
}

/** What can be had at most, as the server adds it up: points added or taken off do not count. */
function sumOf(parts: ModelPart[], known: Map<string, Scoring>): number {
  const sum = parts.reduce((total, part) => total + partFull(part, known.get(part.scoringCode)), 0)
  return Math.round(sum * 1e9) / 1e9
}

function partFull(part: ModelPart, scoring: Scoring | undefined): number {
  return scoring && scoring.ruleKind !== RULE.bonus ? scoring.fullPoints * part.weight : 0
}

function SumLine({ sum, totalPoints, isEmpty }: { sum: number; totalPoints: number; isEmpty: boolean }) {
  const t = useT()
  const isWhole = !isEmpty && sum === totalPoints
  const gap = Math.abs(totalPoints - sum)
  return (
    <p className={isWhole ? 'model-sum is-whole' : 'model-sum'} role="status">
      <b>
        {formatNumber(sum)} / {formatNumber(totalPoints)}
      </b>{' '}
      {isWhole
        ? t('满分合计等于总分，保存后启用')
        : t(sum > totalPoints ? '超出 {n} 分，保存为草稿' : '还差 {n} 分，保存为草稿', { n: formatNumber(gap) })}
    </p>
  )
}

interface PartRowProps {
  part: ModelPart
  scoring: Scoring | undefined
  kind: string
  sections: string[]
  at: number
  isLast: boolean
  onSet: (change: Partial<ModelPart>) => void
  onMove: (by: number) => void
  onRemove: () => void
}

function PartRow({ part, scoring, kind, sections, at, isLast, onSet, onMove, onRemove }: PartRowProps) {
  const t = useT()
  const name = scoring?.scoringName ?? part.scoringCode
  return (
    <tr>
      <td data-label={t('板块')}>
        <AutoComplete
          aria-label={`${name} ${t('板块')}`}
          value={part.section}
          options={sections.map((value) => ({ value }))}
          onChange={(section: string | undefined) => onSet({ section: section ?? '' })}
        />
      </td>
      <th scope="row">{name}</th>
      <td data-label={t('计分规则')}>{kind}</td>
      <td className="is-figure" data-label={t('满分')}>
        {formatNumber(scoring?.fullPoints ?? 0)}
      </td>
      <td className="is-figure" data-label={t('权重')}>
        <InputNumber<number>
          aria-label={`${name} ${t('权重')}`}
          controls={false}
          min={0.01}
          max={1000}
          value={part.weight}
          onChange={(weight) => onSet({ weight: weight ?? 1 })}
        />
      </td>
      <td className="is-figure" data-label={t('计入总分')}>
        {scoring?.ruleKind === RULE.bonus ? t('加减分') : formatNumber(partFull(part, scoring))}
      </td>
      <td className="model-moves">
        <Button
          type="text"
          size="small"
          icon={<ArrowUpOutlined />}
          aria-label={`${name} ${t('上移')}`}
          disabled={at === 0}
          onClick={() => onMove(-1)}
        />
        <Button
          type="text"
          size="small"
          icon={<ArrowDownOutlined />}
          aria-label={`${name} ${t('下移')}`}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <Button
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined />}
          aria-label={`${name} ${t('删除')}`}
          onClick={onRemove}
        />
      </td>
    </tr>
  )
}
