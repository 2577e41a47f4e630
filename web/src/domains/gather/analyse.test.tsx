import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, place, serve, stage } from '../../platform/_stage.tsx'
import { forgetJobs, readJobs } from '../../platform/jobs/jobs.ts'
import { resetTabs } from '../../platform/tabs/store.ts'
import { Page } from './analyse.page.tsx'

const TASK = { id: '7', taskName: '秋季采集', taskType: 1, taskStatus: 1 }
const NONE = { dupIdNum: 0, dupNameNum: 0, badIdNum: 0, missPhotoNum: 0, missNum: 0, extraNum: 0, diffNum: 0 }
const LINE = { ...NONE, code: '990001', name: '东城', totalNum: 1200, dupIdNum: 3, analyseTime: '2026-05-01 08:00:00' }
const JOB = {
  id: '91',
  name: 'gather.analyse-students',
  title: '采集数据分析',
  subject: '7',
  state: 'running',
  done: 1,
  total: 4,
  step: '',
  text: '',
  link: '',
  fileId: '',
  createTime: '2026-05-01 08:00:00',
  endTime: '',
}

const page = (records: object[]) => ({ data: { records, total: records.length, size: 50, current: 1, pages: 1 } })
let lines: object[]
let jobs: object[]

class Silent extends EventTarget {
  close() {}
}

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  forgetJobs()
  vi.stubGlobal('EventSource', Silent)
  grant('gathertask_view', 'gatheranalyse_view', 'gatheranalyse_run')
  lines = [LINE]
  jobs = []
  serve({
    list: ({ path }) => page(path.endsWith('/gatherTask/list') ? [TASK] : jobs),
    getAnalyseResult: () => ({ data: lines }),
    listAnalysed: () => page([]),
    doAnalyse: () => {
      jobs = [JOB]
      return { data: { jobId: '91' } }
    },
    dictionary: () => ({ data: [] }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const start = () => screen.getByRole('button', { name: /开始分析/ })

test('an analysis is started once, shows how far it is, and its counts are read when it ends', async () => {
  stage(<Page />)
  fireEvent.click(await screen.findByRole('button', { name: '开始分析' }))
  expect((await screen.findByLabelText('分析进度')).textContent).toContain('25%')
  expect(callsTo('doAnalyse').map(({ body }) => body)).toEqual([{ gatherTaskId: '7' }])
  expect(start().className).toContain('loading')
  const before = callsTo('getAnalyseResult').length
  jobs = [{ ...JOB, state: 'done' }]
  await act(() => readJobs())
  await waitFor(() => expect(callsTo('getAnalyseResult').length).toBeGreaterThan(before))
  expect(screen.queryByLabelText('分析进度')).toBeNull()
})

test.each([
  ['of another collection', { subject: '8' }],
  ['of another kind', { name: 'gather.archive-students' }],
])('a job %s does not keep the analysis from being started', async (_what, other) => {
  jobs = [{ ...JOB, ...other }]
  stage(<Page />)
  await screen.findByRole('button', { name: '开始分析' })
  await act(() => readJobs())
  expect(screen.queryByLabelText('分析进度')).toBeNull()
  expect(start().className).not.toContain('loading')
})

test('whoever may only look is not offered to start', async () => {
  grant('gathertask_view', 'gatheranalyse_view')
  stage(<Page />)
  await screen.findByRole('button', { name: '东城' })
  expect(screen.queryByRole('button', { name: '开始分析' })).toBeNull()
})

test('an area leads to its schools and back; only a count of some opens its students', async () => {
  stage(<Page />)
  fireEvent.click(await screen.findByRole('button', { name: '东城' }))
  await screen.findByRole('columnheader', { name: '学校' })
  expect(place.search).toContain('areaCode=990001')
  const last = callsTo('getAnalyseResult').at(-1)?.query
  expect([last?.get('gatherTaskId'), last?.get('areaCode')]).toEqual(['7', '990001'])
  expect(screen.queryByRole('button', { name: '东城' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '返回上一级' }))
  const row = (await screen.findByRole('button', { name: '东城' })).closest('tr') as HTMLElement
  expect(
    within(row)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['东城', '3'])
  fireEvent.click(within(row).getByRole('button', { name: '3' }))
  await waitFor(() => expect(callsTo('listAnalysed')).toHaveLength(1))
  expect(Object.fromEntries(callsTo('listAnalysed')[0]?.query ?? [])).toMatchObject({
    areaCode: '990001',
    finding: 'dupIdNum',
  })
})

test('a collection that was never analysed says so in place of a table', async () => {
  lines = []
  stage(<Page />)
  expect(await screen.findByText('还没有分析过这个采集任务')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
