import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asked, grant, serve, stage } from '../../../platform/_stage.tsx'
import { resetTabs } from '../../../platform/tabs/store.ts'
import { makeExam, makeWork } from '../_exam.ts'
import { SchoolSection } from '../school/SchoolSection.tsx'
import { CourseSection } from './CourseSection.tsx'
import { type CourseRow, lineByShare, problemsOf, rowOf } from './course-rows.ts'

const COURSES = ['语文', '数学', '外语'].map((courseName) => ({
  courseName,
  examScore: 150,
  courseAlias: [],
  isInTotal: 1,
}))
const SCHOOLS = [
  { schoolCode: 'S1', schoolName: '一中', areaCode: '11', isJoin: 1, isInReport: 1, planNum: 40, studentNum: null },
  { schoolCode: 'S2', schoolName: '二中', areaCode: '99', isJoin: 0, isInReport: 1, planNum: 30, studentNum: 28 },
]

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  grant('examinfo_edit')
  serve({
    dictionary: () => ({ data: [{ dictKey: '11', dictValue: '青川县' }] }),
    listall: () => ({ data: [] }),
    getExamCourseList: () => ({ data: COURSES }),
    submitCourse: () => ({ data: true }),
    findSchoolByExamId: () => ({ data: SCHOOLS }),
    saveSchoolParam: () => ({ data: true }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name })
const isOff = (one: HTMLElement) => one.getAttribute('aria-disabled') === 'true'
const sent = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body)

async function showCourses(examStatus = 0): Promise<void> {
  stage(<CourseSection exam={makeExam({ examStatus, packageVersion: 0 })} work={makeWork()} />)
  await screen.findByLabelText('语文 满分')
}

test('courses are moved, changed and removed, and saved as a whole in their order', async () => {
  await showCourses()
  expect(button('保存科目').getAttribute('aria-description')).toBe('没有改动')
  expect([button('语文 上移').disabled, button('语文 下移').disabled]).toEqual([true, false])
  expect([button('外语 上移').disabled, button('外语 下移').disabled]).toEqual([false, true])
  fireEvent.click(button('语文 下移'))
  fireEvent.click(button('外语 删除'))
  fireEvent.change(screen.getByLabelText('数学 满分'), { target: { value: '120' } })
  fireEvent.click(screen.getByLabelText('数学 计入总分'))
  fireEvent.click(button('保存科目'))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({
    examId: '7',
    courses: [
      { courseName: '数学', examScore: 120, isInTotal: 0, sort: 1 },
      { courseName: '语文', examScore: 150, isInTotal: 1, sort: 2 },
    ],
  })
  await waitFor(() => expect(isOff(button('保存科目'))).toBe(true))
})

test('a course without a name stops the saving until the change is dropped', async () => {
  await showCourses()
  expect(screen.queryByRole('button', { name: '放弃修改' })).toBeNull()
  fireEvent.click(button(/增加科目/))
  expect(button('保存科目').getAttribute('aria-description')).toBe('请先改正标红的内容')
  expect(screen.getAllByRole('alert').length).toBeGreaterThan(0)
  fireEvent.click(button('放弃修改'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an exam past its list shows its courses locked', async () => {
  await showCourses(7)
  expect(screen.getByLabelText<HTMLInputElement>('语文 满分').disabled).toBe(true)
  expect(screen.queryByRole('button', { name: '语文 删除' })).toBeNull()
  expect(screen.queryByRole('button', { name: /增加科目/ })).toBeNull()
  expect(screen.queryByRole('button', { name: '快速填入' })).toBeNull()
})

function faultsOf(...rows: Partial<CourseRow>[]): unknown[] {
  const made = rows.map((row) => ({ ...rowOf({ courseName: '语文', examScore: 100 }), ...row }))
  const found = problemsOf(made)
  return made.map((row) => found[row.key])
}

test('names and aliases stand once; lines fall from the full mark down; the total is no course', () => {
  expect(faultsOf({})).toEqual([undefined])
  expect(faultsOf({ courseName: '总分' })).toMatchObject([{ courseName: '总分由系统计算，不能作为科目' }])
  expect(faultsOf({}, {})).toMatchObject([{ courseName: '科目或别名重复' }, { courseName: '科目或别名重复' }])
  expect(faultsOf({}, { courseName: '国文', courseAlias: ['语文'] })[1]).toMatchObject({
    courseAlias: '科目或别名重复',
  })
  expect(faultsOf({ excellentScore: 101 })).toMatchObject([{ excellentScore: '不能高于满分' }])
  expect(faultsOf({ goodScore: 80, passScore: 81 })).toMatchObject([{ passScore: '不能高于良好线' }])
  expect(faultsOf({ excellentScore: 100, goodScore: 100 })).toEqual([undefined])
})

test('a line by its share is rounded up to half a mark', () => {
  expect([lineByShare(150, 0.85), lineByShare(150, 0.6), lineByShare(101, 0.6)]).toEqual([127.5, 90, 61])
})

test('only the schools that were changed are saved; the others are found by their name', async () => {
  stage(<SchoolSection exam={makeExam({ examStatus: 1 })} work={makeWork()} />)
  await screen.findByText('一中')
  expect(isOff(button('保存'))).toBe(true)
  expect(screen.getByText('二中').closest('tr')?.className).toBe('is-out')
  fireEvent.change(screen.getByLabelText('查找学校'), { target: { value: ' 一 ' } })
  expect(screen.queryByText('二中')).toBeNull()
  fireEvent.click(screen.getByLabelText('一中 参加'))
  expect(screen.getByText('一中').closest('tr')?.className).toBe('is-out')
  fireEvent.click(button('保存 1 所学校'))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({ examId: '7', schools: [{ schoolCode: 'S1', isJoin: 0, isInReport: 1 }] })
  expect(sent()[0]?.['schools']).toHaveLength(1)
})

test('schools of a published exam are locked', async () => {
  stage(<SchoolSection exam={makeExam({ examStatus: 7 })} work={makeWork()} />)
  await screen.findByText('一中')
  expect(screen.getByLabelText<HTMLInputElement>('一中 应考人数').disabled).toBe(true)
  expect(screen.getByLabelText<HTMLButtonElement>('一中 参加').disabled).toBe(true)
  expect(await screen.findByText('青川县')).toBeTruthy()
  expect(screen.getByText('99')).toBeTruthy()
})

test('the courses of the grade fill the table, aliases apart; a grade without any leaves it as it is', async () => {
  grant('examinfo_edit', 'basicgradecourse_view')
  let records = [{ courseName: '外语', courseAlias: '英语，日语', examScore: 120, isInTotal: 1 }]
  serve({
    dictionary: () => ({ data: [] }),
    listall: () => ({ data: [] }),
    getExamCourseList: () => ({ data: COURSES }),
    list: () => ({ data: { records, total: records.length } }),
    submitCourse: () => ({ data: true }),
  })
  await showCourses()
  fireEvent.click(button('快速填入'))
  fireEvent.click(await screen.findByText('本年级的年级课程'))
  await waitFor(() => expect(screen.queryByLabelText('语文 满分')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('外语 满分').value).toBe('120')
  records = []
  fireEvent.click(screen.getByText('本年级的年级课程'))
  await screen.findByText('没有可以填入的科目，请先在“年级课程”中设置')
  fireEvent.click(button('保存科目'))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({ courses: [{ courseName: '外语', courseAlias: ['英语', '日语'], examScore: 120 }] })
})
