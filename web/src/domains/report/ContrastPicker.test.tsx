// @vitest-environment happy-dom
import { contrast } from '@xueheng/contract/domains/report/contrast.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Asked, callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { Page } from './contrast.page.tsx'

const EXAMS = ['2026-04-10', '2026-01-05', '2025-11-05'].map((beginDate, at) => ({
  id: String(9 - at),
  examName: ['二模', '一模', '期中'][at],
  studyYear: 2025,
  examStatus: 7,
  packageVersion: 1,
  beginDate,
}))
const ITEMS = [
  { itemCode: 'avgScore', itemName: '平均分' },
  { itemCode: 'passRate', itemName: '及格率' },
]

function answer(): Answer {
  const heading = { bureau: '教育局', exam: '一模、二模', units: '全体', alert: '' }
  const page = { total: 1, size: 5000, current: 1, pages: 1, packageVersion: 1 }
  const headers = [{ key: 'areaName', title: '县区', kind: 'text', fixed: true }]
  return {
    data: { ...page, heading, headers, records: [{ areaName: '东县' }], totals: [], lines: [], basis: [], notes: [] },
  }
}

const answers: Record<string, (call: Asked) => Answer> = {
  listall: ({ path }) => ({ data: path.includes('contrastitem') ? ITEMS : EXAMS }),
  getExamCourseList: () => ({ data: [] }),
  dictionary: () => ({ data: [] }),
  tree: () => ({ data: [] }),
  contrastArea: answer,
}
const user = userEvent.setup({ pointerEventsCheck: 0 })

beforeEach(() => {
  localStorage.clear()
  grant('examinfo_view', contrast.area.permission)
  serve(answers)
})
afterEach(() => vi.unstubAllGlobals())

test('the two newest exams are compared at first, the earlier one in front; a further one and another item are asked for', async () => {
  stage(<Page />)
  await waitFor(() => expect(callsTo('contrastArea')).toHaveLength(1))
  const asked = () => callsTo('contrastArea').at(-1)?.body as Record<string, string>
  const ids = () => JSON.parse(asked().examJson ?? '[]').map((one: { examId: string }) => one.examId)
  expect([ids(), asked().itemCodes]).toEqual([['8', '9'], 'avgScore'])
  await user.click(screen.getByRole('combobox', { name: '比较的考试' }))
  await user.click(await screen.findByTitle('期中'))
  await waitFor(() => expect(ids()).toEqual(['7', '8', '9']))
  await user.click(screen.getByRole('combobox', { name: '对比指标' }))
  await user.click(await screen.findByTitle('及格率'))
  await waitFor(() => expect(asked().itemCodes).toBe('avgScore,passRate'))
})
