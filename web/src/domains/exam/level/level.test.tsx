import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { LEVEL_MODELS } from '@xueheng/contract/domains/exam/level/level-models.ts'
import { DEFAULT_LEVEL_OPTIONS, type LevelParam } from '@xueheng/contract/domains/exam/level/level-param.ts'
import { assignLevels } from '@xueheng/contract/domains/exam/level/level-score.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { resetTabs } from '../../../platform/tabs/store.ts'
import { makeExam, makeWork } from '../_exam.ts'
import { LevelSection } from './LevelSection.tsx'
import { curvesOf } from './level-curve.ts'
import { nextGrade, pastedGrades, problemOfDraft, withGrades, withModel, withModelForAll } from './level-drafts.ts'

const GRADES = LEVEL_MODELS['p312']?.grades ?? []
const PARAM: LevelParam = { courseName: '化学', model: 'p312', grades: GRADES, options: DEFAULT_LEVEL_OPTIONS }
/** Twenty marks: 100 98 … 62. */
const MARKS = Array.from({ length: 20 }, (_one, at) => ({ score10: 1000 - 20 * at, num: 1 }))

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  grant('examscorelevel_view', 'examscorelevel_save', 'examinfo_process')
  const course = { examScore: 100, courseAlias: [], isInTotal: 1 }
  serve({
    getExamCourseList: () => ({ data: ['语文', '化学', '生物'].map((courseName) => ({ ...course, courseName })) }),
    getScoreLevelParams: () => ({ data: [{ ...PARAM, isApplied: 0 }] }),
    getScoreLevelMarks: () => ({
      data: ['语文', '化学', '生物'].map((courseName) => ({ courseName, examScore: 100, marks: MARKS })),
    }),
    saveScoreLevelParams: () => ({ data: [] }),
    deployExamScoreLevel: () => ({ data: { jobId: '5' } }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const grades = () =>
  within(screen.getByRole('table', { name: '化学的等级' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('.is-figure')].map((cell) => cell.textContent))

async function show(examStatus = 5): Promise<void> {
  stage(<LevelSection exam={makeExam({ examStatus })} work={makeWork()} />)
  await screen.findByText('94–82')
}

test('a model is given to one course, taken from it, or given to all that have one', () => {
  expect(withModel([], '化学', 'p312')).toEqual([PARAM])
  expect(withModel([PARAM], '化学', null)).toEqual([])
  const all = withModelForAll([], ['语文', '化学', '生物'], 'shandong')
  expect(all.map(({ courseName, model }) => [courseName, model])).toEqual([
    ['化学', 'shandong'],
    ['生物', 'shandong'],
  ])
  expect(withModelForAll([PARAM], ['化学', '生物'], 'beijing').map(({ courseName }) => courseName)).toEqual(['化学'])
})

test('grades typed by hand are a model of their own, and another one takes the share that is left', () => {
  const four = GRADES.slice(0, 4)
  expect(withGrades([PARAM], '化学', four)[0]).toMatchObject({ model: 'custom', grades: four })
  expect(nextGrade(four)).toEqual({ name: '5', ratio: 2, t2: 40, t1: 31 })
  expect(problemOfDraft([PARAM, { ...PARAM, courseName: '生物', grades: four }])).toEqual({
    courseName: '生物',
    text: '第4行「D」：比例合计98%，应为100%',
  })
})

test('marks before and after stand in bands of five, each student in one', () => {
  const { marks } = assignLevels(MARKS, PARAM, 1000)
  const { bands, raw, assigned } = curvesOf(MARKS, marks, 100)
  expect([bands.at(0), bands.at(-1), bands.length]).toEqual([0, 100, 21])
  expect([raw, assigned].map((counts) => counts.reduce((sum, num) => sum + num, 0))).toEqual([20, 20])
  expect([raw.at(-1), raw[12]]).toEqual([1, 2])
})

/** Of twenty: 3, 10, 17, 19.6, the nearer of 19 and 20 being 20: nobody is left for E. */
test('the grades of a course stand beside the marks and students in them', async () => {
  await show()
  expect(grades()).toEqual([
    ['100–96', '3', '15.00%'],
    ['94–82', '7', '35.00%'],
    ['80–68', '7', '35.00%'],
    ['66–62', '3', '15.00%'],
    ['—', '0', '0.00%'],
  ])
  expect(screen.getByRole('img', { name: '原始分与赋分的分布' })).toBeTruthy()
})

test('a share that is typed moves the grades at once, and shares that do not add up are not saved', async () => {
  await show()
  fireEvent.change(screen.getByLabelText('第1行 比例'), { target: { value: '20' } })
  expect(screen.getByRole('alert').textContent).toBe('第4行「D」：比例累计到103%，超过100%')
  expect(button('保存参数').getAttribute('aria-description')).toContain('第4行「D」')
  fireEvent.change(screen.getByLabelText('第2行 比例'), { target: { value: '30' } })
  await waitFor(() => expect(grades()[0]).toEqual(['100–94', '4', '20.00%']))
  expect(callsTo('getScoreLevelMarks')).toHaveLength(1)
  expect(button('赋分').getAttribute('aria-description')).toBe('请先保存参数')
  fireEvent.click(button('保存参数'))
  await waitFor(() => expect(callsTo('saveScoreLevelParams')).toHaveLength(1))
  expect(callsTo('saveScoreLevelParams')[0]?.body).toMatchObject({
    examId: '7',
    deployLevelParams: [{ courseName: '化学', model: 'custom', grades: [{ ratio: 20 }, { ratio: 30 }, {}, {}, {}] }],
  })
})

test('a list of grades is pasted from a workbook in the place of the old ones', async () => {
  const list = '优\t50%\t100\t81\n良\t50\t80\t61\n'
  expect(pastedGrades('优\t50\n')).toBeUndefined()
  expect(pastedGrades('等级\t比例\t上限\t下限\n')).toBeUndefined()
  await show()
  fireEvent.paste(screen.getByLabelText('第1行 等级'), { clipboardData: { getData: () => list } })
  await waitFor(() => expect(grades().map(([, num]) => num)).toEqual(['10', '10']))
  expect(screen.getByLabelText<HTMLInputElement>('第2行 等级').value).toBe('良')
})

test('saved levels are assigned by a run', async () => {
  await show()
  fireEvent.click(button('赋分'))
  await waitFor(() => expect(callsTo('deployExamScoreLevel')[0]?.body).toEqual({ examId: '7' }))
})

test('levels of a published exam are shown, not changed', async () => {
  await show(7)
  expect(screen.queryByRole('button', { name: '增加等级' })).toBeNull()
  expect(button('保存参数').getAttribute('aria-description')).toContain('不能修改等级赋分')
  expect(screen.getByLabelText<HTMLInputElement>('第1行 比例').disabled).toBe(true)
})

test('who may only look is not told how to assign', async () => {
  grant('examscorelevel_view')
  serve({
    getExamCourseList: () => ({ data: [] }),
    getScoreLevelParams: () => ({ data: [] }),
    getScoreLevelMarks: () => ({ data: [] }),
  })
  stage(<LevelSection exam={makeExam({ examStatus: 5 })} work={makeWork()} />)
  await screen.findByText('还没有按等级赋分的科目')
  expect(screen.queryByText(/保存后点|给再选科目选一个/)).toBeNull()
})
