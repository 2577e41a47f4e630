import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Asked, callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { hearOpenings, makeBatch, makeSheet, makeWizard } from '../_exam.ts'
import { ChooseStep } from './ChooseStep.tsx'
import { FinishStep } from './FinishStep.tsx'
import { MappingStep } from './MappingStep.tsx'
import { UploadStep } from './UploadStep.tsx'
import { WizardSteps } from './WizardSteps.tsx'
import type { Batch } from './wizard-steps.ts'

const EXAMS = [
  { id: '7', examName: '高三一模', examStatus: 0 },
  { id: '8', examName: '高三二模', examStatus: 7 },
]

const answers: Record<string, (call: Asked) => Answer> = {
  listall: () => ({ data: EXAMS }),
  list: () => ({ data: { records: [makeBatch()], total: 1, size: 8, current: 1, pages: 1 } }),
  tree: () => ({ data: [{ id: '1', value: 'S1', title: '一中' }] }),
  getExamCourseList: () => ({ data: [{ courseName: '语文' }, { courseName: '数学' }] }),
  mapping: () => ({ data: { jobId: '91' } }),
  removeFile: () => ({ data: { jobId: '91' } }),
  undo: () => ({ data: { jobId: '91' } }),
}

beforeEach(() => {
  localStorage.clear()
  grant('examinfo_import', 'examinfo_view', 'basicschool_view')
  serve(answers)
})
afterEach(() => vi.unstubAllGlobals())

const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name })
const options = () => [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')]
const [file] = makeBatch().files

function makeFile(values: object): Batch['files'][number] {
  return { ...file, ...values } as Batch['files'][number]
}

test('exams whose state allows no import are shown with it and cannot be chosen', async () => {
  const wizard = makeWizard({ examId: '', batchId: '', batch: undefined, step: 'choose' })
  stage(<ChooseStep wizard={wizard} />)
  await waitFor(() => expect(callsTo('listall')).toHaveLength(1))
  expect(button('下一步').disabled).toBe(true)
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '考试' }))
  await waitFor(() => expect(options()).toHaveLength(2))
  expect(options().map((one) => one.className.includes('disabled'))).toEqual([false, true])
  expect(options()[1]?.textContent).toContain('已发布')
  fireEvent.click(options()[0] as HTMLElement)
  expect(wizard.choose).toHaveBeenCalledWith({ examId: '7', batchId: undefined })
  expect(screen.queryByText('之前的批次')).toBeNull()
})

test('the kind that is chosen is marked; another one begins anew', () => {
  const wizard = makeWizard({ kind: 'score' })
  stage(<ChooseStep wizard={wizard} />)
  const kinds = within(screen.getByRole('radiogroup')).getAllByRole('radio')
  expect(kinds.map((one) => one.getAttribute('aria-checked'))).toEqual(['false', 'true', 'false', 'false'])
  fireEvent.click(kinds[0] as HTMLElement)
  expect(wizard.choose).toHaveBeenCalledWith({ kind: 'student', batchId: undefined })
})

test.each([
  ['with a batch goes back to its check', makeBatch(), 'check'],
  ['without a batch goes on to the files', undefined, 'upload'],
])('the choice of an exam %s', (_title, batch, step) => {
  const wizard = makeWizard({ batch })
  stage(<ChooseStep wizard={wizard} />)
  fireEvent.click(button('下一步'))
  expect(wizard.open).toHaveBeenCalledWith(step)
})

test('an earlier batch is named by its files and leads back into its wizard', async () => {
  serve({
    ...answers,
    list: () => ({
      data: {
        records: [makeBatch(), makeBatch({ batchId: '32', files: [] })],
        total: 2,
        size: 8,
        current: 1,
        pages: 1,
      },
    }),
  })
  const wizard = makeWizard()
  stage(<ChooseStep wizard={wizard} />)
  expect((await screen.findByText('成绩.xlsx')).closest('button')?.textContent).toContain('40 行')
  expect(screen.getByText('没有文件')).toBeTruthy()
  fireEvent.click(screen.getByText('成绩.xlsx'))
  expect(wizard.choose).toHaveBeenCalledWith({ batchId: '31' })
  expect(Object.fromEntries(callsTo('list')[0]?.query ?? [])).toMatchObject({ examId: '7', kind: 'score' })
})

test('files are listed with their sheets or with what is wrong; the only one cannot be removed', () => {
  stage(<UploadStep wizard={makeWizard()} />)
  expect(screen.getByText('理科 41 行')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '移除' })).toBeNull()
  const files = [makeFile({}), makeFile({ fileNo: 2, fileName: '坏.xlsx', message: '打不开' })]
  stage(<UploadStep wizard={makeWizard({ batch: makeBatch({ files }) })} />)
  expect(screen.getByText('打不开').closest('li')?.className).toBe('is-broken')
  expect(screen.getByText('理科 41 行').closest('li')?.className).toBe('')
  expect(screen.getAllByRole('button', { name: '移除' })).toHaveLength(2)
})

test('a file is removed after a yes', async () => {
  const files = [makeFile({}), makeFile({ fileNo: 2, fileName: '文科.xlsx' })]
  const wizard = makeWizard({ batch: makeBatch({ files }) })
  stage(<UploadStep wizard={wizard} />)
  fireEvent.click(screen.getAllByRole('button', { name: '移除' })[1] as HTMLElement)
  expect(await screen.findByText('移除「文科.xlsx」及其中的行？')).toBeTruthy()
  expect(callsTo('removeFile')).toHaveLength(0)
  fireEvent.click(button('确定'))
  await waitFor(() => expect(callsTo('removeFile')[0]?.body).toEqual({ batchId: '31', fileNo: 2 }))
  expect(wizard.act).toHaveBeenCalledWith(expect.any(Function), 'upload')
})

test('without a batch there is nothing to go on with; with one the columns come next', () => {
  stage(<UploadStep wizard={makeWizard({ batch: undefined, batchId: '' })} />)
  expect(screen.queryByRole('button', { name: '下一步' })).toBeNull()
  const wizard = makeWizard()
  stage(<UploadStep wizard={wizard} />)
  fireEvent.click(button('下一步'))
  expect(wizard.open).toHaveBeenCalledWith('mapping')
  stage(<UploadStep wizard={makeWizard({ isBusy: true })} />)
  expect(button('下一步').disabled).toBe(true)
  expect(screen.getByRole('status').textContent).toContain('排队中')
})

/** Answers every upload with a batch, and remembers what was sent. */
function hearUploads(): FormData[] {
  const sent: FormData[] = []
  class Uploading extends EventTarget {
    upload = new EventTarget()
    status = 200
    responseText = JSON.stringify({ code: 200, success: true, data: { batchId: '55', jobId: '91' } })
    open() {}
    setRequestHeader() {}
    getResponseHeader() {
      return null
    }
    abort() {}
    send(body: FormData) {
      sent.push(body)
      this.dispatchEvent(new Event('load'))
      ;(this as unknown as { onload?: () => void }).onload?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', Uploading)
  return sent
}

test('dropped files go up together and the batch they make is opened', async () => {
  const sent = hearUploads()
  const wizard = makeWizard({ batch: undefined, batchId: '' })
  stage(<UploadStep wizard={wizard} />)
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  const files = ['a.xlsx', 'b.xlsx'].map((name) => new File(['x'], name))
  Object.defineProperty(input, 'files', { value: files })
  fireEvent.change(input)
  await waitFor(() => expect(wizard.choose).toHaveBeenCalledWith({ batchId: '55' }))
  expect(sent).toHaveLength(1)
})

test('a sample is taken into the wizard without being saved to the disk', async () => {
  const name = '示例-成绩-含错误.zip'
  const other = { name: '示例-考生名单-无错误.xlsx', kind: 'student', isDirty: 0 }
  serve({ ...answers, samples: () => ({ data: [{ name, kind: 'score', isDirty: 1 }, other] }) })
  const answered = fetch
  const headers = { 'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` }
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url.includes('/sample?') ? Promise.resolve(new Response('zip', { headers })) : answered(url, init),
  )
  const sent = hearUploads()
  const wizard = makeWizard({ batch: undefined, batchId: '' })
  stage(<UploadStep wizard={wizard} />)
  fireEvent.click(await screen.findByRole('button', { name: '直接使用示例（含错误）' }))
  await waitFor(() => expect(wizard.choose).toHaveBeenCalledWith({ batchId: '55' }))
  expect(sent[0]?.get('file')).toHaveProperty('name', name)
  expect(screen.queryByRole('button', { name: '直接使用示例（无错误）' })).toBeNull()
})

function showMapping(batch: Partial<Batch> = {}, isBusy = false) {
  const whole = makeBatch(batch)
  const wizard = makeWizard({ batch: whole, isBusy, step: 'mapping' })
  stage(<MappingStep wizard={wizard} batch={whole} />)
  return wizard
}

async function choose(at: number, label: string): Promise<void> {
  fireEvent.mouseDown(screen.getAllByRole('combobox')[at] as HTMLElement)
  await waitFor(() => expect(options().some((one) => one.textContent === label)).toBe(true))
  fireEvent.click(options().findLast((one) => one.textContent === label) as HTMLElement)
}

test('a meaning belongs to one column: given to another it is taken from the first', async () => {
  const wizard = showMapping({ files: [makeFile({ sheets: [makeSheet({ titles: ['语', '文', '错误说明'] })] })] })
  await waitFor(() => expect(callsTo('getExamCourseList')).toHaveLength(1))
  await choose(1, '考号')
  fireEvent.click(button('保存并校验'))
  await waitFor(() => expect(callsTo('mapping')).toHaveLength(1))
  expect(callsTo('mapping')[0]?.body['sheets']).toMatchObject([{ targets: ['', 'studentNumber', ''] }])
  expect(wizard.act).toHaveBeenCalledWith(expect.any(Function), 'check')
})

test('a sheet nothing was recognised in is asked about until it is ignored', async () => {
  showMapping({
    files: [makeFile({ sheets: [makeSheet({ layout: 'unknown', headerRow: 0 }), makeSheet({ sheetNo: 2 })] })],
  })
  expect(screen.getByText('有 1 个工作表没有识别出表头，请指定表头行与列的含义，或忽略')).toBeTruthy()
  const [first] = screen.getAllByRole('switch')
  fireEvent.click(first as HTMLElement)
  expect(screen.queryByText(/没有识别出表头/)).toBeNull()
  expect(screen.getAllByRole<HTMLInputElement>('spinbutton').map((one) => one.disabled)).toEqual([true, false])
  fireEvent.click(button('保存并校验'))
  await waitFor(() =>
    expect(callsTo('mapping')[0]?.body['sheets']).toMatchObject([{ isIgnored: true }, { isIgnored: false }]),
  )
})

test('what is known of a sheet stands at its head', () => {
  const sheets = [makeSheet({ isRemembered: true }), makeSheet({ sheetNo: 2, name: '名单', otherKind: 'student' })]
  showMapping({ files: [makeFile({ sheets })] })
  const [first, second] = screen.getAllByRole('region')
  expect(first?.textContent).toContain('沿用上次的映射')
  expect(first?.textContent).not.toContain('不在这里导入')
  expect(second?.textContent).toContain('不在这里导入')
  expect(second?.textContent).not.toContain('沿用上次的映射')
})

test('the row of the head is typed', async () => {
  showMapping()
  fireEvent.change(screen.getByRole('spinbutton'), { target: { value: '3' } })
  fireEvent.click(button('保存并校验'))
  await waitFor(() => expect(callsTo('mapping')[0]?.body['sheets']).toMatchObject([{ headerRow: 3 }]))
})

test('schools nobody knows are told apart once; one that is cleared again is not sent', async () => {
  showMapping({ unknownSchools: [{ text: '第一中学', num: 12 }] as Batch['unknownSchools'] })
  const region = screen.getByRole('region', { name: '未识别的学校' })
  expect(region.textContent).toContain('12 行')
  fireEvent.mouseDown(within(region).getByRole('combobox'))
  fireEvent.click(await screen.findByText('一中'))
  fireEvent.click(button('保存并校验'))
  await waitFor(() => expect(callsTo('mapping')[0]?.body['schools']).toEqual({ 第一中学: 'S1' }))
  fireEvent.click(region.querySelector('.ant-select-clear') as HTMLElement)
  fireEvent.click(button('保存并校验'))
  await waitFor(() => expect(callsTo('mapping')[1]?.body['schools']).toEqual({}))
})

test('columns are not asked about while the workbook is read', () => {
  showMapping({}, true)
  expect(screen.getByRole('status')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '保存并校验' })).toBeNull()
})

function showFinish(batch: Partial<Batch>, kind: 'student' | 'score', isBusy = false) {
  const whole = makeBatch({ status: 5, ...batch })
  const wizard = makeWizard({ batch: whole, kind, isBusy, step: 'finish' })
  stage(<FinishStep wizard={wizard} batch={whole} />)
  return wizard
}

test('after the list the marks come next, after the marks the check', () => {
  const opened = hearOpenings()
  const wizard = showFinish({}, 'student')
  expect(screen.getByText('新增 30 条，变更 5 条，未变 4 条')).toBeTruthy()
  fireEvent.click(button('接着导入成绩'))
  expect(wizard.choose).toHaveBeenLastCalledWith({ kind: 'score', batchId: undefined })
  fireEvent.click(button('再导入一批'))
  expect(wizard.choose).toHaveBeenLastCalledWith({ batchId: undefined })
  showFinish({}, 'score')
  fireEvent.click(button('去校验与归档'))
  expect(opened).toEqual(['/bigdata/exam/examInfo/7?part=import'])
})

test('an import is taken back after a yes, and then says so', async () => {
  const wizard = showFinish({}, 'score')
  fireEvent.click(button('撤销本批次'))
  await screen.findByText(/本批次新增的行会移除/)
  expect(callsTo('undo')).toHaveLength(0)
  fireEvent.click(button('确定'))
  await waitFor(() => expect(callsTo('undo')[0]?.body).toEqual({ batchId: '31' }))
  expect(wizard.act).toHaveBeenCalledWith(expect.any(Function), 'finish')
  const undone = showFinish({ status: 6, message: '李老师撤销' }, 'score')
  expect(screen.getByText('已撤销，数据恢复原样')).toBeTruthy()
  expect(screen.getByText('李老师撤销')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '撤销本批次' })).toBeNull()
  fireEvent.click(button('重新上传'))
  expect(undone.choose).toHaveBeenCalledWith({ batchId: undefined })
})

test('while rows are written the work is shown with its share', () => {
  const job = { id: '90', state: 'running', step: '写入', done: 1500, total: 3000 }
  const batch = makeBatch({ status: 4 })
  const wizard = makeWizard({ batch, isBusy: true, job: job as never })
  stage(<FinishStep wizard={wizard} batch={batch} />)
  expect(screen.getByRole('status').textContent).toContain('写入1,500 / 3,000')
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
})

test('steps behind are done, the present one is marked, and only what can be opened is a button', () => {
  const wizard = makeWizard({ step: 'check', batch: makeBatch({ status: 2 }) })
  stage(<WizardSteps wizard={wizard} />)
  const steps = screen.getAllByRole<HTMLButtonElement>('button')
  expect(steps.map((one) => one.disabled)).toEqual([false, false, false, false, true, true])
  expect(steps.map((one) => one.getAttribute('aria-current'))).toEqual([null, null, null, 'step', null, null])
  expect(screen.getAllByRole('listitem').map((one) => one.className)).toEqual([
    'is-done',
    'is-done',
    'is-done',
    'is-now',
    '',
    '',
  ])
  expect(steps.map((one) => one.querySelector('i')?.textContent)).toEqual(['', '', '', '4', '5', '6'])
  fireEvent.click(steps[1] as HTMLElement)
  expect(wizard.open).toHaveBeenCalledWith('upload')
})
