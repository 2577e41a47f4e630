import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { makeBatch, makeStaged, makeWizard } from '../_exam.ts'
import { ConfirmStep } from './ConfirmStep.tsx'

const WARNINGS = [
  { code: 'G05', level: 'warning' as const, num: 1200 },
  { code: 'G01', level: 'error' as const, num: 3 },
]

const FAULTS = [
  { column: 0, level: 'warning' as const, code: 'G05', text: '考号有空格' },
  { column: 1, level: 'error' as const, code: 'G01', text: '成绩不是数字' },
]
const RECORDS = [{ row: { ...makeStaged(1, ['0 001', '90'], FAULTS), fileNo: 1, sheetNo: 1 } }]

beforeEach(() => {
  grant('examinfo_import')
  serve({
    commit: () => ({ data: { jobId: '91' } }),
    rows: (call) => ({
      data: { records: RECORDS, total: 12, size: 10, current: Number(call.query.get('current')), pages: 2 },
    }),
  })
})
afterEach(() => vi.unstubAllGlobals())

function show(batch = makeBatch(), isBusy = false) {
  const wizard = makeWizard({ batch, isBusy })
  stage(<ConfirmStep wizard={wizard} batch={batch} />)
  return wizard
}

const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('without warnings the rows that change anything are written at once', async () => {
  const wizard = show()
  expect(screen.getByRole('heading').textContent).toBe('可以导入')
  expect(screen.queryByRole('checkbox')).toBeNull()
  fireEvent.click(button('导入 35 条'))
  await waitFor(() => expect(callsTo('commit')[0]?.body).toEqual({ batchId: '31', confirmWarnings: 0 }))
  expect(wizard.act).toHaveBeenCalledWith(expect.any(Function), 'finish')
})

test('warnings are listed without the errors, and have to be agreed to', async () => {
  show(makeBatch({ faultCounts: WARNINGS }))
  expect(screen.getByRole('heading').textContent).toBe('确认警告')
  expect([...document.querySelectorAll('.imp-warnings li')].map((one) => one.querySelector('b')?.textContent)).toEqual([
    '1,200',
  ])
  expect(button('导入 35 条').disabled).toBe(true)
  fireEvent.click(screen.getByRole('checkbox'))
  expect(button('导入 35 条').disabled).toBe(false)
  fireEvent.click(button('导入 35 条'))
  await waitFor(() => expect(callsTo('commit')[0]?.body).toEqual({ batchId: '31', confirmWarnings: 1 }))
})

test('warnings are confirmed in sight of their rows, page by page', async () => {
  show(makeBatch({ faultCounts: WARNINGS }))
  const line = await screen.findByText('考号有空格')
  expect(line.closest('li')?.textContent).toBe('成绩.xlsx › 理科 第 2 行0 001考号有空格')
  const asked = () => Object.fromEntries(callsTo('rows').at(-1)?.query ?? [])
  const first = { batchId: '31', level: 'warning', code: 'G05', size: '10' }
  expect(asked()).toEqual({ ...first, current: '1' })
  fireEvent.click(screen.getByTitle('2'))
  await waitFor(() => expect(asked()).toEqual({ ...first, current: '2' }))
})

test('a yes that is taken back closes the way again', () => {
  show(makeBatch({ faultCounts: WARNINGS }))
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(screen.getByRole('checkbox'))
  expect(button('导入 35 条').disabled).toBe(true)
})

test('nothing can be sent while the server is at work', () => {
  show(makeBatch(), true)
  expect(button('导入 35 条').disabled).toBe(true)
})

test('a batch that changes nothing promises no rows', () => {
  show(makeBatch({ counts: { read: 5, left: 1, rows: 4, fresh: 0, changed: 0, unchanged: 4, faulty: 0, warned: 0 } }))
  expect(button('导入').textContent).toBe('导入')
})

test('the counts stand in their tiles; the step before is the check', () => {
  const wizard = show()
  const tiles = [...document.querySelectorAll('.imp-tiles dd')].map((one) => one.textContent)
  expect(tiles).toEqual(['41', '1', '30', '5', '4', '1', '2'])
  fireEvent.click(button('上一步'))
  expect(wizard.open).toHaveBeenCalledWith('check')
})

test('a count of nothing is quiet', () => {
  show(makeBatch({ counts: { read: 43, left: 3, rows: 40, fresh: 0, changed: 1, unchanged: 0, faulty: 0, warned: 0 } }))
  const tones = [...document.querySelectorAll<HTMLElement>('.imp-tiles div')].map((one) => one.dataset['tone'])
  expect(tones).toEqual(['', 'quiet', 'quiet', 'primary', 'quiet', 'quiet', 'quiet'])
})
