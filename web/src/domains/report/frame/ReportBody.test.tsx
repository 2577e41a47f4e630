import { registry } from '@xueheng/contract'
import { oneScoreTwoRate } from '@xueheng/contract/domains/report/one-score-two-rate.ts'
import { scoreRank } from '@xueheng/contract/domains/report/score-rank.ts'
import type { Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Answer, type Asked, callsTo, grant, place, serve, stage } from '../../../platform/_stage.tsx'
import { setNavigator } from '../../../platform/tabs/tab.ts'
import { PHONE } from '../../../platform/theme/breakpoints.ts'
import { ReportPage } from './ReportPage.tsx'

const EXAM = {
  id: '7',
  examName: '高三一模',
  studyYear: 2025,
  examStatus: 6,
  packageVersion: 2,
  beginDate: '2026-03-12',
}
const number = (key: string, title: string, more: Partial<Header> = {}): Header => ({
  key,
  title,
  kind: 'integer',
  ...more,
})
const HEADERS: Header[] = [
  number('rankChange', '进退'),
  { key: 'schoolName', title: '学校', kind: 'text', fixed: true },
  number('studentNum', '实考', { sortable: true }),
  { key: 'avgScore', title: '平均分', kind: 'decimal', scale: 2, highlight: true, sortable: true, unit: '分' },
  { key: 'c1', title: '语文', children: [number('c1.avgRank', '名次'), number('c1.max', '最高分')] },
  number('a', '甲'),
  number('b', '乙'),
]
const RECORDS = [
  {
    schoolName: '一中',
    schoolCode: 'S1',
    areaCode: '11',
    studentNum: 300,
    avgScore: 420.5,
    rankChange: 1200,
    'c1.avgRank': 1,
  },
  {
    schoolName: '二中',
    schoolCode: 'S2',
    areaCode: '11',
    studentNum: 9,
    avgScore: 460,
    rankChange: -2,
    'c1.avgRank': null,
  },
  {
    schoolName: '三中',
    schoolCode: 'S3',
    areaCode: '11',
    studentNum: 10,
    avgScore: null,
    rankChange: 0,
    'c1.avgRank': 3,
  },
]
const TOTAL = { schoolName: null, areaName: null, studentNum: 319, avgScore: 421, rankChange: null, 'c1.avgRank': null }

function answerWith(values: Partial<ReportAnswer> = {}): Answer {
  const page = { total: RECORDS.length, size: 10, current: 1, pages: 1 }
  const heading = { bureau: '青川市教育局', exam: '高三一模', units: '全体', alert: '' }
  const words = { heading, lines: [], basis: ['率的分母：实考人数', '含缺考'], notes: ['名次：同分同名次'] }
  return {
    data: { records: RECORDS, ...page, headers: HEADERS, totals: [TOTAL], ...words, packageVersion: 2, ...values },
  }
}

const answers: Record<string, (call: Asked) => Answer> = {
  listall: () => ({ data: [EXAM] }),
  getExamCourseList: () => ({ data: [{ courseName: '语文' }, { courseName: '数学' }] }),
  dictionary: () => ({ data: [{ dictKey: '11', dictValue: '青川县' }] }),
  tree: () => ({
    data: [{ id: '1', value: '11', title: '青川县', children: [{ id: '2', value: 'S1', title: '一中' }] }],
  }),
  list: () => ({ data: { records: [{ classCode: 'C1', className: '一班' }], total: 1 } }),
}
const REPORTS = registry.reports.map(({ url }) => url.slice(url.lastIndexOf('/') + 1))
const RIGHTS = [
  'examinfo_view',
  'basicschool_view',
  'schoolclasses_view',
  'scorerank_view',
  'scorerankbyclass_view',
  'scorerankbystudent_view',
]

function serveReport(answer: Answer): void {
  serve({ ...answers, ...Object.fromEntries(REPORTS.map((name) => [name, () => answer])) })
}

beforeEach(() => {
  localStorage.clear()
  grant(...RIGHTS)
  serveReport(answerWith())
})
afterEach(() => vi.unstubAllGlobals())

async function show(search = '', report = scoreRank.school): Promise<void> {
  stage(<ReportPage report={report} />, search)
  await screen.findAllByText('一中')
}

const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name })
const cellsOf = (row: Element | null | undefined) =>
  [...(row?.querySelectorAll('td') ?? [])].map((one) => one.textContent)
const rowOf = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('.ant-table-row')].find((row) => row.textContent.includes(name))
const last = (name = 'getScoreRank') => Object.fromEntries(callsTo(name).at(-1)?.query ?? [])

test('columns stand in the order of the heads, the unit first, groups above their columns', async () => {
  await show()
  const [upper, lower] = [...document.querySelectorAll('thead tr')]
  const titles = (row: Element | undefined) => [...(row?.querySelectorAll('th') ?? [])].map((one) => one.textContent)
  expect(titles(upper).slice(0, 5)).toEqual(['学校', '进退', '实考', '平均分(分)', '语文'])
  expect(titles(lower)).toEqual(['名次', '最高分'])
  expect(cellsOf(rowOf('一中'))).toEqual(['一中', '▲ 1,200', '300', '420.50', '1', '—', '—', '—'])
  expect(cellsOf(rowOf('二中'))).toEqual(['二中', '▼ 2', '9', '460.00', '—', '—', '—', '—'])
})

test('places won and lost are said in words; no change is a nought without any', async () => {
  await show()
  expect(screen.getByLabelText('上升 1,200 名').className).toContain('is-up')
  expect(screen.getByLabelText('下降 2 名').className).toContain('is-down')
  const same = rowOf('三中')?.querySelector('.report-change')
  expect([same?.textContent, same?.hasAttribute('aria-label')]).toEqual(['0', false])
})

test('a value that is withheld is a dash, neither zero nor coloured; few students are quiet', async () => {
  await show()
  expect(cellsOf(rowOf('三中'))[3]).toBe('—')
  const classes = ['一中', '二中', '三中'].map(
    (name) =>
      rowOf(name)
        ?.querySelectorAll('td')[3]
        ?.className.match(/is-\w+-\d/)?.[0],
  )
  expect(classes).toEqual(['is-below-1', undefined, undefined])
  expect(['一中', '二中', '三中'].map((name) => rowOf(name)?.className.includes('is-few'))).toEqual([
    false,
    true,
    false,
  ])
})

test('the total stands above the rows under the name of the widest unit', async () => {
  await show()
  expect(cellsOf(document.querySelector('.report-total'))).toEqual(['合计', '—', '319', '421.00', '—', '—', '—', '—'])
  serveReport(
    answerWith({
      totals: [
        { ...TOTAL, areaName: '青川县' },
        { ...TOTAL, schoolName: '本校' },
      ],
    }),
  )
  await show()
  const names = [...document.querySelectorAll('.report-total')].map((row) => cellsOf(row)[0])
  expect(names).toEqual(['青川县', '本校'])
  serveReport(answerWith({ totals: [] }))
  await show()
  expect(document.querySelector('.report-total')).toBeNull()
  expect(screen.queryByText(/^低于/)).toBeNull()
})

test('what the colours, the rule and the notes say stands below', async () => {
  await show()
  expect(screen.getByText('低于合计')).toBeTruthy()
  expect(screen.getByText('率的分母：实考人数；含缺考')).toBeTruthy()
  expect(screen.getByText('名次：同分同名次')).toBeTruthy()
  fireEvent.click(button(/^(?!什么是).*口径$/))
  expect((await screen.findAllByText('含缺考')).length).toBe(1)
})

test('Enter on a row leads where its unit leads; arrows move between rows', async () => {
  const opened: string[] = []
  setNavigator((path) => opened.push(path))
  await show('?courseName=语文&schoolCode=S9')
  const row = rowOf('一中') as HTMLElement
  expect(row.tabIndex).toBe(0)
  expect(rowOf('二中')?.tabIndex).toBe(-1)
  row.focus()
  fireEvent.keyDown(row, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(rowOf('二中'))
  fireEvent.keyDown(rowOf('二中') as HTMLElement, { key: 'ArrowUp' })
  expect(document.activeElement).toBe(row)
  fireEvent.keyDown(row, { key: 'Enter' })
  expect(opened).toHaveLength(1)
  expect(opened[0]).toContain('schoolCode=S1')
  expect(opened[0]).toContain('examId=7')
  fireEvent.keyDown(row, { key: 'a' })
  expect(opened).toHaveLength(1)
})

test('a unit is plain text for those who may not see what is below it', async () => {
  grant(...RIGHTS.filter((code) => code !== scoreRank.class.permission))
  await show()
  expect(screen.queryByRole('button', { name: '一中' })).toBeNull()
})

test('a report that cannot have rows says why', async () => {
  const reason = '这场考试没有小题分：导入、归档小题分并重新生成报表以后，这里才有内容。'
  serveReport(answerWith({ records: [], totals: [], total: 0, reason }))
  stage(<ReportPage report={scoreRank.school} />)
  expect(await screen.findByText(reason)).toBeTruthy()
})

test('a load that fails for reasons of the server can be tried again', async () => {
  serveReport({ code: 503, msg: '系统忙' })
  stage(<ReportPage report={scoreRank.school} />)
  expect(await screen.findByText('系统忙')).toBeTruthy()
  expect(button('导出Excel').disabled).toBe(true)
  expect(button('打印').disabled).toBe(true)
  serveReport(answerWith())
  fireEvent.click(button('重试'))
  expect(await screen.findByText('一中')).toBeTruthy()
  expect(button('导出Excel').disabled).toBe(false)
  expect(button('打印').disabled).toBe(false)
})

test('a refusal of the question is said in its own words, without another try', async () => {
  serveReport({ code: 400, msg: '名次不能大于5000' })
  stage(<ReportPage report={scoreRank.school} />)
  expect(await screen.findByText('名次不能大于5000')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
})

test('without any exam nothing is asked and the way to one is told; exams that cannot be read can be tried again', async () => {
  serve({ ...answers, listall: () => ({ data: [] }) })
  stage(<ReportPage report={scoreRank.school} />)
  expect(await screen.findByText('还没有考试')).toBeTruthy()
  expect(callsTo('getScoreRank')).toHaveLength(0)
  serve({ ...answers, listall: () => ({ code: 500, msg: '服务器异常' }) })
  stage(<ReportPage report={scoreRank.school} />)
  expect(await screen.findByText('服务器异常')).toBeTruthy()
  serveReport(answerWith())
  fireEvent.click(button('重试'))
  expect(await screen.findByText('一中')).toBeTruthy()
})

test('no rows under a condition offer to drop it, without one they do not', async () => {
  serveReport(answerWith({ records: [] }))
  stage(<ReportPage report={scoreRank.school} />)
  expect(await screen.findByText('您的数据范围内没有参加这次考试的单位')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '清空条件' })).toBeNull()
  stage(<ReportPage report={scoreRank.school} />, '?areaCode=11')
  expect(await screen.findByText(/或者这些单位不在您的数据范围内/)).toBeTruthy()
  fireEvent.click(button('清空条件'))
  await waitFor(() => expect(place.search).toBe(''))
})

test('a report that misses something of its own asks nothing and says what', async () => {
  const missing = { title: '先输入名次', hint: '例如前100名' }
  stage(<ReportPage report={scoreRank.school} missingOf={(values) => (values['areaCode'] ? undefined : missing)} />)
  expect(await screen.findByText('先输入名次')).toBeTruthy()
  expect(callsTo('getScoreRank')).toHaveLength(0)
})

test('students come page by page and are put in order by nobody here', async () => {
  serveReport(answerWith({ total: 120 }))
  await show('', scoreRank.student)
  expect(last('getScoreRankByStudent')).toMatchObject({ current: '1', size: '10' })
  expect(screen.getByText('共 120 条')).toBeTruthy()
  fireEvent.click(screen.getByTitle('2'))
  await waitFor(() => expect(last('getScoreRankByStudent')).toMatchObject({ current: '2', size: '10' }))
  expect(place.search).toBe('?current=2')
  fireEvent.click(screen.getByTitle('1'))
  await waitFor(() => expect(place.search).toBe(''))
})

test('units come at once, without pages', async () => {
  await show()
  expect(last()).not.toHaveProperty('size')
  expect(document.querySelector('.crud-pager')).toBeNull()
})

test('an area takes the choice of a school away; classes wait for their school', async () => {
  await show('?schoolCode=S1&classCode=C1')
  expect(callsTo('list')[0]?.query.get('schoolCode')).toBe('S1')
  fireEvent.mouseDown(screen.getByLabelText('县区'))
  fireEvent.click(await screen.findByTitle('青川县'))
  await waitFor(() => expect(place.search).toBe('?areaCode=11'))
  expect(screen.getByLabelText<HTMLInputElement>('班级').disabled).toBe(true)
  expect(last()).toMatchObject({ areaCode: '11' })
})

test('a kind of areas is offered to those who may list the kinds, and asked for at once', async () => {
  grant(...RIGHTS, 'scorearearank_view')
  await show('', scoreRank.area)
  expect(screen.queryByLabelText('县区分组')).toBeNull()
  cleanup()
  grant(...RIGHTS, 'scorearearank_view', 'areatypeparam_view')
  serve({
    ...answers,
    getScoreAreaRank: () => answerWith(),
    list: () => ({ data: { records: [{ areaType: 'town', areaTypeName: '城区' }], total: 1 } }),
  })
  await show('', scoreRank.area)
  fireEvent.mouseDown(screen.getByLabelText('县区分组'))
  fireEvent.click(await screen.findByTitle('城区'))
  await waitFor(() => expect(last('getScoreAreaRank')).toMatchObject({ areaType: 'town' }))
})

test('typed conditions are asked for with Enter, without spaces around them; chosen ones at once', async () => {
  await show()
  const typed = screen.queryByRole('textbox')
  if (typed) fireEvent.change(typed, { target: { value: ' 2 ' } })
  fireEvent.mouseDown(screen.getByLabelText('学校'))
  fireEvent.click(await screen.findByText('青川县'))
  await waitFor(() => expect(place.search).toContain('schoolCode=11'))
})

test('courses are tabs that arrows move through, round the end', async () => {
  await show('', oneScoreTwoRate.school)
  const tabs = within(screen.getByRole('tablist'))
  await waitFor(() => expect(tabs.getAllByRole('tab').length).toBeGreaterThan(2))
  const names = tabs.getAllByRole('tab').map((one) => one.textContent)
  const chosen = () =>
    tabs
      .getAllByRole('tab')
      .filter((one) => one.getAttribute('aria-selected') === 'true')
      .map((one) => one.textContent)
  expect(tabs.getAllByRole('tab').map((one) => one.tabIndex)).toEqual(names.map((_name, at) => (at === 0 ? 0 : -1)))
  fireEvent.keyDown(screen.getByRole('tablist'), { key: 'ArrowRight' })
  await waitFor(() => expect(chosen()).toEqual([names[1]]))
  expect(document.activeElement?.textContent).toBe(names[1])
  fireEvent.keyDown(screen.getByRole('tablist'), { key: 'Enter' })
  expect(chosen()).toEqual([names[1]])
  fireEvent.keyDown(screen.getByRole('tablist'), { key: 'ArrowLeft' })
  await waitFor(() => expect(chosen()).toEqual([names[0]]))
  fireEvent.keyDown(screen.getByRole('tablist'), { key: 'ArrowLeft' })
  await waitFor(() => expect(chosen()).toEqual([names.at(-1)]))
  fireEvent.click(tabs.getByRole('tab', { name: names[0] ?? '' }))
  await waitFor(() => expect(place.search).toBe(''))
})

test('crumbs name the units above the rows and lead back up; the last one leads nowhere', async () => {
  await show('?schoolCode=S1')
  const crumbs = within(screen.getByRole('navigation', { name: '范围' }))
  expect(crumbs.queryByRole('button', { name: '一中' })).toBeNull()
  const opened: string[] = []
  setNavigator((path) => opened.push(path))
  fireEvent.click(crumbs.getAllByRole('button')[0] as HTMLElement)
  expect(opened).toEqual(['/bigdata/report/scoreAreaRank?examId=7&report=scoreAreaRank'])
})

test('of its siblings those are offered whose right is held; the other keeps the conditions', async () => {
  const opened: string[] = []
  setNavigator((path) => opened.push(path))
  const siblings = [scoreRank.school, scoreRank.class, scoreRank.student]
  const names = () =>
    [...document.querySelectorAll('.report-head .ant-segmented-item-label')].map((one) => one.textContent)
  stage(<ReportPage report={scoreRank.school} siblings={siblings} />, '?areaCode=11')
  await screen.findAllByText('一中')
  expect(names()).toEqual(['学校', '班级', '学生'])
  fireEvent.click(document.querySelectorAll('.report-head .ant-segmented input')[1] as HTMLElement)
  expect(opened).toEqual(['/bigdata/report/scoreRank?examId=7&areaCode=11&report=scoreRankByClass'])
  grant(...RIGHTS.filter((code) => code !== scoreRank.class.permission))
  stage(<ReportPage report={scoreRank.school} siblings={siblings} />)
  await screen.findAllByText('一中')
  expect(names()).not.toContain('班级')
})

test('the printed sheet holds heads, rows, totals and the rule, and is gone afterwards', async () => {
  const seen: string[][] = []
  vi.stubGlobal('print', () => {
    const sheet = document.querySelector('.xh-print')
    seen.push([...(sheet?.querySelectorAll('tr') ?? [])].map((row) => row.textContent ?? ''))
    seen.push([
      ...[...(sheet?.querySelectorAll('h1, h2') ?? [])].map((one) => one.textContent ?? ''),
      ...[...(sheet?.querySelectorAll('p') ?? [])].map((one) => one.textContent ?? ''),
    ])
  })
  await show()
  fireEvent.click(button('打印'))
  await waitFor(() => expect(seen).toHaveLength(2))
  expect(seen[0]?.[0]).toContain('学校进退实考平均分(分)语文')
  expect(seen[0]?.slice(2, 3)).toEqual(['一中▲ 1,200300420.501———'])
  expect(seen[0]).toHaveLength(2 + RECORDS.length + 1)
  expect(seen[1]).toEqual([
    '青川市教育局 高三一模',
    '成绩排名　范围：全体',
    '口径：率的分母：实考人数；含缺考',
    '说明：名次：同分同名次',
  ])
  await waitFor(() => expect(document.querySelector('.xh-print')).toBeNull())
})

function onPhone(): void {
  const silent = { addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} }
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === PHONE, ...silent }))
}

test('on a phone totals and rows are cards that show six measures until they are opened', async () => {
  onPhone()
  await show('?sort=-avgScore')
  const cards = [...document.querySelectorAll('.report-cards li')]
  expect(cards.map((one) => one.className)).toEqual(['is-total', 'is-few', '', ''])
  expect(cards.map((one) => one.querySelector('header')?.textContent)).toEqual(['合计', '二中', '一中', '三中'])
  const [, card] = cards
  expect(card?.querySelectorAll('dt')).toHaveLength(6)
  const more = within(card as HTMLElement).getByRole('button', { name: '展开其余 1 项' })
  expect(more.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(more)
  expect(card?.querySelectorAll('dt')).toHaveLength(7)
  expect([...(card?.querySelectorAll('dt') ?? [])].map((one) => one.textContent)).toContain('语文 名次')
  expect(more.textContent).toBe('收起')
  expect(cards[0]?.querySelector('header button')).toBeNull()
})

test('a closed card shows what the report is read for, at whatever place it stands', async () => {
  onPhone()
  serveReport(answerWith({ headers: HEADERS.map((one) => (one.key === 'b' ? { ...one, highlight: true } : one)) }))
  await show()
  const told = [...(document.querySelector('.report-cards li')?.querySelectorAll('dt') ?? [])].map(
    (one) => one.textContent,
  )
  expect(told).toEqual(['进退', '实考', '平均分(分)', '语文 名次', '语文 最高分', '乙'])
})

test('a report whose data have changed says so above the table and at the head of its print', async () => {
  const heading = { bureau: '青川市教育局', exam: '高三一模', units: '全体', alert: '数据已更新，待重新发布' }
  serveReport(answerWith({ heading }))
  await show()
  expect(screen.getByRole('status').textContent).toBe('数据已更新，待重新发布')
  let printed = ''
  vi.stubGlobal('print', () => {
    printed = document.querySelector('.xh-print h2')?.textContent ?? ''
  })
  fireEvent.click(button('打印'))
  await waitFor(() => expect(printed).toContain('数据已更新，待重新发布'))
})

test('a report whose data have changed leads to what changed, for those who may compare versions', async () => {
  const opened: string[] = []
  setNavigator((path) => opened.push(path))
  grant(...RIGHTS, 'packagechangebyall_view')
  const heading = { bureau: '', exam: '高三一模', units: '全体', alert: '数据已更新，待重新发布' }
  serveReport(answerWith({ heading }))
  await show()
  fireEvent.click(button('查看变化'))
  expect(opened).toEqual(['/bigdata/report/packageChange?examId=7'])
})

describe('a figure asked about', () => {
  const ORIGIN = {
    title: '平均分',
    formula: '分数之和 ÷ 实考人数',
    numeratorName: '分数之和',
    numerator: 126150,
    denominatorName: '实考人数',
    denominator: 300,
    rules: ['含缺考'],
    packageVersion: 2,
    builtTime: '2026-03-13T08:00:00.000Z',
    behind: 'students',
    isWhole: 0,
  }
  const STUDENT = { studentNumber: '0101', studentName: '张一', schoolName: '一中', className: '1班', score: 420 }

  beforeEach(() =>
    serve({
      ...answers,
      ...Object.fromEntries(REPORTS.map((name) => [name, () => answerWith()])),
      explainFigure: () => ({ data: ORIGIN }),
      listBehind: () => ({ data: { records: [STUDENT], total: 41, size: 20, current: 1, pages: 3 } }),
    }),
  )
  const figures = () => [...(rowOf('一中')?.querySelectorAll<HTMLElement>('[data-figure]') ?? [])]

  test('by a click shows formula, parts, rules, version and the students behind it', async () => {
    await show()
    fireEvent.click(screen.getByText('420.50'))
    expect(await screen.findByText('分数之和 ÷ 实考人数')).toBeTruthy()
    const card = within(screen.getByRole('dialog'))
    expect(card.getByText('126,150')).toBeTruthy()
    expect(await card.findByText('一中1班')).toBeTruthy()
    expect(card.getByText('只列出您数据范围内的')).toBeTruthy()
    expect(last('explainFigure')).toMatchObject({ examId: '7', column: 'avgScore', schoolCode: 'S1', areaCode: '11' })
    expect(last('listBehind')).toMatchObject({ current: '1', size: '20' })
  })

  test('by keys: the right arrow goes into the row and on, Enter or F1 asks', async () => {
    await show()
    rowOf('一中')?.focus()
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(figures()[0])
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(figures()[1])
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'F1' })
    await waitFor(() => expect(last('explainFigure')).toMatchObject({ column: 'studentNum' }))
  })

  test('of a total row asks about the whole', async () => {
    await show()
    fireEvent.click(button('319'))
    await waitFor(() => expect(last('explainFigure')).toMatchObject({ column: 'studentNum', reportName: 'scoreRank' }))
    expect(last('explainFigure')).not.toHaveProperty('schoolCode')
  })
})

test('on a phone the card of a total is called by its unit, without the rank it does not have', async () => {
  onPhone()
  const rank = number('rank', '名次', { fixed: true })
  serveReport(answerWith({ headers: [rank, ...HEADERS], totals: [{ ...TOTAL, rank: null, schoolName: '县区' }] }))
  await show()
  expect(document.querySelector('.report-cards .is-total strong')?.textContent).toBe('县区')
})
