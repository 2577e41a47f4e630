import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { makeBatch, makeStaged, makeWizard } from '../_exam.ts'
import { CheckStep } from './CheckStep.tsx'

afterEach(() => vi.unstubAllGlobals())
beforeEach(() => {
  localStorage.clear()
  grant('examinfo_import')
})

async function showTicked(code: string, level: 'error' | 'warning') {
  const fault = { column: 1, level, code, text: '同班有 2 名「张伟」' }
  const record = { row: makeStaged(1, ['01', '张伟'], [fault]) }
  serve({
    rows: () => ({ data: { records: [record], total: 1, size: 50, current: 1, pages: 1 } }),
    faults: () => ({ data: { records: [], total: 0, size: 20_000, current: 1, pages: 0 } }),
    faultCounts: () => ({ data: [] }),
    confirmSameName: () => ({ data: { jobId: '91' } }),
  })
  const batch = makeBatch({ status: 2 })
  stage(<CheckStep wizard={makeWizard({ batch })} batch={batch} />)
  await screen.findByText('张伟')
  fireEvent.click(screen.getAllByRole('checkbox')[1] as HTMLElement)
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('two of one name are confirmed as different students only with a reason', async () => {
  await showTicked('S06', 'error')
  expect(button('确认是不同的学生').disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('原因'), { target: { value: '学籍号不同' } })
  fireEvent.click(button('确认是不同的学生'))
  const body = { batchId: '31', rowIds: [1], isConfirmed: 1, reason: '学籍号不同' }
  await waitFor(() => expect(callsTo('confirmSameName')[0]?.body).toEqual(body))
})

test('what was confirmed is taken back', async () => {
  await showTicked('S11', 'warning')
  fireEvent.click(button('撤回确认'))
  const body = { batchId: '31', rowIds: [1], isConfirmed: 0 }
  await waitFor(() => expect(callsTo('confirmSameName')[0]?.body).toEqual(body))
})

test('rows of other faults cannot be confirmed', async () => {
  await showTicked('S04', 'error')
  expect(screen.queryByRole('button', { name: '确认是不同的学生' })).toBeNull()
  expect(screen.queryByRole('button', { name: '撤回确认' })).toBeNull()
})
