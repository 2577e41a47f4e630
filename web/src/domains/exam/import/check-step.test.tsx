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

function rows(): Answer {
  const records = ROWS.map((row) => ({ row }))
  return { data: { records, total: 120, size: 50, current: 1, pages: 3 } }
}

beforeEach(() => {
  localStorage.clear()
  grant('examinfo_import')
  serve({
    rows,
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
  await screen.findByDisplayValue('九十')
  return wizard
}

const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name })
const cell = (value: string) => screen.getByDisplayValue<HTMLInputElement>(value)

test('faults stand in their cells and beside their rows; a warning is no error', async () => {
  await show()
  expect(cell('九十').getAttribute('aria-invalid')).toBe('true')
  expect(cell('九十').dataset['level']).toBe('error')
  expect(cell('0002').getAttribute('aria-invalid')).toBe('false')
  expect(cell('0002').dataset['level']).toBe('warning')
  expect(cell('88').dataset['level']).toBeUndefined()
  expect(screen.getByText('成绩不是数字').dataset['level']).toBe('error')
  expect(cell('九十').getAttribute('aria-label')).toBe('语文，第 2 行')
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

test('cells typed over are counted, can be dropped, and are saved together', async () => {
  const wizard = await show()
  expect(screen.queryByText(/尚未保存/)).toBeNull()
  fireEvent.change(cell('九十'), { target: { value: '90' } })
  expect(screen.getByText('改了 1 格，尚未保存')).toBeTruthy()
  expect(cell('90').dataset['edited']).toBe('true')
  expect(cell('88').dataset['edited']).toBeUndefined()
  fireEvent.click(button('放弃'))
  expect(cell('九十')).toBeTruthy()
  fireEvent.change(cell('九十'), { target: { value: '90' } })
  fireEvent.change(cell('88'), { target: { value: '89' } })
  fireEvent.click(button('保存并重新校验'))
  const items = [
    { rowId: 1, cells: { 1: '90' } },
    { rowId: 2, cells: { 1: '89' } },
  ]
  await waitFor(() => expect(callsTo('mend')[0]?.body).toEqual({ batchId: '31', items }))
  await waitFor(() => expect(screen.queryByText(/尚未保存/)).toBeNull())
  expect(wizard.act).toHaveBeenCalledOnce()
})

test('a save that is refused leaves everything typed', async () => {
  await show({}, { act: async () => false })
  fireEvent.change(cell('九十'), { target: { value: '90' } })
  fireEvent.click(button('保存并重新校验'))
  await Promise.resolve()
  expect(screen.getByText('改了 1 格，尚未保存')).toBeTruthy()
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

test('rows with faults are asked for first; a rule, all rows and another page ask anew', async () => {
  await show({ faultCounts: [{ code: 'G01', level: 'error', num: 1200 }] })
  const last = () => Object.fromEntries(callsTo('rows').at(-1)?.query ?? [])
  const place = { batchId: '31', fileNo: '1', sheetNo: '1', size: '50' }
  expect(last()).toEqual({ ...place, current: '1', onlyFaulty: '1' })
  fireEvent.click(screen.getByTitle('2'))
  await waitFor(() => expect(last()).toEqual({ ...place, current: '2', onlyFaulty: '1' }))
  const [first, rule, all] = within(screen.getByRole('group', { name: '规则' })).getAllByRole('button')
  expect([first, rule, all].map((one) => one?.getAttribute('aria-pressed'))).toEqual(['true', 'false', 'false'])
  expect(rule?.textContent).toContain('1,200')
  fireEvent.click(rule as HTMLElement)
  await waitFor(() => expect(last()).toEqual({ ...place, current: '1', code: 'G01' }))
  expect([first, rule, all].map((one) => one?.getAttribute('aria-pressed'))).toEqual(['false', 'true', 'false'])
  fireEvent.click(all as HTMLElement)
  await waitFor(() => expect(last()).toEqual({ ...place, current: '1' }))
  expect([first, rule, all].map((one) => one?.getAttribute('aria-pressed'))).toEqual(['false', 'false', 'true'])
})

test('of several sheets one is shown; ignored ones and those without a head are not offered', async () => {
  const names: Partial<ReturnType<typeof makeSheet>>[] = [
    { name: '理科' },
    { name: '文科', sheetNo: 2 },
    { name: '说明', sheetNo: 3, headerRow: 0 },
    { name: '草稿', sheetNo: 4, isIgnored: true },
  ]
  const [file] = makeBatch().files
  await show({ files: [{ ...file, sheets: names.map(makeSheet) } as Batch['files'][number]] })
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '工作表' }))
  const options = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')]
  expect(options.map((one) => one.textContent)).toEqual(['成绩.xlsx › 理科', '成绩.xlsx › 文科'])
  fireEvent.click(options[1] as HTMLElement)
  await waitFor(() => expect(callsTo('rows').at(-1)?.query.get('sheetNo')).toBe('2'))
})

test('a batch without faults says there is nothing to mend', async () => {
  serve({ rows: () => ({ data: { records: [], total: 0, size: 50, current: 1, pages: 0 } }) })
  const batch = makeBatch({ status: 3 })
  stage(<CheckStep wizard={makeWizard({ batch })} batch={batch} />)
  expect(await screen.findByText('没有问题')).toBeTruthy()
  fireEvent.click(button('全部行'))
  expect(await screen.findByText('没有行')).toBeTruthy()
})
