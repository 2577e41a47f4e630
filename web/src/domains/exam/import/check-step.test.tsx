import type { StagedRow } from '@xueheng/contract/domains/exam/import.ts'
import type { PlacedFault } from '@xueheng/contract/domains/exam/import-mend.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { makeBatch, makeSheet, makeStaged, makeWizard } from '../_exam.ts'
import { CheckStep } from './CheckStep.tsx'
import type { Wizard } from './use-wizard.ts'
import type { Batch } from './wizard-steps.ts'

const FAULT = { column: 1, level: 'error' as const, code: 'G01', text: '成绩不是数字' }
const HINT = { column: 0, level: 'warning' as const, code: 'G05', text: '考号有空格' }
const ROWS = [makeStaged(1, ['0001', '九十'], [FAULT]), makeStaged(2, ['0002', '88'], [HINT])]

const MISSING = [7, 8].map((n) => ({
  schoolCode: 's1',
  schoolName: '第一中学',
  className: `${n}班`,
  classNo: n,
  num: 1,
}))

function page(records: object[], total = records.length): Answer {
  return { data: { records, total, size: 200, current: 1, pages: 1 } }
}

function placed({ rowId, fileNo, sheetNo, rowNo, cells, faults }: StagedRow): { fault: PlacedFault }[] {
  return faults.map((fault) => ({
    fault: { ...fault, rowId, fileNo, sheetNo, rowNo, value: cells[fault.column] ?? '' },
  }))
}

beforeEach(() => {
  localStorage.clear()
  grant('examinfo_import')
  serve({
    rows: () =>
      page(
        ROWS.map((row) => ({ row })),
        120,
      ),
    faults: () => page(ROWS.flatMap(placed)),
    faultCounts: () => ({ data: [{ fileNo: 1, sheetNo: 1, errors: 1, warnings: 1 }] }),
    mend: () => ({ data: { jobId: '91' } }),
    check: () => ({ data: { jobId: '91' } }),
    missingClasses: () => ({ data: MISSING }),
    createClasses: () => ({ data: { jobId: '91', created: 3 } }),
  })
})
afterEach(() => vi.unstubAllGlobals())

async function show(batch: Partial<Batch> = {}, values: Partial<Wizard> = {}) {
  const whole = makeBatch({ status: 2, ...batch })
  const wizard = makeWizard({ batch: whole, ...values })
  stage(<CheckStep wizard={wizard} batch={whole} />)
  await screen.findByRole('grid')
  return wizard
}

const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name })
const cell = (value: string) => within(screen.getByRole('grid')).getByRole<HTMLElement>('gridcell', { name: value })
/** Goes to a fault of the list; the keys are in its cell then. */
async function openFault(name: RegExp): Promise<HTMLInputElement> {
  fireEvent.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(document.activeElement?.className).toBe('grid-input'))
  return document.activeElement as HTMLInputElement
}

test('faults stand in their cells and in one list; a warning is no error', async () => {
  await show()
  expect(cell('九十').dataset['level']).toBe('error')
  expect(cell('88').dataset['level']).toBeUndefined()
  const list = within(screen.getByRole('list', { name: '问题清单，共 2 处' }))
  expect(list.getAllByRole('button').map((one) => [one.dataset['level'], one.textContent])).toEqual([
    ['error', '成绩.xlsx › 理科 第 2 行语文九十成绩不是数字'],
    ['warning', '成绩.xlsx › 理科 第 3 行考号0002考号有空格'],
  ])
  const input = await openFault(/成绩不是数字/)
  expect([input.value, input.getAttribute('aria-label')]).toEqual(['九十', '语文，第 2 行'])
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

test('the list of faults is one stop of the Tab key, and the arrows go from line to line', async () => {
  await show()
  const list = screen.getByRole('list', { name: '问题清单，共 2 处' })
  const lines = within(list).getAllByRole('button')
  expect([list.tabIndex, ...lines.map((line) => line.tabIndex)]).toEqual([0, -1, -1])
  list.focus()
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
  press('ArrowDown')
  press('ArrowDown')
  expect(document.activeElement).toBe(lines[1])
  press('ArrowUp')
  expect(document.activeElement).toBe(lines[0])
})

test('the way from fault to fault is a button and a key, and goes round', async () => {
  await show()
  fireEvent.click(button(/下一处/))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('语文，第 2 行'))
  expect(screen.getByText('第 1 处，共 2 处')).toBeTruthy()
  fireEvent.keyDown(document.activeElement as Element, { key: 'F8' })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('考号，第 3 行'))
  fireEvent.keyDown(document.activeElement as Element, { key: 'F8' })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('语文，第 2 行'))
  fireEvent.keyDown(document.activeElement as Element, { key: 'F8', shiftKey: true })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('考号，第 3 行'))
})

test('a batch with errors goes no further, and says why', async () => {
  await show()
  expect(button('下一步').disabled).toBe(true)
  expect(screen.getByText('请先改正错误；改正前系统不写入任何数据')).toBeTruthy()
})

test('a checked batch goes on to the last look', async () => {
  const wizard = await show({ status: 3 })
  expect(screen.queryByText(/改完错误才能导入/)).toBeNull()
  fireEvent.click(button('下一步'))
  fireEvent.click(button('上一步'))
  expect(wizard.open.mock.calls).toEqual([['confirm'], ['mapping']])
})

test('while the server is at work its step is shown and everything else waits', async () => {
  await show({ status: 3, message: '上次的话' }, { isBusy: true })
  expect(screen.getByRole('status').textContent).toContain('排队中')
  expect(screen.queryByText('上次的话')).toBeNull()
  const waiting = ['下一步', /下载标注/, '上传改好的工作簿', /重新校验/].map((name) => button(name).disabled)
  expect(waiting).toEqual([true, true, true, true])
})

test('what the last check said stands above, as an error where it failed', async () => {
  await show({ status: 7, message: '工作簿读不出来' })
  expect(screen.getByText('工作簿读不出来').closest('.ant-alert')?.className).toContain('ant-alert-error')
  await show({ status: 2, message: '还有错误' })
  expect(screen.getByText('还有错误').closest('.ant-alert')?.className).toContain('ant-alert-warning')
})

async function mendFirst(text: string): Promise<void> {
  const input = await openFault(/成绩不是数字/)
  fireEvent.change(input, { target: { value: text } })
  fireEvent.keyDown(input, { key: 'Enter' })
}

test('cells typed over are counted, can be dropped, and are saved together', async () => {
  const wizard = await show()
  expect(screen.queryByText(/尚未保存/)).toBeNull()
  await mendFirst('90')
  expect(screen.getByText('改了 1 格，尚未保存')).toBeTruthy()
  fireEvent.click(button('放弃'))
  expect(screen.queryByText(/尚未保存/)).toBeNull()
  fireEvent.click(button('撤销一步'))
  expect(screen.getByText('改了 1 格，尚未保存')).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('语文，第 3 行')
  fireEvent.change(document.activeElement as Element, { target: { value: '89' } })
  fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' })
  fireEvent.click(button('保存并重新校验'))
  const items = [
    { rowId: 1, cells: { 1: '90' } },
    { rowId: 2, cells: { 1: '89' } },
  ]
  await waitFor(() => expect(callsTo('mend')[0]?.body).toEqual({ batchId: '31', items }))
  await waitFor(() => expect(screen.queryByText(/尚未保存/)).toBeNull())
  expect(wizard.act).toHaveBeenCalledOnce()
  expect(cell('90').dataset['edited']).toBeUndefined()
})

test('a save that is refused leaves everything typed', async () => {
  await show({}, { act: async () => false })
  await mendFirst('90')
  fireEvent.click(button('保存并重新校验'))
  await Promise.resolve()
  expect(screen.getByText('改了 1 格，尚未保存')).toBeTruthy()
})

test('everything alike is mended at once, after its number was told', async () => {
  const more = [
    ROWS[0],
    makeStaged(5, ['0005', '九十'], [FAULT]),
    makeStaged(6, ['0006', '八十'], [FAULT]),
  ] as StagedRow[]
  serve({
    rows: () => page(more.map((row) => ({ row }))),
    faults: () => page(more.flatMap(placed)),
    faultCounts: () => ({ data: [] }),
    mend: () => ({ data: { jobId: '91' } }),
  })
  await show()
  fireEvent.click(button(/下一处/))
  await waitFor(() => expect(document.activeElement?.className).toBe('grid-input'))
  fireEvent.click(button('相同的 2 处一起改'))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/的共 2 格：$/).textContent).toContain('「语文」为「九十」')
  fireEvent.change(dialog.getByRole('combobox'), { target: { value: '90' } })
  fireEvent.click(dialog.getByRole('button', { name: '修改 2 格' }))
  expect(screen.getByText('改了 2 格，尚未保存')).toBeTruthy()
  fireEvent.click(button('保存并重新校验'))
  const items = [
    { rowId: 1, cells: { 1: '90' } },
    { rowId: 5, cells: { 1: '90' } },
  ]
  await waitFor(() => expect(callsTo('mend')[0]?.body).toEqual({ batchId: '31', items }))
})

test('missing classes are made only where the rule of classes spoke', async () => {
  await show()
  expect(screen.queryByRole('button', { name: '新建缺少的班级' })).toBeNull()
  await show({ faultCounts: [{ code: 'S04', level: 'error', num: 3 }] })
  fireEvent.click(button('新建缺少的班级'))
  const seven = await screen.findByRole<HTMLInputElement>('checkbox', { name: /第一中学 7班/ })
  expect(seven.checked).toBe(false)
  expect(button('新建所选的 0 个班级').disabled).toBe(true)
  fireEvent.click(seven)
  fireEvent.click(button('新建所选的 1 个班级'))
  expect(await screen.findByText('新建了 3 个班级')).toBeTruthy()
  const body = { batchId: '31', classes: [{ schoolCode: 's1', classNo: 7 }] }
  expect(callsTo('createClasses')[0]?.body).toEqual(body)
})

test('a check is asked for again by hand', async () => {
  await show()
  fireEvent.click(button(/重新校验/))
  await waitFor(() => expect(callsTo('check')[0]?.body).toEqual({ batchId: '31' }))
})

test('rows with faults are asked for first; a rule and all rows ask anew', async () => {
  await show({ faultCounts: [{ code: 'G01', level: 'error', num: 1200 }] })
  const last = () => Object.fromEntries(callsTo('rows').at(-1)?.query ?? [])
  const place = { batchId: '31', fileNo: '1', sheetNo: '1', size: '200', current: '1' }
  expect(last()).toEqual({ ...place, onlyFaulty: '1' })
  const chips = () => within(screen.getByRole('group', { name: '规则' })).getAllByRole('button')
  const pressed = () => chips().map((one) => one.getAttribute('aria-pressed'))
  expect(pressed()).toEqual(['true', 'false', 'false'])
  expect(chips()[1]?.textContent).toContain('1,200')
  fireEvent.click(chips()[1] as HTMLElement)
  await waitFor(() => expect(last()).toEqual({ ...place, code: 'G01' }))
  expect(pressed()).toEqual(['false', 'true', 'false'])
  fireEvent.click(chips()[2] as HTMLElement)
  await waitFor(() => expect(last()).toEqual(place))
  expect(pressed()).toEqual(['false', 'false', 'true'])
})

test('the files stand beside each other with the number of their faults; ignored sheets and those without a head do not', async () => {
  const names: Partial<ReturnType<typeof makeSheet>>[] = [
    { name: '理科' },
    { name: '文科', sheetNo: 2 },
    { name: '说明', sheetNo: 3, headerRow: 0 },
    { name: '草稿', sheetNo: 4, isIgnored: true },
  ]
  const [file] = makeBatch().files
  await show({ files: [{ ...file, sheets: names.map(makeSheet) } as Batch['files'][number]] })
  await screen.findByRole('button', { name: '成绩.xlsx › 理科 2' })
  const files = within(screen.getByRole('group', { name: '文件' })).getAllByRole('button')
  expect(files.map((one) => one.textContent)).toEqual(['全部文件 2', '成绩.xlsx › 理科 2', '成绩.xlsx › 文科 0'])
  fireEvent.click(files[2] as HTMLElement)
  await waitFor(() => expect(callsTo('rows').at(-1)?.query.get('sheetNo')).toBe('2'))
})

function showNothing(values: Partial<Wizard>, batch: Partial<Batch> = {}) {
  serve({ rows: () => page([]), faults: () => page([]), faultCounts: () => ({ data: [] }) })
  const whole = makeBatch({ status: 3, ...batch })
  stage(<CheckStep wizard={makeWizard({ batch: whole, ...values })} batch={whole} />)
}

test('a batch without faults says there is nothing to mend', async () => {
  showNothing({})
  expect(await screen.findByText('没有问题')).toBeTruthy()
  fireEvent.click(button('全部行'))
  expect(await screen.findByText('没有行')).toBeTruthy()
})

test('while files are read that is said, with the rows read so far', async () => {
  const [file] = makeBatch().files
  const unread = { ...file, fileNo: 2, fileName: '二.xlsx', sheets: [] } as unknown as Batch['files'][number]
  const job = { id: '90', done: 20_000, total: 0, state: 'running', step: '读取文件', title: '校验' } as Wizard['job']
  showNothing({ isBusy: true, job }, { files: [file as Batch['files'][number], unread] })
  expect(await screen.findByText('正在读取文件')).toBeTruthy()
  expect(screen.queryByText('没有问题')).toBeNull()
})
