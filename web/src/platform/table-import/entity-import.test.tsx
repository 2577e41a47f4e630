// @vitest-environment happy-dom
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../_stage.tsx'
import { CrudPage } from '../crud/CrudPage.tsx'
import { forgetJobs } from '../jobs/jobs.ts'
// Fetched beforehand: what the button opens comes late.
import './EntityImport.tsx'

const user = userEvent.setup({ pointerEventsCheck: 0 })
const JOB = { id: '91', name: 'platform.import-rows', title: '导入', subject: '', step: '', link: '', fileId: '' }

const PAST = {
  id: '55',
  fileId: '7',
  fileName: '学校.xlsx',
  added: 1201,
  changed: 1,
  createTime: '2026-09-01 08:00:00',
  isUndone: 0,
}

function row(rowNo: number, faults: Record<string, string> = {}, isKnown = false) {
  return { rowNo, values: { schoolCode: `S${rowNo}`, schoolName: `学校${rowNo}` }, faults, isKnown, isSame: false }
}

const verdict = {
  fileId: '7',
  columns: [
    { key: 'schoolCode', title: '社会统一信用代码' },
    { key: 'schoolName', title: '学校名称' },
  ],
  rows: [row(2), row(3, { schoolName: '请输入学校名称' }), row(4, {}, true)],
  total: 1203,
  faulty: 1,
  added: 1201,
  changed: 1,
  same: 0,
  passed: ['工作表「说明」的3行'],
  message: '',
}

/** Every upload is answered with the verdict. */
function answerUploads(data: object): void {
  class Uploading extends EventTarget {
    upload = new EventTarget()
    status = 200
    responseText = JSON.stringify({ code: 200, success: true, data })
    open() {}
    setRequestHeader() {}
    getResponseHeader() {
      return null
    }
    abort() {}
    send() {
      this.dispatchEvent(new Event('load'))
      ;(this as unknown as { onload?: () => void }).onload?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', Uploading)
}

/** A stream on which nothing happens. */
class Silence extends EventTarget {
  close() {}
}

function serveJob(state: string, text: string): void {
  const job = { ...JOB, state, text, done: 600, total: 1202, createTime: '2026-09-01 08:00:00', endTime: '' }
  const none = { records: [], total: 0, size: 10, current: 1, pages: 0 }
  serve({
    list: ({ path }) => ({ data: path.includes('/job/') ? { ...none, records: [job] } : none }),
    detail: () => ({ data: job }),
    'import-commit': () => ({ data: { jobId: '91' } }),
    'import-undo': () => ({ data: { jobId: '91' } }),
    'import-history': () => ({ data: [PAST] }),
    'import-mend': () => ({ data: { ...verdict, faulty: 0, rows: [row(2), row(3), row(4, {}, true)] } }),
    dictionary: () => ({ data: [] }),
  })
}

beforeEach(() => {
  vi.stubGlobal('EventSource', Silence)
  localStorage.clear()
  forgetJobs()
  grant('basicschool_view', 'basicschool_add', 'basicschool_edit', 'basicschool_delete')
})

afterEach(() => vi.unstubAllGlobals())

async function choose(data: object): Promise<void> {
  answerUploads(data)
  stage(<CrudPage entity={basicSchool} />)
  await user.click(await screen.findByRole('button', { name: /导入$/ }))
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!found) throw new Error('no input yet')
    return found
  })
  Object.defineProperty(input, 'files', { value: [new File(['x'], '学校.xlsx')] })
  fireEvent.change(input)
  await screen.findByText(/共 1,203 行/)
}

test('a workbook with faults is imported only once the faulty rows are left out by name', async () => {
  serveJob('done', '新增1201行，变更1行，未变0行；未导入1行：第3行')
  await choose(verdict)
  expect(screen.getByText(/新增 1,201，变更 1，未变 0；1 行有错误/)).toBeTruthy()
  expect(screen.getByText('没有读取：工作表「说明」的3行')).toBeTruthy()
  expect(screen.getByRole('gridcell', { name: '请输入学校名称' })).toBeTruthy()
  const button = screen.getByRole('button', { name: '导入 1,203 行' })
  expect((button as HTMLButtonElement).disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: '不导入 3' }))
  await user.click(await screen.findByRole('button', { name: '导入 1,202 行，1 行不导入' }))
  await waitFor(() => expect(callsTo('import-commit')[0]?.body).toEqual({ fileId: '7', leftOut: [3] }))
  expect(await screen.findByText(/未导入1行：第3行/)).toBeTruthy()
})

test('while the job runs it says how many rows of how many are done', async () => {
  serveJob('running', '')
  await choose({ ...verdict, faulty: 0, rows: [row(2)] })
  await user.click(screen.getByRole('button', { name: '导入 1,203 行' }))
  expect(await screen.findByText(/600 \/ 1,202/)).toBeTruthy()
})

test('why a job failed stands above the workbook, which may be chosen anew', async () => {
  serveJob('failed', '有1行不能导入，全部未保存。第3行：学籍号格式错误')
  await choose({ ...verdict, faulty: 0, rows: [row(2)] })
  await user.click(screen.getByRole('button', { name: '导入 1,203 行' }))
  expect(await screen.findByText(/全部未保存。第3行/)).toBeTruthy()
  expect(screen.getByText('换一个文件')).toBeTruthy()
})

test('who may not add rows has no button to import them', async () => {
  serveJob('done', '')
  grant('basicschool_view')
  stage(<CrudPage entity={basicSchool} />)
  await screen.findByRole('button', { name: '刷新' })
  expect(screen.queryByRole('button', { name: /导入$/ })).toBeNull()
})

test('a faulty cell is typed over in place, and the file is looked through again before it is imported', async () => {
  serveJob('done', '')
  await choose(verdict)
  const cell = screen.getByRole('textbox', { name: '学校名称，第 3 行' })
  fireEvent.change(cell, { target: { value: '第三中学' } })
  fireEvent.keyDown(cell, { key: 'Enter' })
  expect(await screen.findByText('改了 1 格，尚未保存')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '保存并重新检查' }))
  await waitFor(() =>
    expect(callsTo('import-mend')[0]?.body).toEqual({
      fileId: '7',
      mends: [{ rowNo: 3, values: { schoolName: '第三中学' } }],
    }),
  )
  expect(await screen.findByText(/共 1,203 行：新增 1,201，变更 1，未变 0$/)).toBeTruthy()
  expect(screen.queryByText('改了 1 格，尚未保存')).toBeNull()
  await user.click(screen.getByRole('button', { name: '导入 1,203 行' }))
  await waitFor(() => expect(callsTo('import-commit')).toHaveLength(1))
})

test('a file that was looked through and not imported is gone on with when the dialog is opened again', async () => {
  serveJob('done', '')
  await choose(verdict)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: /导入$/ }))
  await user.click(await screen.findByRole('button', { name: /继续上次的「学校.xlsx」/ }))
  await waitFor(() => expect(callsTo('import-mend')[0]?.body).toEqual({ fileId: '7', mends: [] }))
  expect(await screen.findByText(/共 1,203 行/)).toBeTruthy()
})

test('an import is taken back right after it, once that was said', async () => {
  serveJob('done', '新增1201行，变更1行，未变0行')
  await choose({ ...verdict, faulty: 0, rows: [row(2)] })
  await user.click(screen.getByRole('button', { name: '导入 1,203 行' }))
  await screen.findByText('导入完成')
  await user.click(await screen.findByRole('button', { name: '撤销导入' }))
  await screen.findByText('撤销这次导入：删除新增的 1,201 行，恢复变更的 1 行？')
  expect(callsTo('import-undo')).toEqual([])
  await user.click(screen.getByRole('button', { name: /确\s*定/ }))
  await waitFor(() => expect(callsTo('import-undo')[0]?.body).toEqual({ id: '55' }))
  expect(await screen.findByText('已撤销导入')).toBeTruthy()
})

test('who may not remove rows has no button to take back an import that added some', async () => {
  serveJob('done', '新增1201行，变更1行，未变0行')
  grant('basicschool_view', 'basicschool_add', 'basicschool_edit')
  stage(<CrudPage entity={basicSchool} />)
  await user.click(await screen.findByRole('button', { name: /导入$/ }))
  await screen.findByText('最近的导入')
  expect(screen.queryByRole('button', { name: '撤销导入' })).toBeNull()
})
