import type { ScoringExplain } from '@xueheng/contract/domains/exam-model/explain.ts'
import { RULE } from '@xueheng/contract/domains/exam-model/scoring-rule.ts'
import { useDictOptions } from '../../../platform/crud/lookups.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { type Translate, useT } from '../../../platform/i18n/i18n.ts'

/** Up to four digits behind the point; a dash where there is nothing, which is not zero. */
export function number(value: number | null | undefined): string {
  return value === null || value === undefined ? '—' : formatNumber(Math.round(value * 10_000) / 10_000)
}

type Words = (t: Translate, explain: ScoringExplain) => string

/** Each rule with the numbers put in, as one would write it on paper. */
const WORDS: Record<number, Words> = {
  [RULE.best]: (t, { fullPoints, value, against, isLessBetter }) => {
    const [top, base] = isLessBetter ? [against.best, value] : [value, against.best]
    return t('{full} × {top} ÷ {base}，最优值 {best}', {
      full: number(fullPoints),
      top: number(top),
      base: number(base),
      best: number(against.best),
    })
  },
  [RULE.linear]: (t, { fullPoints, value, rule }) =>
    t('{full} × ({value} − {low}) ÷ ({high} − {low})', {
      full: number(fullPoints),
      value: number(value),
      low: number(rule.low),
      high: number(rule.high),
    }),
  [RULE.bands]: (t, { against, points }) =>
    against.from === null || against.from === undefined
      ? t('其余的值得 {points} 分', { points: number(points) })
      : t('不小于 {from} 得 {points} 分', { from: number(against.from), points: number(points) }),
  [RULE.standard]: (t, { rule, against }) =>
    t('{mid} + {k} × Z，Z = {z}（平均 {mean}，标准差 {sd}）', {
      mid: number(rule.mid),
      k: number(rule.k),
      z: number(against.z),
      mean: number(against.mean),
      sd: number(against.sd),
    }),
  [RULE.rank]: (t, { rule, against, fullPoints }) => {
    // The exams may not tell this reader any place.
    if (against.rank === undefined) return t('按名次计分')
    return rule.step === null || rule.step === undefined
      ? t('{units} 个中第 {rank} 名：{full} × ({units} − {rank} + 1) ÷ {units}', {
          units: number(against.units),
          rank: number(against.rank),
          full: number(fullPoints),
        })
      : t('第 {rank} 名：{full} − {step} × ({rank} − 1)', {
          rank: number(against.rank),
          full: number(fullPoints),
          step: number(rule.step),
        })
  },
  [RULE.target]: (t, { rule, against, fullPoints, value }) =>
    t('目标 {target}，达到 {value}：最多 {full} 分，超额 {excess}（最多 {most}）另加最多 {bonus} 分', {
      target: number(against.target),
      value: number(value),
      full: number(fullPoints - (rule.bonus ?? 0)),
      excess: number(against.excess),
      most: number(against.most),
      bonus: number(rule.bonus ?? 0),
    }),
  [RULE.bonus]: (t, { rule, value }) => t('{per} × {value}', { per: number(rule.per), value: number(value) }),
}

/** 占最优比：30 × 452 ÷ 470 … */
export function useRuleWords(): (explain: ScoringExplain) => string {
  const t = useT()
  const kinds = useDictOptions('model_rule_kind').options
  return (explain) => {
    const name = kinds.find((one) => one.value === String(explain.ruleKind))?.label ?? ''
    if (explain.points === null) return t('{rule}：缺少数值，不计分', { rule: name })
    return t('{rule}：{words}', { rule: name, words: WORDS[explain.ruleKind]?.(t, explain) ?? '' })
  }
}
