import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { makeBatch, makeSheet, makeStaged, makeWizard } from '../_exam.ts'
import { CheckStep } from './CheckStep.tsx'
import { ConfirmStep } from './ConfirmStep.tsx'
import { MappingStep } from './MappingStep.tsx'
import type { Batch } from './wizard-steps.ts'

beforeEach(() => {
  localStorage.clear()
  grant('examinfo_import')
  serve({
    rows: () => ({
      data: { records: [{ row: makeStaged(1, ['平均分', '90']) }], total: 1, size: 50, current: 1, pages: 1 },
    }),
    faults: () => ({ data: { records: [], total: 0, size: 20_000, current: 1, pages: 0 } }),
    faultCounts: () => ({ data: [] }),
    mapping: () => ({ data: { jobId: '91' } }),
    choose: () => ({ data: { jobId: '91' } }),
    getExamCourseList: () => ({ data: [] }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const USUAL: Batch['leftOut'] = [{ fileNo: 1, sheetNo: 1, reason: 'head', num: 1, rowNos: [1] }]
const FOOT: Batch['leftOut'] = [...USUAL, { fileNo: 1, sheetNo: 1, reason: 'foot', num: 7, rowNos: [8, 9, 16, 17, 24] }]
const account = () => document.querySelector<HTMLDetailsElement>('.imp-account')

function show(Step: typeof CheckStep, batch: Partial<Batch>) {
  const whole = makeBatch({ counts: { ...makeBatch().counts, read: 41, left: 8 }, leftOut: FOOT, ...batch })
  const wizard = makeWizard({ batch: whole })
  stage(<Step wizard={wizard} batch={whole} />)
  return wizard
}

test('before anything is confirmed each sheet says what is left out of it, with the first rows', () => {
  show(ConfirmStep, {})
  expect(account()?.open).toBe(true)
  expect(account()?.querySelector('li')?.textContent).toBe(
    '成绩.xlsx › 理科读取 41 行，待导入 33 行标题与表头 1 行（第 1 行）合计、平均分、制表人等 7 行（第 8、9、16、17、24… 行）',
  )
})

test('the check opens the account only where something unusual is left out', () => {
  show(CheckStep, { leftOut: USUAL })
  expect(account()?.open).toBe(false)
})

test('a file that was not read is named with its reason', () => {
  const copy = {
    fileNo: 2,
    fileName: '副本.xlsx',
    message: '与「成绩.xlsx」内容相同，没有重复读取',
    leftOut: 'same',
    sheets: [],
  }
  show(ConfirmStep, { files: [...makeBatch().files, copy as unknown as Batch['files'][number]] })
  expect(account()?.textContent).toContain('副本.xlsx与「成绩.xlsx」内容相同，没有重复读取')
})

test('the rows left out of a sheet can be looked at', async () => {
  show(CheckStep, {})
  fireEvent.click(screen.getByRole('button', { name: /^本表不导入的行/ }))
  await waitFor(() => expect(callsTo('rows').at(-1)?.query.get('level')).toBe('left'))
})

test('what is left out of all files and what of the sheet in the grid have names of their own', () => {
  show(CheckStep, {})
  const named = (name: string) => screen.getAllByText(name).map((one) => one.parentElement?.textContent)
  expect(named('不导入合计')).toEqual(['不导入合计8'])
  expect(named('本表不导入的行').length).toBe(1)
  expect(screen.getByRole('button', { name: '本表不导入的行 7' }).title).toBe('不含标题与表头')
  expect(screen.queryByText('不导入的行')).toBeNull()
})

test('rows that are ticked are left out for a reason, and brought back', async () => {
  show(CheckStep, {})
  const tick = async () => {
    await screen.findByDisplayValue('平均分')
    fireEvent.click(screen.getAllByRole('checkbox')[1] as HTMLElement)
  }
  await tick()
  const leave = screen.getByRole<HTMLButtonElement>('button', { name: '不导入这些行' })
  expect(leave.disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('原因'), { target: { value: '外校学生' } })
  fireEvent.click(leave)
  await waitFor(() =>
    expect(callsTo('choose')[0]?.body).toEqual({ batchId: '31', rowIds: [1], isTaken: 0, reason: '外校学生' }),
  )
  fireEvent.click(screen.getByRole('button', { name: /^本表不导入的行/ }))
  await tick()
  fireEvent.click(screen.getByRole('button', { name: '导入这些行' }))
  await waitFor(() => expect(callsTo('choose')[1]?.body).toEqual({ batchId: '31', rowIds: [1], isTaken: 1 }))
})

test('two columns of one meaning wait for an answer, which may be changed until it is saved', async () => {
  const columns = [
    { column: 1, samples: ['90', '80'] },
    { column: 2, samples: ['9', '8'] },
  ]
  const sheet = makeSheet({
    titles: ['考号', '语文', '语文成绩'],
    targets: ['studentNumber', 'course:语文:score', ''],
    questions: [{ target: 'course:语文:score', columns }],
  })
  show(MappingStep, { status: 2, files: [{ ...makeBatch().files[0]!, sheets: [sheet] }] })
  const save = screen.getByRole<HTMLButtonElement>('button', { name: '保存并校验' })
  expect(save.disabled).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: /第 3 列「语文成绩」/ }))
  fireEvent.click(screen.getByRole('radio', { name: /第 2 列「语文」/ }))
  fireEvent.click(screen.getByRole('radio', { name: /第 3 列「语文成绩」/ }))
  expect(save.disabled).toBe(false)
  fireEvent.click(save)
  await waitFor(() =>
    expect(callsTo('mapping')[0]?.body).toMatchObject({
      sheets: [{ targets: ['studentNumber', '', 'course:语文:score'] }],
    }),
  )
})
