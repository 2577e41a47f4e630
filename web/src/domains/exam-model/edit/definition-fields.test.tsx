import { RULE, type ScoringRule } from '@xueheng/contract/domains/exam-model/scoring-rule.ts'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { choose, serve, stage } from '../../../platform/_stage.tsx'
import type { Item, Scoring } from '../use-definitions.ts'
import { PartRows } from './PartRows.tsx'
import { RuleFields } from './RuleFields.tsx'

const item = (itemCode: string, itemName: string, grain: string) => ({ itemCode, itemName, grain }) as unknown as Item
const ITEMS = [item('area', '县区目标', '1'), item('own', '及格率', '2'), item('goal', '及格率目标', '2')]

beforeEach(() => serve({ dictionary: () => ({ data: [{ dictKey: '1', dictValue: '与最优比' }] }) }))
afterEach(() => vi.unstubAllGlobals())

function showRule(ruleKind: number, first: ScoringRule = {}): ScoringRule[] {
  const kept: ScoringRule[] = []
  function Rule() {
    const [rule, set] = useState(first)
    const onChange = (change: ScoringRule) => {
      kept.push(change)
      set({ ...rule, ...change })
    }
    return (
      <RuleFields {...{ ruleKind, rule, onChange }} fullPoints={10} problem={undefined} items={ITEMS} itemCode="own" />
    )
  }
  stage(<Rule />)
  return kept
}

const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test.each([
  ['linear', RULE.linear, ['得 0 分的值', '得满分的值'], { low: 3 }],
  ['standard', RULE.standard, ['中值', '每个标准差的分'], { mid: 3 }],
  ['rank', RULE.rank, ['每差一名扣分'], { step: 3 }],
  ['bonus', RULE.bonus, ['每单位的分'], { per: 3 }],
])('a rule of the kind %s asks for its own figures and keeps what is typed', (_name, kind, labels, kept) => {
  const changes = showRule(kind)
  expect([...document.querySelectorAll('label')].map((one) => one.textContent)).toEqual(labels)
  type(labels[0] ?? '', '3')
  expect(changes).toEqual([kept])
})

test('a target is one figure for all units, or another indicator of the same units in its place', async () => {
  const changes = showRule(RULE.target)
  type('目标值', '90')
  fireEvent.mouseDown(screen.getByLabelText('目标指标'))
  const offered = [...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent)
  expect(offered).toEqual(['及格率目标'])
  await choose(screen.getByLabelText('目标指标'), '及格率目标')
  expect(screen.queryByLabelText('目标值')).toBeNull()
  expect(changes).toEqual([{ target: 90 }, { targetItem: 'goal' }])
})

test('bands are added, changed one by one and removed', () => {
  const changes = showRule(RULE.bands, { bands: [{ from: 80, points: 10 }] })
  fireEvent.click(screen.getByRole('button', { name: /增加一段$/ }))
  type('第 2 段的得分', '4')
  fireEvent.click(screen.getByRole('button', { name: '删除第 1 段' }))
  expect(changes.at(-1)).toEqual({ bands: [{ from: null, points: 4 }] })
  expect(screen.queryByLabelText('第 2 段的得分')).toBeNull()
})

const scoring = (scoringCode: string, more: object = {}) =>
  ({
    scoringCode,
    scoringName: `评分${scoringCode}`,
    fullPoints: 40,
    ruleKind: RULE.best,
    isSealed: 0,
    ...more,
  }) as unknown as Scoring
const SCORINGS = [
  scoring('a'),
  scoring('b', { fullPoints: 20 }),
  scoring('off', { isSealed: 1 }),
  scoring('plus', { ruleKind: RULE.bonus }),
]

function showParts(codes: string[], totalPoints = 100) {
  function Parts() {
    const [parts, set] = useState(codes.map((scoringCode) => ({ scoringCode, weight: 1, section: '' })))
    return (
      <PartRows
        {...{ parts, totalPoints }}
        scorings={SCORINGS}
        problem={undefined}
        onChange={(next) =>
          set(next.map(({ scoringCode, weight, section }) => ({ scoringCode, weight, section: section ?? '' })))
        }
      />
    )
  }
  stage(<Parts />)
}

const names = () => screen.getAllByRole('rowheader').map((one) => one.textContent)
const sum = () => screen.getByRole('status').textContent
const isOff = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled

test('the sum of a model says how far it is from the total, without points added or taken off', () => {
  showParts(['a', 'plus'], 60)
  expect(sum()).toContain('40 / 60 还差 20 分')
  type('评分a 权重', '2')
  expect(sum()).toContain('80 / 60 超出 20 分')
  type('评分a 权重', '1.5')
  expect(sum()).toContain('60 / 60 满分合计等于总分')
})

test('parts are ordered by their arrows; the first goes no higher, the last no lower', () => {
  showParts(['a', 'b', 'plus'])
  expect(['评分a 上移', '评分a 下移', '评分plus 上移', '评分plus 下移'].map(isOff)).toEqual([true, false, false, true])
  fireEvent.click(screen.getByRole('button', { name: '评分a 下移' }))
  expect(names()).toEqual(['评分b', '评分a', '评分plus'])
  fireEvent.click(screen.getByRole('button', { name: '评分plus 上移' }))
  expect(names()).toEqual(['评分b', '评分plus', '评分a'])
  fireEvent.click(screen.getByRole('button', { name: '评分b 删除' }))
  expect(names()).toEqual(['评分plus', '评分a'])
})

test('a part is chosen from those in use that the model does not have yet', async () => {
  showParts(['a', 'plus'])
  const picker = screen.getByRole('combobox', { name: '增加评分项' })
  fireEvent.mouseDown(picker)
  const offered = [...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent)
  expect(offered).toEqual(['评分b（20）'])
  await choose(picker, '评分b（20）')
  expect(names()).toEqual(['评分a', '评分plus', '评分b'])
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: '增加评分项' }).disabled).toBe(true)
})
