// @vitest-environment happy-dom
import { briefPaper, studentPaper } from '@xueheng/contract/domains/report/paper.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Asked, callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { PaperTool } from './PaperTool.tsx'

const answers: Record<string, (call: Asked) => Answer> = {
  brief: () => ({ data: { jobId: '7' } }),
  studentSheet: () => ({ data: { jobId: '8' } }),
  list: () => ({ data: { records: [], total: 0 } }),
  dictionary: () => ({ data: [] }),
  tree: () => ({ data: [] }),
}
const user = userEvent.setup({ pointerEventsCheck: 0 })
const tool = () => stage(<PaperTool examId="5" units={{ areaCode: '990101' }} />)

beforeEach(() => {
  localStorage.clear()
  serve(answers)
})
afterEach(() => vi.unstubAllGlobals())

test('who may print nothing has no button', () => {
  grant('examinfo_view')
  tool()
  expect(screen.queryByRole('button', { name: '印制报告' })).toBeNull()
})

test('a paper without students is printed of the units of the screen, and asks for no reason', async () => {
  grant(briefPaper.permission)
  tool()
  await user.click(screen.getByRole('button', { name: '印制报告' }))
  expect(await screen.findByRole('radio', { name: /一页简报/ })).toHaveProperty('checked', true)
  expect(screen.queryByRole('radio', { name: /学生成绩单/ })).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Excel' }))
  await user.click(screen.getByRole('button', { name: '开始印制' }))
  await waitFor(() => expect(callsTo('paper/brief')).toHaveLength(1))
  expect(callsTo('paper/brief')[0]?.body).toEqual({ examId: '5', areaCode: '990101', format: 'xlsx' })
  await waitFor(() => expect(callsTo('job/list').length).toBeGreaterThan(0))
})

test('sheets of students are printed only once a reason is given', async () => {
  grant(briefPaper.permission, studentPaper.permission)
  tool()
  await user.click(screen.getByRole('button', { name: '印制报告' }))
  await user.click(await screen.findByRole('radio', { name: /学生成绩单/ }))
  await user.click(screen.getByRole('button', { name: '开始印制' }))
  expect(await screen.findByText('请填写理由，至少4个字')).toBeTruthy()
  expect(callsTo('paper/studentSheet')).toHaveLength(0)
  await user.type(screen.getByLabelText('导出个人信息的理由（将记入操作日志）'), '家长会发放')
  await user.click(screen.getByRole('button', { name: '开始印制' }))
  await waitFor(() => expect(callsTo('paper/studentSheet')).toHaveLength(1))
  expect(callsTo('paper/studentSheet')[0]?.body).toMatchObject({ examId: '5', format: 'pdf', reason: '家长会发放' })
})
