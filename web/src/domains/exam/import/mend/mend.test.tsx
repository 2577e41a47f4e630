import type { StagedRow } from '@xueheng/contract/domains/exam/import.ts'
import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Asked, callsTo, grant, serve, stage } from '../../../../platform/_stage.tsx'
import { makeBatch, makeStaged, makeWizard } from '../../_exam.ts'
import type { Wizard } from '../use-wizard.ts'
import type { Batch } from '../wizard-steps.ts'
import { Mend } from './Mend.tsx'

const fault = (column: number, text: string) => ({ column, level: 'error' as const, code: 'G01', text })
const ROWS = [
  makeStaged(1, ['0001', '九十'], [fault(-1, '整行重复'), fault(0, '考号重复'), fault(0, '考号太短')]),
  makeStaged(2, ['0002', '八十'], [fault(1, '成绩不是数字')]),
]

const page = (records: object[]): Answer => ({
  data: { records, total: records.length, size: 200, current: 1, pages: 1 },
})
const faultsOf = ({ faults, cells, ...place }: StagedRow) =>
  faults.map((one) => ({ fault: { ...one, ...place, value: cells[one.column] ?? '' } }))
const answers = {
  rows: () => page(ROWS.map((row) => ({ row }))),
  faults: () => page(ROWS.flatMap(faultsOf)),
  faultCounts: () => ({ data: [] }),
  mend: () => ({ data: { jobId: '91' } }),
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  grant('examinfo_import')
  serve(answers)
})
afterEach(() => vi.unstubAllGlobals())

let batchNo = 0
/** A batch of its own, whose next verdict, or the same rows again, come by a button. */
function Checked({ act, files = makeBatch().files }: Partial<Pick<Wizard, 'act'> & Pick<Batch, 'files'>>) {
  const [batchId] = useState(() => `b${(batchNo += 1)}`)
  const client = useQueryClient()
  const [jobId, setJobId] = useState('90')
  const faultCounts = [{ code: 'G01', level: 'error' as const, num: 4 }]
  const batch = makeBatch({ batchId, jobId, status: 2, faultCounts, files })
  return (
    <>
      <button onClick={() => setJobId('91')}>校验完</button>
      <button onClick={() => void client.invalidateQueries({ queryKey: ['exam', '7', 'rows'] })}>重读</button>
      <Mend wizard={makeWizard({ batch, batchId, ...(act && { act }) })} batch={batch} />
    </>
  )
}

async function show(act?: Wizard['act']): Promise<void> {
  stage(<Checked {...(act && { act })} />)
  await rowsAreRead()
}

const rowsAreRead = () => screen.findByRole('gridcell', { name: '八十' })
const active = () => document.activeElement as HTMLInputElement
const goNext = () => fireEvent.keyDown(active(), { key: 'F8' })
const isAt = (label: string) => waitFor(() => expect(active().getAttribute('aria-label')).toBe(label))
const type = (value: string) => fireEvent.change(active(), { target: { value } })
const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))
const shownAt = () => screen.getByText(/^第 \d 处，共 4 处$/).textContent

test('the way from fault to fault leads through all of one cell, those of the whole row too', async () => {
  await show()
  const seen = [shownAt()]
  press(/下一处/)
  await isAt('考号，第 2 行')
  seen.push(shownAt())
  for (let i = 0; i < 3; i += 1) {
    goNext()
    seen.push(shownAt())
  }
  expect(seen.map((text) => text?.slice(2, 3))).toEqual(['1', '2', '3', '4', '1'])
})

test('where the keys go by themselves, the fault is the one of their cell', async () => {
  await show()
  press(/考号太短/)
  await isAt('考号，第 2 行')
  expect(shownAt()).toBe('第 3 处，共 4 处')
  fireEvent.keyDown(active(), { key: 'ArrowDown' })
  fireEvent.keyDown(active(), { key: 'ArrowRight' })
  expect(shownAt()).toBe('第 4 处，共 4 处')
  goNext()
  expect(shownAt()).toBe('第 1 处，共 4 处')
})

test('a half typed text stands after the key that goes to the next fault', async () => {
  await show()
  press(/考号太短/)
  await isAt('考号，第 2 行')
  type('00019')
  goNext()
  await isAt('语文，第 3 行')
  expect(screen.getByText('改了 1 格，尚未保存')).toBeTruthy()
  expect(screen.getByRole('gridcell', { name: '00019' })).toBeTruthy()
})

test('a half typed text stands when the rows are read anew', async () => {
  await show()
  press(/考号太短/)
  await isAt('考号，第 2 行')
  type('00019')
  press('校验完')
  expect(await screen.findByText('改了 1 格，尚未保存')).toBeTruthy()
  expect(await screen.findByDisplayValue('00019')).toBeTruthy()
})

test('what is typed while a save is under way is still to be saved', async () => {
  let accept = () => {}
  const waiting = new Promise<void>((resolve) => (accept = resolve))
  await show(async (work) => {
    await work()
    await waiting
    return true
  })
  press(/考号太短/)
  await isAt('考号，第 2 行')
  type('00019')
  fireEvent.keyDown(active(), { key: 'Enter' })
  press('保存并重新校验')
  type('00029')
  fireEvent.keyDown(active(), { key: 'Tab' })
  expect(screen.getByText('改了 2 格，尚未保存')).toBeTruthy()
  accept()
  expect(await screen.findByText('改了 1 格，尚未保存')).toBeTruthy()
  expect(callsTo('mend')[0]?.body['items']).toEqual([{ rowId: 1, cells: { 0: '00019' } }])
  const edited = [...document.querySelectorAll('[data-edited].grid-cell')]
  expect(edited.map((one) => one.textContent)).toEqual(['00029'])
})

test('ticks go where a rule is chosen and where the rows are checked anew', async () => {
  await show()
  const tick = () => fireEvent.click(screen.getByRole('checkbox', { name: '选择第 3 行' }))
  tick()
  expect(screen.getByText('已选 1 行')).toBeTruthy()
  const rules = within(screen.getByRole('group', { name: '规则' })).getAllByRole('button')
  fireEvent.click(rules[1] as HTMLElement)
  expect(screen.queryByText('已选 1 行')).toBeNull()
  await rowsAreRead()
  tick()
  expect(screen.getByText('已选 1 行')).toBeTruthy()
  press('校验完')
  await waitFor(() => expect(screen.queryByText('已选 1 行')).toBeNull())
})

test('rows that cannot be read are said to be so, and are read again when asked', async () => {
  serve({ ...answers, rows: () => ({ code: 500, msg: '读不出来' }) })
  stage(<Checked />)
  expect(await screen.findByText('读不出来')).toBeTruthy()
  serve(answers)
  press('重试')
  await rowsAreRead()
})

test('rows that are read again under the same verdict are drawn as they are now', async () => {
  await show()
  serve({ ...answers, rows: () => page([{ row: ROWS[0] }, { row: makeStaged(2, ['0002', '七十']) }]) })
  press('重读')
  expect(await screen.findByRole('gridcell', { name: '七十' })).toBeTruthy()
})

test('where there is no row nothing is said of rows elsewhere', async () => {
  serve({ ...answers, rows: () => page([]) })
  stage(<Checked />)
  expect(await screen.findByText('这里没有要改的内容')).toBeTruthy()
})

test('where nothing is wrong in the sheet any more, the way leads to the next sheet with a fault', async () => {
  let hasFirst = true
  const later = { ...makeStaged(9, ['0009', '七十'], [fault(1, '超过满分')]), fileNo: 2 }
  const rowsOf = ({ query }: Asked) => (query.get('fileNo') === '2' ? [later] : hasFirst ? ROWS : [])
  serve({
    ...answers,
    rows: (asked) => page(rowsOf(asked).map((row) => ({ row }))),
    faults: () => page([...(hasFirst ? ROWS : []), later].flatMap(faultsOf)),
  })
  const [file] = makeBatch().files
  const sheets = file?.sheets.map((sheet) => ({ ...sheet, fileNo: 2 }))
  stage(<Checked files={[file, { ...file, fileNo: 2, fileName: '二班.xlsx', sheets }] as Batch['files']} />)
  await rowsAreRead()
  press(/下一处/)
  await isAt('考号，第 2 行')
  hasFirst = false
  press('校验完')
  expect(await screen.findByText('这张表没有问题')).toBeTruthy()
  expect(screen.getByText(/其他表还有：二班\.xlsx/)).toBeTruthy()
  press('去改下一处')
  expect(await screen.findByRole('gridcell', { name: '七十' })).toBeTruthy()
})
