import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { resetTabs } from '../../platform/tabs/store.ts'
import { Page as Numbers } from './gather-student-num.page.tsx'
import { Page as Students } from './gather-student.page.tsx'
import { Page as Tasks } from './gather-task.page.tsx'

const TASK = { id: '7', taskName: '秋季采集', taskStatus: 1, updateTime: '2026-05-01 08:00:00' }
/** Asks nobody for students, and is the newer one. */
const OF_TEACHERS = { ...TASK, id: '8', taskName: '教师采集', taskType: 2, taskStatus: 2 }
const LINE = {
  planNum: 200,
  filledNum: 100,
  gatherNum: 50,
  auditNum: 40,
  collateNum: 30,
  rejectNum: 5,
  percent: 25,
}
const RIGHTS = ['task_view', 'task_edit', 'student_view', 'student_add', 'student_edit', 'studentnum_view']

const CHANGED = { studentCode: 'G1', studentName: '甲', isNew: 0, changes: '学号：00→77', problem: '' }
const ADDED = { studentCode: 'G2', studentName: '戊', isNew: 1, changes: '', problem: '' }

const pageOf = (records: object[]) => ({ records, total: records.length, size: 10, current: 1, pages: 1 })
const num = (code: string, name: string) => () => ({ data: [{ code, name, ...LINE }] })

let differences: object[] = []

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  grant(...RIGHTS.map((right) => `gather${right}`))
  answer()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** The calls of a collection; some of them answer otherwise. */
function answer(other: Parameters<typeof serve>[0] = {}): void {
  serve({
    list: ({ path }) => ({ data: pageOf(path.endsWith('/gatherTask/list') ? [OF_TEACHERS, TASK] : []) }),
    getStudentNumInArea: num('990001', '东城'),
    getStudentNumInSchool: num('A', '第一中学'),
    getStudentNumInSchoolGrade: num('12', '高三'),
    getStudentNumInSchoolClass: num('C1', '高三(1)班'),
    prefill: () => ({ data: { added: 2, skipped: 1, askedNum: 8, prefilledNum: 6, percent: 75 } }),
    sendAll: () => ({ data: { sent: 1, refused: 1, leftNum: 1, message: '乙还没有填写民族' } }),
    differences: () => ({ data: differences }),
    archive: () => ({ data: { archived: 2, added: 1, changed: 1 } }),
    close: () => ({ data: true }),
    dictionary: () => ({ data: [] }),
    ...other,
  })
}

test('numbers of a collection lead from an area down to the classes, and back', async () => {
  stage(<Numbers />)
  fireEvent.click(await screen.findByRole('button', { name: '东城' }))
  fireEvent.click(await screen.findByRole('button', { name: '第一中学' }))
  fireEvent.click(await screen.findByRole('button', { name: '高三' }))
  await screen.findByText('高三(1)班')
  expect(callsTo('getStudentNumInSchoolClass')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: '返回上一级' }))
  await screen.findByRole('button', { name: '高三' })
})

describe('whoever has not handed in', () => {
  const late = (code: string, name: string, gatherNum: number) => ({ ...LINE, code, name, gatherNum })
  const told = { data: { schoolNum: 1, studentNum: 150, toldNum: 2 } }
  const confirm = async () => fireEvent.click(await screen.findByRole('button', { name: /^确\s?定$/ }))

  test('is not reminded by those who may only look, nor where nobody is left', async () => {
    stage(<Numbers />)
    await screen.findByText('东城')
    expect(screen.queryByRole('button', { name: /催办/ })).toBeNull()
    expect(screen.queryByRole('columnheader', { name: '还差' })).toBeNull()
    grant(...RIGHTS.map((right) => `gather${right}`), 'gatherweixinmsg_push')
    answer({ getStudentNumInArea: () => ({ data: [late('990001', '东城', LINE.planNum)] }) })
    stage(<Numbers />)
    await screen.findByRole('columnheader', { name: '还差' })
    await screen.findByText('东城')
    expect(screen.queryByRole('button', { name: /催办/ })).toBeNull()
  })

  test('is reminded all at once, by a button that is busy meanwhile', async () => {
    grant(...RIGHTS.map((right) => `gather${right}`), 'gatherweixinmsg_push')
    let end = (): void => undefined
    const sent = new Promise<typeof told>((done) => {
      end = () => done(told)
    })
    answer({ remind: () => sent })
    stage(<Numbers />)
    const all = await screen.findByRole('button', { name: '催办全部' })
    fireEvent.click(all)
    await screen.findByText('还有150人没有提交，确定催办全部?')
    await confirm()
    await waitFor(() => expect(all.className).toContain('ant-btn-loading'))
    expect(screen.getByRole('button', { name: '催办' }).hasAttribute('disabled')).toBe(true)
    expect(callsTo('remind').map(({ body }) => body)).toEqual([{ gatherTaskId: '7' }])
    end()
    await screen.findByText('已催办：150名学生，2个学校账号；结果见家长消息')
    expect(all.className).not.toContain('ant-btn-loading')
  })

  test('is reminded by unit: most left first among the schools, each by its own code', async () => {
    grant(...RIGHTS.map((right) => `gather${right}`), 'gatherweixinmsg_push')
    const schools = [late('A', '第一中学', 190), late('B', '第二中学', 60), late('C', '第三中学', 200)]
    answer({ getStudentNumInSchool: () => ({ data: schools }), remind: () => told })
    stage(<Numbers />)
    fireEvent.click(await screen.findByText('没交齐的学校'))
    await screen.findByText('第二中学')
    const rows = screen
      .getAllByRole('row')
      .slice(1)
      .filter((row) => row.textContent?.includes('中学'))
    expect(rows.map((row) => row.textContent?.slice(0, 4))).toEqual(['第二中学', '第一中学'])
    fireEvent.click(within(rows[1]!).getByRole('button', { name: '催办' }))
    await screen.findByText('第一中学还有10人没有提交，确定催办?')
    await confirm()
    await waitFor(() =>
      expect(callsTo('remind').map(({ body }) => body)).toEqual([{ gatherTaskId: '7', schoolCode: 'A' }]),
    )
  })
})

test('an open collection is closed after it was asked for', async () => {
  stage(<Tasks />)
  fireEvent.click(await screen.findByRole('button', { name: '关闭' }))
  fireEvent.click(await screen.findByRole('button', { name: '确定' }))
  await waitFor(() => expect(callsTo('close')[0]?.body).toEqual({ id: '7' }))
})

test('students that may be added or changed are brought in and handed in by a button each', async () => {
  stage(<Students />)
  await screen.findByRole('button', { name: '带出学生采集' })
  fireEvent.click(screen.getByRole('button', { name: '提交全部' }))
  await screen.findByText('提交全部学生采集')
})

test('collated students are archived after their differences to the register were shown', async () => {
  grant('gathertask_view', 'gatherstudent_view', 'gatherstudent_archive')
  differences = [CHANGED, ADDED]
  stage(<Students />)
  fireEvent.click(await screen.findByRole('button', { name: '归档学生' }))
  await screen.findByText('学号：00→77')
  await screen.findByText('新增学生')
  fireEvent.click(screen.getByRole('button', { name: '全部归档' }))
  fireEvent.click(await screen.findByRole('button', { name: /^确\s?定$/ }))
  await waitFor(() => expect(callsTo('archive')[0]?.body).toEqual({ gatherTaskId: '7' }))
})

test('one student who cannot be written keeps the archive back', async () => {
  grant('gathertask_view', 'gatherstudent_view', 'gatherstudent_archive')
  differences = [{ ...ADDED, problem: '没有性别，不能新增到学籍' }, CHANGED]
  stage(<Students />)
  fireEvent.click(await screen.findByRole('button', { name: '归档学生' }))
  await screen.findByText('没有性别，不能新增到学籍')
  expect(screen.getByRole('button', { name: '全部归档' }).hasAttribute('disabled')).toBe(true)
})
