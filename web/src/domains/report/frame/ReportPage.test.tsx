// @vitest-environment happy-dom
import { criticalStudent } from '@xueheng/contract/domains/report/critical-student.ts'
import { packageChange } from '@xueheng/contract/domains/report/package-change.ts'
import { scoreRank } from '@xueheng/contract/domains/report/score-rank.ts'
import type { Header } from '@xueheng/contract/kit/report.ts'
import { valueAdded } from '@xueheng/contract/domains/report/value-added.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Asked, callsTo, grant, place, serve, stage } from '../../../platform/_stage.tsx'
import { setNavigator } from '../../../platform/tabs/tab.ts'
import { ReportPage } from './ReportPage.tsx'

const EXAMS = [
  { id: '7', examName: '高三一模', studyYear: 2025, examStatus: 6, packageVersion: 2, beginDate: '2026-03-12' },
  { id: '8', examName: '高三二模', studyYear: 2025, examStatus: 0, packageVersion: 0, beginDate: '2026-04-20' },
]
const HEADERS: Header[] = [
  { key: 'schoolName', title: '学校', kind: 'text', fixed: true },
  { key: 'studentNum', title: '实考', kind: 'integer', sortable: true },
  { key: 'avgScore', title: '平均分', kind: 'decimal', scale: 2, highlight: true, sortable: true },
  { key: 'c1', title: '语文', children: [{ key: 'c1.avgScore', title: '语文均分', kind: 'decimal', scale: 2 }] },
]
const RECORDS = [
  { schoolName: '一中', schoolCode: 'S1', studentNum: 300, avgScore: 420.5, 'c1.avgScore': 101.25 },
  { schoolName: '二中', schoolCode: 'S2', studentNum: 8, avgScore: 460, 'c1.avgScore': null },
]

function report(): Answer {
  const page = { total: 2, size: 10, current: 1, pages: 1 }
  const totals = [{ schoolName: '合计', studentNum: 308, avgScore: 421.53, 'c1.avgScore': 101.25 }]
  const words = {
    heading: { bureau: '教育局', exam: '高三一模', units: '全体', alert: '' },
    lines: [],
    basis: ['率的分母：实考人数', '数据修订：4；报表版本：2'],
    notes: ['名次：同分同名次'],
  }
  return { data: { records: RECORDS, ...page, headers: HEADERS, totals, ...words, packageVersion: 2 } }
}

const answers: Record<string, (call: Asked) => Answer> = {
  listall: () => ({ data: EXAMS }),
  dictionary: () => ({ data: [] }),
  tree: () => ({ data: [] }),
  getScoreRank: report,
  getScoreRankByClass: report,
  getScoreRankByStudent: report,
}
const user = userEvent.setup({ pointerEventsCheck: 0 })

beforeEach(() => {
  localStorage.clear()
  grant('examinfo_view', 'scorerank_view', 'scorerankbyclass_view', 'scorerankbystudent_view')
  serve(answers)
})

afterEach(() => vi.unstubAllGlobals())

function names(): (string | undefined)[] {
  return [...document.querySelectorAll('.ant-table-row .crud-link')].map((link) => link.textContent)
}

test('the newest exam with a package is shown with totals, digits and its basis', async () => {
  stage(<ReportPage report={scoreRank.school} />)
  expect(await screen.findByText('一中')).toBeTruthy()
  expect(callsTo('getScoreRank')[0]?.query.get('examId')).toBe('7')
  expect(place.search).toBe('')
  expect(screen.getByText('合计')).toBeTruthy()
  expect(screen.getByText('420.50')).toBeTruthy()
  expect(screen.getByText('—')).toBeTruthy()
  expect(screen.getByText(/率的分母：实考人数；数据修订：4；报表版本：2/)).toBeTruthy()
  expect(document.querySelector('.is-few')?.textContent).toContain('二中')
})

test('rows are sorted on the screen, and the order is kept in the address', async () => {
  stage(<ReportPage report={scoreRank.school} />)
  await screen.findByText('一中')
  const before = callsTo('getScoreRank').length
  const [title] = screen.getAllByText('平均分')
  await user.click(title as HTMLElement)
  await waitFor(() => expect(place.search).toBe('?sort=avgScore'))
  await user.click(screen.getAllByText('平均分')[0] as HTMLElement)
  await waitFor(() => expect(names()).toEqual(['二中', '一中']))
  expect(place.search).toBe('?sort=-avgScore')
  expect(callsTo('getScoreRank')).toHaveLength(before)
})

test('a unit leads to the report below it with its parameters filled', async () => {
  const opened: string[] = []
  setNavigator((path) => opened.push(path))
  stage(<ReportPage report={scoreRank.school} siblings={[scoreRank.school, scoreRank.class]} />)
  await user.click(await screen.findByRole('button', { name: '一中' }))
  expect(opened).toEqual(['/bigdata/report/scoreRank?schoolCode=S1&examId=7&report=scoreRankByClass'])
})

test('the address may name another report of the family', async () => {
  stage(<ReportPage report={scoreRank.school} />, '?report=scoreRankByClass&schoolCode=S1')
  await screen.findAllByText('一中')
  expect(callsTo('getScoreRankByClass')[0]?.query.get('schoolCode')).toBe('S1')
  expect(screen.getByText('班级成绩排名')).toBeTruthy()
})

test('an exam without a package says what has to happen first', async () => {
  serve({ ...answers, getScoreRank: () => ({ code: 400, msg: '该考试尚未生成报表，请先完成计算并生成报表' }) })
  stage(<ReportPage report={scoreRank.school} />, '?examId=8')
  expect(await screen.findByText('这次考试还没有生成报表')).toBeTruthy()
})

test('an exam that is not published, or out of sight, says so', async () => {
  serve({ ...answers, getScoreRank: () => ({ code: 404, msg: '数据不存在或已被删除' }) })
  stage(<ReportPage report={scoreRank.school} />)
  expect(await screen.findByText('看不到这次考试的成绩')).toBeTruthy()
})

test('a workbook of units is fetched at once, one of students waits for its reason', async () => {
  const files = () => ['getScoreRank', 'getScoreRankByStudent'].flatMap(callsTo).filter((c) => c.query.get('format'))
  stage(<ReportPage report={scoreRank.school} />)
  await screen.findByText('一中')
  await user.click(screen.getByRole('button', { name: '导出Excel' }))
  await waitFor(() => expect(files().map((call) => call.query.get('reason'))).toEqual([null]))
  stage(<ReportPage report={scoreRank.student} />)
  await screen.findAllByText('一中')
  await user.click(screen.getByRole('button', { name: '导出Excel' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(files()).toHaveLength(1)
  await user.type(dialog.getByRole('textbox'), '家长会前核对名单')
  await user.click(dialog.getByRole('button', { name: '导出' }))
  await waitFor(() => expect(files().map((call) => call.query.get('reason'))).toEqual([null, '家长会前核对名单']))
  expect(files()[1]?.query.get('examId')).toBe('7')
})

test('a workbook of many rows is made by a job, and the screen says where it will be', async () => {
  serve({
    ...answers,
    getScoreRankByStudent: ({ query }) => (query.get('format') ? { data: { jobId: '91' } } : report()),
  })
  stage(<ReportPage report={scoreRank.student} />)
  await screen.findAllByText('一中')
  await user.click(screen.getByRole('button', { name: '导出Excel' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), '家长会前核对名单')
  await user.click(dialog.getByRole('button', { name: '导出' }))
  expect(await screen.findByText(/正在后台生成工作簿/)).toBeTruthy()
  const asked = callsTo('getScoreRankByStudent').filter(({ query }) => query.get('format'))
  expect(asked.map(({ query }) => query.get('isBackground'))).toEqual(['1'])
})

test('a line and the versions compared are chosen among those of the exam', async () => {
  grant('examinfo_view', 'examscoreline_view', 'criticalstudent_view', 'packagechange_view')
  serve({
    ...answers,
    findCriticalStudent: report,
    getPackageChange: report,
    findPeriodNameLine: () => ({ data: [{ periodName: '特控线' }, { periodName: '本科线' }] }),
    findPackageByExamId: () => ({ data: [{ packageVersion: 2 }, { packageVersion: 1 }] }),
  })
  stage(<ReportPage report={criticalStudent} />)
  await user.click(await screen.findByRole('combobox', { name: '档次' }))
  await user.click(await screen.findByTitle('本科线'))
  await waitFor(() => expect(callsTo('findCriticalStudent').at(-1)?.query.get('periodName')).toBe('本科线'))
  expect(callsTo('findPeriodNameLine')[0]?.query.get('examId')).toBe('7')
  stage(<ReportPage report={packageChange.all} />)
  await user.click(await screen.findByRole('combobox', { name: '原版本' }))
  await user.click(await screen.findByTitle('第 1 版'))
  await waitFor(() => expect(callsTo('getPackageChange').at(-1)?.query.get('fromVersion')).toBe('1'))
})

test('an entry exam is chosen among earlier ones with reports', async () => {
  const earlier = {
    id: '6',
    examName: '高三期中',
    studyYear: 2025,
    examStatus: 7,
    packageVersion: 1,
    beginDate: '2025-11-12',
  }
  grant('examinfo_view', 'valueaddedbyschool_view')
  serve({ ...answers, getValueAddedBySchool: report, listall: () => ({ data: [...EXAMS, earlier] }) })
  stage(<ReportPage report={valueAdded.school} />)
  await user.click(await screen.findByRole('combobox', { name: '入口考试' }))
  await user.click(await screen.findByTitle('高三期中'))
  expect(screen.queryByTitle('高三二模')).toBeNull()
  await waitFor(() => expect(callsTo('getValueAddedBySchool').at(-1)?.query.get('entryExamId')).toBe('6'))
})
