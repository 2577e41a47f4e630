// @vitest-environment happy-dom
import { scoreRank } from '@xueheng/contract/domains/report/score-rank.ts'
import type { Header } from '@xueheng/contract/kit/report.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callsTo, grant, place, serve, stage } from '../../platform/_stage.tsx'
import { updateSession } from '../../platform/session/store.ts'
import { setNavigator } from '../../platform/tabs/tab.ts'
import { ReportPage } from './frame/ReportPage.tsx'
import { addressOf } from './saved-view.ts'
import { Page } from './saved-reports.page.tsx'

const EXAMS = [
  { id: '7', examName: '一模', studyYear: 2025, examStatus: 6, packageVersion: 2, beginDate: '2026-03-12' },
]
const HEADERS: Header[] = [
  { key: 'schoolName', title: '学校', kind: 'text', fixed: true },
  { key: 'studentNum', title: '实考', kind: 'integer', sortable: true },
  {
    key: 'c1',
    title: '语文',
    children: [
      { key: 'c1.avgScore', title: '均分', kind: 'decimal' },
      { key: 'c1.avgRank', title: '名次', kind: 'integer' },
    ],
  },
]
const ANSWER = {
  total: 1,
  size: 10,
  current: 1,
  pages: 1,
  totals: [],
  lines: [],
  basis: [],
  notes: [],
  packageVersion: 2,
  heading: { bureau: '教育局', exam: '一模', units: '全体', alert: '' },
  records: [{ schoolName: '一中', schoolCode: 'S1', studentNum: 300, 'c1.avgScore': 101.25, 'c1.avgRank': 1 }],
  headers: HEADERS,
}
const SAVED = {
  id: '5',
  name: '语文名次',
  reportName: 'scoreRank',
  shareScope: 3,
  ownerName: '王主任',
  createUser: '9',
  params: { order: 'avg' },
  hiddenColumns: ['c1.avgScore'],
  sort: '-studentNum',
  isChart: 1,
  examId: '7',
}
const user = userEvent.setup({ pointerEventsCheck: 0 })
const navigated = vi.fn<(path: string) => void>()

beforeEach(() => {
  localStorage.clear()
  navigated.mockClear()
  setNavigator(navigated)
  grant('examinfo_view', 'scorerank_view', 'savedreport_view', 'savedreport_add', 'savedreport_edit')
  serve({
    listall: () => ({ data: EXAMS }),
    dictionary: () => ({ data: [{ dictKey: '1', dictValue: '仅自己' }] }),
    tree: () => ({ data: [] }),
    getScoreRank: () => ({ data: ANSWER }),
    save: () => ({ data: SAVED }),
    list: () => ({ data: { records: [SAVED], total: 1, size: 10, current: 1, pages: 1 } }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const heads = () => [...document.querySelectorAll('.ant-table-thead th')].map((head) => head.textContent)

describe('columns of a report', () => {
  test('one that is unticked is neither seen nor carried away; the choice stands in the address', async () => {
    stage(<ReportPage report={scoreRank.school} />)
    await screen.findByText('一中')
    expect(heads()).toContain('实考')
    await user.click(screen.getByRole('button', { name: '列设置' }))
    await user.click(await screen.findByRole('checkbox', { name: '实考' }))
    await waitFor(() => expect(heads()).not.toContain('实考'))
    expect(new URLSearchParams(place.search).get('hide')).toBe('studentNum')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '学校' }).disabled).toBe(true)
  })

  test('a group goes and comes with all its columns; the last one stays', async () => {
    stage(<ReportPage report={scoreRank.school} />, '?hide=studentNum,c1.avgScore')
    await screen.findByText('一中')
    expect(heads()).not.toContain('均分')
    await user.click(screen.getByRole('button', { name: '列设置' }))
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: '名次' })).disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: '恢复默认' }))
    await waitFor(() => expect(heads()).toContain('均分'))
    await user.click(screen.getByRole('checkbox', { name: '语文' }))
    await waitFor(() => expect(heads()).not.toContain('名次'))
  })
})

describe('保存为我的报表', () => {
  test('keeps report, filters, columns, order and chart under a name', async () => {
    stage(<ReportPage report={scoreRank.school} />, '?order=avg&hide=c1.avgScore&sort=-studentNum&examId=7')
    await screen.findByText('一中')
    await user.click(screen.getByRole('button', { name: '保存为我的报表' }))
    const name = await screen.findByRole('textbox', { name: '名称' })
    await user.clear(name)
    await user.type(name, '语文名次')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(callsTo('save')).toHaveLength(1))
    expect(callsTo('save')[0]?.body).toMatchObject({
      name: '语文名次',
      reportName: 'scoreRank',
      shareScope: 1,
      params: { order: 'avg' },
      hiddenColumns: ['c1.avgScore'],
      sort: '-studentNum',
      isChart: 0,
    })
    expect(callsTo('save')[0]?.body).not.toHaveProperty('examId')
  })

  test('is not offered without the right', async () => {
    grant('examinfo_view', 'scorerank_view')
    stage(<ReportPage report={scoreRank.school} />)
    await screen.findByText('一中')
    expect(screen.queryByRole('button', { name: '保存为我的报表' })).toBeNull()
  })
})

describe('报表管理', () => {
  test('a saved report opens the screen of its report with filters, columns, order, chart and exam', async () => {
    stage(<Page />)
    fireEvent.click(await screen.findByRole('button', { name: '打开报表' }))
    const [path, search] = navigated.mock.calls[0]?.[0].split('?') ?? []
    expect(path).toBe('/bigdata/report/scoreRank')
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
      report: 'scoreRank',
      order: 'avg',
      hide: 'c1.avgScore',
      sort: '-studentNum',
      view: 'chart',
      examId: '7',
    })
  })

  test('only the own ones are offered for change', async () => {
    updateSession({ user: { userId: '8', account: 'a', name: '甲', avatar: '', roleName: '', deptName: '' } })
    stage(<Page />)
    await screen.findByText('语文名次')
    expect(screen.queryByRole('button', { name: '编辑' })).toBeNull()
    updateSession({ user: { userId: '9', account: 'b', name: '乙', avatar: '', roleName: '', deptName: '' } })
    stage(<Page />)
    expect(await screen.findByRole('button', { name: '编辑' })).toBeTruthy()
  })

  test('a report that is no longer in the menu leads nowhere', () => {
    expect(addressOf({ reportName: 'gone' })).toBeUndefined()
  })
})
