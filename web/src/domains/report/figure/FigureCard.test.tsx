import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, callsTo, serve, stage } from '../../../platform/_stage.tsx'
import { FigureCard } from './FigureCard.tsx'

const HEADER = { key: 'avgScore', title: '平均分', kind: 'decimal' as const }
const ORIGIN = {
  formula: '总分之和除以实考人数',
  numeratorName: '总分之和',
  numerator: 71_250.5,
  denominatorName: '实考人数',
  denominator: 1200,
  rules: ['缺考不计'],
  packageVersion: 3,
  builtTime: '2020-03-14 10:00:00',
  alone: null,
  behind: 'students',
  valueName: null,
  isWhole: 1,
}
const NOBODY = {
  studentNumber: null,
  studentCode: null,
  studentName: null,
  areaName: null,
  schoolName: null,
  className: null,
  partName: null,
  score: null,
  oldScore: null,
  fullScore: null,
  rank: null,
}
const LI = {
  ...NOBODY,
  studentNumber: '260101',
  studentName: '李同学',
  schoolName: '一中',
  className: '1班',
  score: 99,
}

let origin: () => Answer
let behind: () => Answer
beforeEach(() => {
  origin = () => ({ data: ORIGIN })
  behind = () => page([LI])
})
afterEach(() => vi.unstubAllGlobals())

function page(records: unknown[], total = records.length): Answer {
  return { data: { records, total, size: 20, current: 1, pages: 1 } }
}

function show(row: Record<string, unknown> = { unitName: '一中', avgScore: 59.38 }) {
  const onClose = vi.fn()
  serve(
    new Proxy<Record<string, () => Answer>>(
      {},
      { get: (_none, segment: string) => (segment.includes('ehind') ? () => behind() : () => origin()) },
    ),
  )
  stage(<FigureCard figure={{ header: HEADER, row }} question={{ examId: '7' }} onClose={onClose} />)
  return onClose
}

const facts = () => [...document.querySelectorAll('.figure-card dl div')].map((one) => one.textContent)
const cells = (tag: string) =>
  [...document.querySelectorAll(`.figure-card ${tag}.ant-table-cell`)].map((one) => one.textContent)

test('a figure tells its formula, its parts, its rules, its version and who is behind it', async () => {
  const onClose = show()
  await screen.findByText('李同学')
  expect(facts()).toEqual([
    '公式总分之和除以实考人数',
    '总分之和71,250.50',
    '实考人数1,200',
    '口径缺考不计',
    expect.stringMatching(/^报表版本第 3 版，生成于 2020-03-14/),
  ])
  expect(cells('th')).toEqual(['考号', '姓名', '班级', '分数'])
  expect(cells('td')).toEqual(['260101', '李同学', '一中1班', '99'])
  expect(screen.getByText('考生 1 人')).toBeTruthy()
  expect(screen.queryByText('只列出您数据范围内的')).toBeNull()
  expect(document.querySelector('.ant-pagination')).toBeNull()
  fireEvent.click(document.querySelector('.ant-drawer-close') as HTMLElement)
  expect(onClose).toHaveBeenCalledOnce()
})

test('an origin, and a list behind it, that cannot be read are read again on demand', async () => {
  origin = () => ({ code: 500, msg: '没有算式' })
  behind = () => ({ code: 500, msg: '没有名册' })
  show()
  await screen.findByText('没有算式')
  origin = () => ({ data: ORIGIN })
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('没有名册')
  behind = () => page([LI])
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('李同学')).toBeTruthy()
})

test('a part without a name, and a list cut to what one may see, are not told as whole', async () => {
  origin = () => ({ data: { ...ORIGIN, numeratorName: null, denominator: null, isWhole: 0 } })
  behind = () => page([{ ...LI, oldScore: 90 }], 45)
  show()
  await screen.findByText('只列出您数据范围内的')
  expect(facts().map((one) => one?.slice(0, 2))).toEqual(['公式', '口径', '报表'])
  expect(cells('th')).toContain('原分数')
  fireEvent.click(document.querySelector('.ant-pagination-next button') as HTMLElement)
  await waitFor(() => expect(callsTo('listBehind').at(-1)?.query.get('current')).toBe('2'))
})

test.each([
  ['units', [{ ...NOBODY, areaName: '青川县', score: 60, rank: 2 }], '单位 1 个', ['单位', '得分率', '名次'], '青川县'],
  [
    'units',
    [{ ...NOBODY, areaName: '青川县', schoolName: '一中', className: '2班' }],
    '单位 1 个',
    ['单位', '得分率'],
    '一中2班',
  ],
  [
    'parts',
    [{ ...NOBODY, partName: '语文', score: 90, fullScore: 150 }],
    '由 1 项组成',
    ['科目或题号', '得分', '满分'],
    '语文',
  ],
  ['questions', [{ ...NOBODY, partName: '3', score: 4, fullScore: 5 }], '题目 1 道', ['题号', '平均得分', '满分'], '3'],
])('behind a figure of %s stand those', async (kind, rows, title, heads, name) => {
  origin = () => ({ data: { ...ORIGIN, behind: kind, valueName: '得分率' } })
  behind = () => page(rows)
  show()
  expect(await screen.findByText(title)).toBeTruthy()
  expect(cells('th')).toEqual(heads)
  expect(cells('td')[0]).toBe(name)
})

test('a figure that stands alone says why there is no list', async () => {
  origin = () => ({ data: { ...ORIGIN, behind: null, alone: '按方案计算' } })
  show()
  expect(await screen.findByText('没有名单：按方案计算')).toBeTruthy()
  expect(screen.queryByRole('region', { name: '名单' })).toBeNull()
})

test.each([
  [{ questionNo: '12', avgScore: 1 }, '第12题'],
  [{ questionNo: '整卷', avgScore: 1 }, '整卷'],
  [{ bandName: '600-650', questionNo: '12', avgScore: 1 }, '600-650'],
  [{ pointName: '函数', avgScore: 1 }, '函数'],
])('a row is named after what it is of: %j', async (row, name) => {
  show(row)
  expect(
    within(document.querySelector('.figure-of') as HTMLElement).getByText(new RegExp(`^${name} 平均分`)),
  ).toBeTruthy()
  await screen.findByText('李同学')
})
