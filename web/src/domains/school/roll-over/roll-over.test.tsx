import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { resetTabs } from '../../../platform/tabs/store.ts'
import { Page } from '../roll-over.page.tsx'

const READY = {
  schoolCode: 'S1',
  schoolName: '一中',
  areaCode: '11',
  promotedNum: 4,
  graduatedNum: 2,
  studentNum: 180,
  graduateNum: 90,
  looseNum: 1,
  behind: '',
  mismatched: '',
  doubled: '',
}
const BLOCKED = { ...READY, schoolCode: 'S2', schoolName: '二中', behind: '高二(5)班', doubled: '高二(1)班、高二(1)班' }
const PAST = {
  id: '9',
  studyYear: 2020,
  schoolNum: 2,
  classNum: 8,
  graduatedNum: 4,
  studentNum: 360,
  graduateNum: 180,
  userName: '王科长',
  createTime: '2021-08-20 09:00:00',
  revertUser: null,
  revertTime: null,
  canRevert: 1,
}

/** Nothing is told meanwhile. */
class NoStream {
  close(): void {}
  addEventListener(): void {}
}

let plan: object
beforeEach(() => {
  localStorage.clear()
  resetTabs()
  grant('schoolclasses_rollover')
  plan = { studyYear: 2021, isDone: 0, schools: [READY] }
  vi.stubGlobal('EventSource', NoStream)
  serve({
    dictionary: () => ({ data: [{ dictKey: '11', dictValue: '青川县' }] }),
    preview: () => ({ data: plan }),
    classes: () => ({
      data: [
        { classCode: 'C1', className: '高一(1)班', nextName: '高二(1)班', isGraduating: 0, studentNum: 45, block: '' },
        { classCode: 'C2', className: '高三(1)班', nextName: '', isGraduating: 1, studentNum: 44, block: '' },
        { classCode: 'C3', className: '高二(5)班', nextName: '', isGraduating: 0, studentNum: 3, block: 'behind' },
      ],
    }),
    run: () => ({ data: { jobId: '5' } }),
    revert: () => ({ data: { jobId: '6' } }),
    list: ({ path }) => ({ data: path.includes('schoolRollOver') ? [PAST] : { records: [], total: 0 } }),
  })
})
afterEach(() => vi.unstubAllGlobals())

async function agree(name: string): Promise<void> {
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))
}

const start = () => screen.findByRole<HTMLButtonElement>('button', { name: '执行学年升级' })

test('the dry run shows every school with its classes, and is carried out once it is agreed to', async () => {
  stage(<Page />)
  await screen.findByText('1所学校：升级4个班级、180名学生，毕业2个班级、90名学生')
  expect(await screen.findByText('青川县')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: /展开|Expand/ }))
  expect(await screen.findByText('高二(1)班')).toBeTruthy()
  expect(screen.getByText('毕业')).toBeTruthy()
  expect(screen.getByText('停留在更早的学年')).toBeTruthy()
  fireEvent.click(await start())
  await agree('执行学年升级')
  await waitFor(() => expect(callsTo('run')).toMatchObject([{ body: { studyYear: 2021 } }]))
})

test('a school that is not ready stands first with its classes by name, and nothing can be started', async () => {
  plan = { studyYear: 2021, isDone: 0, schools: [READY, BLOCKED] }
  stage(<Page />)
  await screen.findByText('1所学校有班级不能升级，请先在“班级管理”中处理')
  expect((await start()).disabled).toBe(true)
  expect(screen.getByText('高二(1)班、高二(1)班')).toBeTruthy()
  const names = screen.getAllByText(/^[一二]中$/).map((cell) => cell.textContent)
  expect(names).toEqual(['二中', '一中'])
})

test.each([
  [{ studyYear: 2021, isDone: 1, schools: [READY] }, '这个学年已经升级过'],
  [{ studyYear: 2021, isDone: 0, schools: [] }, '这个学年没有要升级的班级'],
  [{ studyYear: 2900, isDone: 0, schools: [READY] }, '这个学年要到2901年6月才能升级'],
])('%o cannot be carried out: %s', async (given, reason) => {
  plan = given
  stage(<Page />)
  await screen.findByText(reason)
  expect((await start()).disabled).toBe(true)
})

test('a roll-over of the last days is taken back from its line', async () => {
  stage(<Page />)
  await screen.findByText('2020–2021')
  fireEvent.click(screen.getByRole('button', { name: '撤销' }))
  await agree('撤销')
  await waitFor(() => expect(callsTo('revert')).toMatchObject([{ body: { id: '9' } }]))
})
