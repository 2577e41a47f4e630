import { DEFAULT_RULE, type ExamRule } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { grant, serve, stage } from '../../../platform/_stage.tsx'
import { RuleForm } from './RuleForm.tsx'
import { ruleProblems } from './rule-problems.ts'

const onChange = vi.fn()
beforeEach(() => {
  onChange.mockReset()
  grant()
  serve({})
})

function Held({ rule, isLocked }: { rule: ExamRule; isLocked: boolean }) {
  const [held, setHeld] = useState(rule)
  function change(part: Partial<ExamRule>): void {
    onChange(part)
    setHeld({ ...held, ...part })
  }
  return <RuleForm rule={held} problems={ruleProblems(held)} isLocked={isLocked} onChange={change} />
}

const show = (values: Partial<ExamRule> = {}, isLocked = false) =>
  stage(<Held rule={{ ...DEFAULT_RULE, ...values }} isLocked={isLocked} />)
const number = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(number(label), { target: { value } })
const pick = (title: string, label: RegExp) =>
  fireEvent.click(within(screen.getByRole('radiogroup', { name: title })).getByRole('radio', { name: label }))
const alerts = () => screen.queryAllByRole('alert').map((one) => one.textContent)

test.each([
  ['比率的分母', /^应考人数/, { rateBase: 'plan' }],
  ['总分计算方式', /^缺考按 0 分合计/, { absentPolicy: 'sumTaken' }],
  ['总分计算方式', /^全部缺考才无总分/, { absentPolicy: 'allAbsentOnly' }],
  ['标准差', /^样本标准差/, { sdType: 'sample' }],
  ['算法', /^与最高单位比/, { composite: { kind: 'county', weights: [0.4, 0.3, 0.3] } }],
])('of %s the choice %s changes the rule alone', (title, label, change) => {
  show()
  pick(title, label)
  expect(onChange.mock.calls).toEqual([[change]])
})

test('the rule in force is what is marked', () => {
  show({ rateBase: 'plan', sdType: 'sample', removeZeroScores: true, isCountOnly: false })
  const marked = screen.getAllByRole<HTMLInputElement>('radio').filter((one) => one.checked)
  expect(marked.map((one) => one.value)).toEqual(['plan', 'sample', 'anyAbsent', 'level', 'weighted'])
  expect(screen.getAllByRole('switch').map((one) => one.getAttribute('aria-checked'))).toEqual(['false', 'true'])
})

test('switches turn their own fact', () => {
  show()
  fireEvent.click(screen.getByRole('switch', { name: '只统计“计入统计”的考生' }))
  fireEvent.click(screen.getByRole('switch', { name: '剔除零分' }))
  expect(onChange.mock.calls).toEqual([[{ isCountOnly: false }], [{ removeZeroScores: true }]])
})

test('shares are typed as per cent, to two places, and kept as shares', () => {
  show({ passShare: 0.6075 })
  expect(['优秀', '良好', '及格', '低分'].map((one) => number(`${one}比例`).value)).toEqual(['85', '75', '60.75', '40'])
  type('低分比例', '33.33')
  type('优秀比例', '')
  expect(onChange.mock.calls).toEqual([[{ lowShare: 0.3333 }], [{ excellentShare: 0 }]])
})

test('a share above the one before it, or out of 0 to 100, says so at its place', () => {
  show()
  expect(alerts()).toEqual([])
  type('良好比例', '90')
  expect(alerts()).toEqual(['不能高于优秀的比例'])
  type('优秀比例', '101')
  expect(alerts()[0]).toBe('优秀的比例应在0到100之间')
})

test('weights change one by one and keep the way of reckoning; a fault of any is said once', () => {
  show({ composite: { kind: 'county', weights: [0.4, 0.3, 0.3] } })
  type('及格率权重', '20')
  type('优秀率权重', '40')
  expect(onChange.mock.calls).toEqual([
    [{ composite: { kind: 'county', weights: [0.4, 0.2, 0.3] } }],
    [{ composite: { kind: 'county', weights: [0.4, 0.2, 0.4] } }],
  ])
  type('平均分权重', '-1')
  expect(alerts()).toEqual(['综合值需要三个不为负的权重'])
})

test('bands of totals and of courses have a width each', () => {
  show()
  type('总分每段', '20')
  type('单科每段', '3')
  type('单科每段', '')
  expect(onChange.mock.calls).toEqual([
    [{ paragraphStep: { total: 20, course: 5 } }],
    [{ paragraphStep: { total: 20, course: 3 } }],
    [{ paragraphStep: { total: 20, course: 0 } }],
  ])
  expect(alerts()).toEqual(['分数段宽度应为1到200的整数'])
})

test('the first N are numbers, parted by any mark', () => {
  show({ frontNList: [100] })
  type('前N名', '500、1000，')
  expect(onChange.mock.lastCall).toEqual([{ frontNList: [100, 500, 1000] }])
  expect(alerts()).toEqual([])
  type('前N名', '三,')
  expect(alerts()).toEqual(['前N名应为1到10个正整数'])
})

test('a locked rule is shown and cannot be changed', () => {
  show({}, true)
  const inputs = [...document.querySelectorAll<HTMLInputElement>('.rule-form input, .rule-form [role=switch]')]
  expect(inputs.length).toBeGreaterThan(15)
  expect(inputs.filter((one) => !one.disabled)).toEqual([])
})
