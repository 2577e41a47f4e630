import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asked, callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { resetTabs } from '../../../platform/tabs/store.ts'
import { makeExam, makeWork } from '../_exam.ts'
import { countAt, countSchools, shareOf, sumOf } from './line-marks.ts'
import { LineSection } from './LineSection.tsx'
import { problemOf, rowOf } from './line-rows.ts'

const PARAM = {
  artsScience: '0',
  periodName: '本科线',
  lineMode: 3,
  lineNum: null,
  lineShare: 0.6,
  lineScore: null,
  tieMode: 'atLeast',
  courseMethod: 4,
  criticalTotal: null,
  criticalCourse: null,
  isMain: 1,
}
/** 一中: one at 500, two at 480.5, one at 400; 二中: one at 450. */
const SCHOOLS = [
  { schoolCode: 'S1', schoolName: '一中', halves: [1000, 961, 800], reached: [1, 3, 4] },
  { schoolCode: 'S2', schoolName: '二中', halves: [900], reached: [1] },
]

const OF_TOTAL = { fullScore: 750, schools: SCHOOLS }

/** 语文: three of 一中 have 90 or more, two of those above the line of the total; nobody of 二中 sat it. */
function ofCourse(query: URLSearchParams) {
  const halves = [200, 180, 160]
  const reached = query.get('totalLine') === '450' ? [1, 2, 3] : [1, 3, 4]
  return { fullScore: 150, schools: [{ schoolCode: 'S1', schoolName: '一中', halves, reached }] }
}

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  grant('examscoreline_view', 'examscoreline_edit', 'examinfo_process')
  serve({
    dictionary: () => ({ data: [] }),
    getExamCourseList: () => ({ data: [{ courseName: '语文', examScore: 150, courseAlias: [], isInTotal: 1 }] }),
    getLineNumParams: () => ({ data: [PARAM] }),
    findScoreLine: () => ({ data: [{ ...PARAM, lineScore: 450, actualNum: 4, courses: [] }] }),
    saveLineNumParams: () => ({ data: true }),
    distribution: ({ query }) => ({ data: query.get('courseName') === '语文' ? ofCourse(query) : OF_TOTAL }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const trial = () => within(screen.getByRole('region', { name: '试划' }))
const counts = () =>
  trial()
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

async function show(examStatus = 5): Promise<void> {
  stage(<LineSection exam={makeExam({ examStatus })} work={makeWork()} />)
  await screen.findByText('一中')
}

test('a mark counts those at it or above, and half points in between stand below the next', () => {
  const [school] = SCHOOLS
  expect([501, 500, 481, 480.5, 400, 0].map((score) => countAt(school!, score))).toEqual([0, 1, 1, 3, 4, 4])
  expect(sumOf('合计', countSchools(SCHOOLS, 450))).toEqual({ name: '合计', studentNum: 5, onlineNum: 4 })
  expect([shareOf(4, 5), shareOf(0, 0)]).toEqual(['80.00', '—'])
})

test('counts of 140 schools with 100,000 students follow a moved line', () => {
  const halves = Array.from({ length: 700 }, (_one, at) => 1400 - 2 * at)
  const schools = Array.from({ length: 140 }, (_one, at) => ({
    schoolCode: `S${at}`,
    schoolName: `学校${at}`,
    halves,
    reached: halves.map((_half, place) => place + 1),
  }))
  const all = sumOf('合计', countSchools(schools, 450))
  expect([all.studentNum, all.onlineNum]).toEqual([98_000, 140 * 251])
})

test('rows without a name, a number or with the same name twice are no lines', () => {
  expect(problemOf([rowOf(PARAM)])).toBeUndefined()
  expect(problemOf([rowOf({})])).toBe('请填写每条线的档次')
  expect(problemOf([rowOf({ ...PARAM, lineShare: null })])).toBe('请填写每条线的人数、比例或分数')
  expect(problemOf([rowOf(PARAM), rowOf(PARAM)])).toBe('同一科类里档次不能重复')
})

test('the line that is drawn is where a trial starts, and the counts follow each key', async () => {
  await show()
  expect(counts()).toEqual(['合计5480.00', '一中4375.00', '二中11100.00'])
  fireEvent.keyDown(trial().getByRole('slider'), { key: 'ArrowRight', keyCode: 39, which: 39 })
  await waitFor(() => expect(counts()).toEqual(['合计5360.00', '一中4375.00', '二中100.00']))
  expect(callsTo('distribution')).toHaveLength(1)
})

test('the line of a course is tried against that of the total: who reaches both, and what share of either', async () => {
  await show()
  fireEvent.mouseDown(trial().getByRole('combobox', { name: '科目' }))
  fireEvent.click(await screen.findByTitle('语文'))
  fireEvent.change(trial().getByRole('spinbutton', { name: '分数线' }), { target: { value: '90' } })
  // Four sat it, three reach the line of the total, three that of the course, two both.
  await waitFor(() => expect(counts()).toEqual(['合计433266.6766.67', '一中433266.6766.67']))
  expect(callsTo('distribution').map(({ query }) => query.get('totalLine'))).toEqual([null, null, '450'])
})

test('a line that was tried becomes one drawn by hand, and is saved', async () => {
  await show()
  fireEvent.change(trial().getByRole('spinbutton', { name: '分数线' }), { target: { value: '480.5' } })
  fireEvent.click(button('用作分数线'))
  fireEvent.click(button('保存分数线'))
  await waitFor(() => expect(callsTo('saveLineNumParams')).toHaveLength(1))
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
    examId: '7',
    listJSON: [{ ...PARAM, lineMode: 1, lineShare: null, lineScore: 480.5 }],
  })
})

test('a trial goes on from the line that was saved, before any line is drawn, and from that of a course', async () => {
  let saved = { ...PARAM, lineMode: 1, lineShare: null as number | null, lineScore: 470 as number | null }
  let drawn: object[] = []
  serve({
    dictionary: () => ({ data: [] }),
    getExamCourseList: () => ({ data: [{ courseName: '语文', examScore: 150, courseAlias: [], isInTotal: 1 }] }),
    getLineNumParams: () => ({ data: [saved] }),
    findScoreLine: () => ({ data: drawn }),
    saveLineNumParams({ body }) {
      saved = (body as { listJSON: (typeof saved)[] }).listJSON[0] ?? saved
      drawn = [{ ...saved, actualNum: 3, courses: [{ courseName: '语文', lineScore: 88, lineMode: 4, actualNum: 3 }] }]
      return { data: true }
    },
    distribution: ({ query }) => ({ data: query.get('courseName') === '语文' ? ofCourse(query) : OF_TOTAL }),
  })
  await show()
  const mark = () => trial().getByRole<HTMLInputElement>('spinbutton', { name: '分数线' })
  expect(mark().value).toBe('470.0')
  fireEvent.change(mark(), { target: { value: '480.5' } })
  fireEvent.click(button('用作分数线'))
  fireEvent.click(button('保存分数线'))
  await waitFor(() => expect(button('保存分数线').getAttribute('aria-description')).toBe('没有改动'))
  expect(mark().value).toBe('480.5')
  fireEvent.mouseDown(trial().getByRole('combobox', { name: '科目' }))
  fireEvent.click(await screen.findByTitle('语文'))
  await waitFor(() => expect(mark().value).toBe('88.0'))
})

test('a share is typed in percent, and a draft has to be saved before lines are drawn', async () => {
  await show()
  fireEvent.change(screen.getByLabelText('本科线 人数、比例或分数'), { target: { value: '15.5' } })
  expect(button('划线').getAttribute('aria-description')).toBe('请先保存分数线')
  fireEvent.click(button('保存分数线'))
  await waitFor(() => expect(callsTo('saveLineNumParams')).toHaveLength(1))
  expect(callsTo('saveLineNumParams')[0]?.body).toMatchObject({ listJSON: [{ lineShare: 0.155 }] })
})

test('lines of a published exam are shown, not changed', async () => {
  await show(7)
  expect(screen.queryByRole('button', { name: '增加档次' })).toBeNull()
  expect(button('保存分数线').getAttribute('aria-description')).toContain('不能修改分数线')
  expect(screen.getByLabelText<HTMLInputElement>('本科线 档次').disabled).toBe(true)
})
