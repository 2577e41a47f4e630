import { paperVersion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, asked, callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { resetTabs } from '../../../platform/tabs/store.ts'
import { updateSession } from '../../../platform/session/store.ts'
import { makeExam } from '../_exam.ts'
import { PaperSection } from './PaperSection.tsx'

const TYPES = { 单选题: '1', 多选题: '2', 解答题: '5' }
const LEVELS = { 识记: '1', 理解: '2' }
const words = (given: Record<string, string>) =>
  Object.entries(given).map(([dictValue, dictKey]) => ({ dictKey, dictValue }))

let stored: object[] = []
let answerWords: (code: string | null) => Answer = (code) => ({
  data: words(code === 'question_type' ? TYPES : LEVELS),
})
let answerSave: () => Answer = () => ({ data: { added: 0, changed: 0, removed: 0 } })

function makeStored(questionNo: string, questionScore: number, more: object = {}): object {
  return {
    id: `9${questionNo}`,
    examId: '7',
    courseName: '语文',
    paperCode: 'A',
    questionId: 1,
    questionNo,
    parentNo: null,
    questionType: '5',
    isObjective: 0,
    questionScore,
    answer: null,
    optionNum: null,
    partRule: null,
    knowledgePoints: null,
    abilityLevel: null,
    presetP: null,
    module: null,
    chooseGroup: null,
    chooseNum: null,
    sourceQuestionId: null,
    updateTime: '2026-03-01 08:00:00',
    ...more,
  }
}

const line = (courseName: string, total: number) => ({
  courseName,
  paperCode: 'A',
  examScore: 150,
  total,
  objective: 0,
  questionNum: total > 0 ? 3 : 0,
  objectiveNum: 0,
  isWhole: total === 150 ? 1 : 0,
})

let offered: object[]
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  resetTabs()
  grant('examcoursepaperquestion_edit', 'examcoursepaperquestion_view')
  updateSession({ user: { userId: String(Math.random()) } as never })
  offered = [line('语文', 150), line('数学', 0)]
  stored = [makeStored('1', 10), makeStored('2', 20), makeStored('3', 120)]
  answerSave = () => ({ data: { added: 0, changed: 1, removed: 0 } })
  serve({
    dictionary: ({ query }) => answerWords(query.get('code')),
    getPaperList: () => ({ data: offered }),
    getCourseQuestionList: ({ query }) => ({ data: query.get('courseName') === '语文' ? stored : [] }),
    savePaper: () => answerSave(),
    copyFromExam: () => ({ data: [{ courseName: '数学', questionNum: 19, message: '' }] }),
    importFromSelfStudy: () => ({ data: { added: 2, changed: 0, removed: 0 } }),
    listall: () => ({
      data: [{ id: '6', examName: '期中', studyYear: 2025, beginDate: '2026-01-10', packageVersion: 1 }],
    }),
  })
})
afterEach(() => vi.unstubAllGlobals())

async function show(examStatus = 0, search = ''): Promise<void> {
  stage(<PaperSection exam={makeExam({ examStatus, packageVersion: 0 })} />, search)
  await screen.findByRole('grid')
}

const rowTexts = (count = 3) =>
  screen
    .getAllByRole('row')
    .slice(1, count + 1)
    .map((row) => {
      const [first] = within(row).getAllByRole('gridcell')
      return first?.querySelector('input')?.value ?? first?.textContent
    })
/** By way of another cell: the active one leaves a press to the browser. */
const go = (row: number, column = 0) => {
  press(row + 1, column + 1)
  press(row, column)
}
const press = (row: number, column: number) => {
  const cell = within(screen.getAllByRole('row')[row + 1] as HTMLElement).getAllByRole('gridcell')[column]
  fireEvent.pointerDown(cell as HTMLElement, { button: 0 })
}
const active = () => document.activeElement as HTMLInputElement
const paste = (text: string) => fireEvent.paste(active(), { clipboardData: { getData: () => text } })
const sums = () => document.querySelector('.paper-sums')?.textContent ?? ''
const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name })
const save = () => fireEvent.click(button('保存题目'))
const sent = () => callsTo('savePaper').map(({ body }) => body)

test('thirty pasted rows are questions at once, and what they add up to stands beside the full mark', async () => {
  await show(0, '?course=数学')
  expect(sums()).toContain('分值合计 0 / 满分 150还差 150 分')
  go(0)
  paste(Array.from({ length: 30 }, (_none, i) => `${i + 1}\t\t单选题\t5\t\tA`).join('\n'))
  await waitFor(() => expect(sums()).toContain('分值合计 150 / 满分 150相符'))
  expect(sums()).toContain('客观题 30 题，150 分')
  expect(rowTexts(2)).toEqual(['1', '2'])
  fireEvent.keyDown(active(), { key: 'z', ctrlKey: true })
  await waitFor(() => expect(sums()).toContain('分值合计 0 / 满分 150'))
})

test('the first course with questions is shown where none is asked for', async () => {
  offered = [line('数学', 0), line('语文', 150)]
  await show()
  const current = screen.getByRole('navigation').querySelector('[aria-current]')
  expect(current?.textContent).toContain('语文')
})

test('a paper without questions that is not changed any more says so in place of a sheet', async () => {
  stage(<PaperSection exam={makeExam({ examStatus: 7, packageVersion: 1 })} />, '?course=数学')
  await screen.findByText('没有题目')
  expect(screen.queryByRole('grid')).toBeNull()
})

test('a line is carried by keys, by a button and by the mouse, each a step that can be undone', async () => {
  await show()
  expect(rowTexts()).toEqual(['1', '2', '3'])
  go(0)
  fireEvent.keyDown(active(), { key: 'ArrowDown', altKey: true, shiftKey: true })
  expect(rowTexts()).toEqual(['2', '1', '3'])
  fireEvent.click(button('下移'))
  expect(rowTexts()).toEqual(['2', '3', '1'])
  const heads = screen.getAllByRole('rowheader')
  fireEvent.pointerDown(heads[2] as HTMLElement, { button: 0, pointerType: 'mouse' })
  fireEvent.pointerMove(heads[0] as HTMLElement)
  fireEvent.pointerUp(heads[0] as HTMLElement)
  expect(rowTexts()).toEqual(['1', '2', '3'])
  fireEvent.click(button('撤销'))
  expect(rowTexts()).toEqual(['2', '3', '1'])
  save()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({
    courseName: '语文',
    paperCode: 'A',
    version: expect.stringMatching(/^3-/),
    questions: [
      { id: '92', questionNo: '2' },
      { id: '93', questionNo: '3' },
      { id: '91', questionNo: '1' },
    ],
  })
})

test('faults stand at their cell while it is typed, and hold back the saving', async () => {
  await show()
  go(1)
  fireEvent.change(active(), { target: { value: '1' } })
  fireEvent.keyDown(active(), { key: 'Enter' })
  const told = await screen.findByTitle('题号「1」重复')
  expect(told.dataset['level']).toBe('error')
  expect(button('保存题目').getAttribute('aria-description')).toBe('请先改正标红的内容')
  fireEvent.click(button('1 处错误'))
  expect(active().getAttribute('aria-invalid')).toBe('true')
})

test('what the server finds stands at its cell until something is typed, and nothing typed is lost', async () => {
  answerSave = () => ({
    code: 400,
    msg: '第2行：「题型」不是有效的选项',
    problems: [{ field: '1.questionType', message: '「题型」不是有效的选项' }],
  })
  await show()
  go(0, 3)
  fireEvent.change(active(), { target: { value: '12' } })
  fireEvent.keyDown(active(), { key: 'Enter' })
  save()
  expect(await screen.findByText('第2行：「题型」不是有效的选项')).toBeTruthy()
  expect(await screen.findByTitle('「题型」不是有效的选项')).toBeTruthy()
  expect(sums()).toContain('分值合计 152 / 满分 150多出 2 分')
  answerSave = () => {
    stored = [makeStored('1', 12, { updateTime: '2026-03-01 08:00:05' }), ...stored.slice(1)]
    return { data: { added: 0, changed: 1, removed: 0 } }
  }
  go(2, 5)
  fireEvent.change(active(), { target: { value: '略' } })
  fireEvent.keyDown(active(), { key: 'Enter' })
  await waitFor(() => expect(screen.queryByTitle('「题型」不是有效的选项')).toBeNull())
  save()
  await waitFor(() => expect(button('保存题目').getAttribute('aria-description')).toBe('没有改动'))
  expect(screen.queryByRole('button', { name: '放弃修改' })).toBeNull()
})

test('lines are put in and taken away, and a paper without questions is emptied', async () => {
  await show()
  go(1)
  fireEvent.click(button('在上方插入一行'))
  expect(rowTexts(4)).toEqual(['1', '', '2', '3'])
  fireEvent.click(button('删除这一行'))
  fireEvent.click(screen.getByLabelText('选择第 1 行'))
  fireEvent.click(screen.getByLabelText('选择第 2 行'))
  fireEvent.click(screen.getByLabelText('选择第 3 行'))
  fireEvent.click(button('删除所选的 3 行'))
  expect(sums()).toContain('分值合计 0')
  save()
  await waitFor(() => expect(callsTo('remove').map(({ query }) => query.get('ids'))).toEqual(['91,92,93']))
})

test('a published exam shows its papers without a way to change them', async () => {
  await show(7)
  expect(screen.getByText('当前状态为「已发布」，不能修改试卷题目')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '导入' })).toBeNull()
  expect(screen.queryByRole('toolbar')).toBeNull()
  expect(screen.queryByLabelText('选择第 1 行')).toBeNull()
})

test('a file of another program is handed over, and one without questions is refused here', async () => {
  await show()
  const input = screen.getByLabelText('自主学习或题库的文件')
  const file = (text: string) => new File([text], '题库.json', { type: 'application/json' })
  fireEvent.change(input, { target: { files: [file('{}')] } })
  expect(await screen.findByText('文件中没有题目列表')).toBeTruthy()
  fireEvent.change(input, { target: { files: [file('[{"questionNo":"1"}]')] } })
  await waitFor(() => expect(callsTo('importFromSelfStudy')).toHaveLength(1))
  expect(callsTo('importFromSelfStudy')[0]?.body).toMatchObject({
    courseName: '语文',
    questions: [{ questionNo: '1' }],
  })
})

test('the courses say what their papers add up to, and B is another paper of the course', async () => {
  await show()
  expect(
    within(screen.getByRole('navigation', { name: '科目' }))
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['语文150 / 150', '数学没有题目'])
  fireEvent.click(button('增加B卷'))
  await waitFor(() => expect(asked.some(({ query }) => query.get('paperCode') === 'B')).toBe(true))
})

test('what was typed before somebody else saved the paper is there after a reload, to be kept or dropped', async () => {
  await show()
  go(0, 3)
  fireEvent.change(active(), { target: { value: '12' } })
  fireEvent.keyDown(active(), { key: 'Enter' })
  await waitFor(() => expect(sums()).toContain('分值合计 152'))
  cleanup()
  stored = [makeStored('1', 10), makeStored('2', 20), makeStored('3', 115, { updateTime: '2026-03-01 09:00:00' })]
  await show()
  expect(await screen.findByText('这份试卷已被他人修改；表中是您没有保存的内容')).toBeTruthy()
  expect(sums()).toContain('分值合计 152')
  fireEvent.click(button('以我的内容为准'))
  await waitFor(() => expect(screen.queryByText('这份试卷已被他人修改；表中是您没有保存的内容')).toBeNull())
  expect(sums()).toContain('分值合计 152')
  save()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({
    version: paperVersion(stored as never),
    questions: [{ questionScore: 12 }, { questionScore: 20 }, { questionScore: 120 }],
  })
})

test('a paper that somebody else saved in the meantime offers the newest questions in place of what was typed', async () => {
  answerSave = () => {
    stored = [makeStored('1', 30, { updateTime: '2026-03-01 09:00:00' }), ...stored.slice(1)]
    return { code: 409, msg: '数据已被他人修改，请刷新后再试；您填写的内容仍保留在表单中' }
  }
  await show()
  go(0, 3)
  fireEvent.change(active(), { target: { value: '12' } })
  fireEvent.keyDown(active(), { key: 'Enter' })
  save()
  fireEvent.click(await screen.findByRole('button', { name: '载入最新数据' }))
  await waitFor(() => expect(sums()).toContain('分值合计 170'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('button', { name: '放弃修改' })).toBeNull()
})

test('a dictionary of questions that cannot be read is told, and read again on demand', async () => {
  const known = answerWords
  answerWords = (code) => (code === 'ability_level' ? { code: 500, msg: '系统繁忙' } : known(code))
  stage(<PaperSection exam={makeExam({ packageVersion: 0 })} />)
  expect(await screen.findByText('系统繁忙')).toBeTruthy()
  answerWords = known
  fireEvent.click(button('重试'))
  await screen.findByRole('grid')
  expect(rowTexts()).toEqual(['1', '2', '3'])
})
