import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { resetTabs } from '../../../platform/tabs/store.ts'
import { makeBatch, makeWizard } from '../_exam.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { KeepOnly } from './KeepOnly.tsx'

const ROW = {
  studentNumber: '0102',
  studentName: '李二',
  schoolName: '一中',
  className: '1班',
  courseName: '语文',
  text: '90',
}
const GONE = { isExact: 1, gone: { num: 1200, rows: [ROW] } }

beforeEach(() => {
  resetTabs()
  grant('examinfo_import')
  serve({ keepOnly: () => ({ data: { jobId: '91' } }), commit: () => ({ data: { jobId: '92' } }) })
})
afterEach(() => vi.unstubAllGlobals())

test('the choice is made in one click and taken back in another', async () => {
  stage(<KeepOnly wizard={makeWizard()} batch={makeBatch()} />)
  fireEvent.click(screen.getByRole('checkbox', { name: '只保留这些' }))
  await waitFor(() => expect(callsTo('keepOnly')[0]?.body).toEqual({ batchId: '31', isOn: 1 }))
  stage(<KeepOnly wizard={makeWizard()} batch={makeBatch({ isExact: 1 })} />)
  fireEvent.click(screen.getByRole('checkbox', { name: '只保留这些' }))
  await waitFor(() => expect(callsTo('keepOnly')[1]?.body).toEqual({ batchId: '31', isOn: 0 }))
})

test('what would go is counted and named; teachers have no such choice', () => {
  stage(<KeepOnly wizard={makeWizard()} batch={makeBatch(GONE)} />)
  expect(screen.getByText('将移除 1,200 条工作簿里没有的数据')).toBeTruthy()
  expect(screen.getByText('一中 1班 0102 李二 语文 90')).toBeTruthy()
  expect(screen.getByText('先列出前 1 条')).toBeTruthy()
  stage(<KeepOnly wizard={makeWizard({ kind: 'teacher' })} batch={makeBatch({ kind: 'teacher' })} />)
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('rows go only after a yes of their own', async () => {
  stage(<ConfirmStep wizard={makeWizard()} batch={makeBatch(GONE)} />)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /导入/ })
  expect(button.disabled).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: /确认移除这 1,200 条/ }))
  fireEvent.click(button)
  await waitFor(() => expect(callsTo('commit')[0]?.body).toMatchObject({ batchId: '31', confirmRemovals: 1 }))
})
