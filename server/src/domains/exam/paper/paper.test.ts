import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { OTHER_TENANT, useTestApp } from '../../../../test/harness.ts'
import { nextId } from '../../../platform/db/id.ts'
import { readSheets } from '../../../platform/sheet/read.ts'

const program = useTestApp()
const BASE = 'examCoursePaperQuestion'
const URL = `/api/bigdata-service/${BASE}`
let desk: Desk
let examId = ''
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('细目表')
})

interface Stored {
  id: string
  questionId: number
  questionNo: string
  questionScore: number
  answer: string | null
  updateTime: string
}

const single = (questionNo: string, more: object = {}) => ({
  questionNo,
  questionType: '1',
  isObjective: 1,
  questionScore: 5,
  answer: 'A',
  ...more,
})
const essay = (questionNo: string, questionScore: number, more: object = {}) => ({
  questionNo,
  questionType: '5',
  questionScore,
  ...more,
})

const save = (courseName: string, questions: unknown, more: object = {}) =>
  desk.user.post(`${URL}/savePaper`, { examId, courseName, questions, ...more })
const list = async (courseName: string, exam = examId): Promise<Stored[]> =>
  (await desk.user.get(`${URL}/getCourseQuestionList`, { examId: exam, courseName })).data
const papers = async (exam = examId) => (await desk.user.get(`${URL}/getPaperList`, { examId: exam })).data

test('a paper is saved as a whole, in its order, and its sums are told beside the full mark of the course', async () => {
  const answer = await save('语文', [
    single('1'),
    single('2', { answer: ' ｂ ' }),
    essay('20', 12),
    essay('20（1）', 4, { parentNo: '20' }),
    essay('20（2）', 8, { parentNo: '20' }),
    essay('21', 64, { chooseGroup: '文', chooseNum: 2 }),
    essay('22', 64, { chooseGroup: '文' }),
    essay('23', 64, { chooseGroup: '文' }),
  ])
  expect([answer.msg, answer.data]).toEqual(['操作成功', { added: 8, changed: 0, removed: 0 }])
  const rows = await list('语文')
  expect(rows.map(({ questionId, questionNo }) => [questionId, questionNo])).toEqual([
    [1, '1'],
    [2, '2'],
    [3, '20'],
    [4, '20(1)'],
    [5, '20(2)'],
    [6, '21'],
    [7, '22'],
    [8, '23'],
  ])
  expect(rows[1]?.answer).toBe('B')
  // 5 + 5 + 12 + two of three times 64; objective 5 + 5; seven questions with marks of their own
  expect(await papers()).toEqual([
    {
      courseName: '语文',
      paperCode: 'A',
      examScore: 150,
      total: 150,
      objective: 10,
      questionNum: 7,
      objectiveNum: 2,
      isWhole: 1,
    },
    {
      courseName: '数学',
      paperCode: 'A',
      examScore: 150,
      total: 0,
      objective: 0,
      questionNum: 0,
      objectiveNum: 0,
      isWhole: 0,
    },
    {
      courseName: '外语',
      paperCode: 'A',
      examScore: 150,
      total: 0,
      objective: 0,
      questionNum: 0,
      objectiveNum: 0,
      isWhole: 0,
    },
  ])
})

test('a question keeps its short number when it is moved, changed or renamed; numbers that were given are not given again', async () => {
  await save('数学', [single('1'), single('2'), single('3')])
  const [one, two] = await list('数学')
  const again = await save('数学', [
    single('2', { answer: 'C' }),
    single('1'),
    { ...single('9'), id: two?.id },
    single('4'),
  ])
  // 2 changed and moved, 1 moved, 3 gone; 9 names the row of 2, which is there by its number: it is new
  expect(again.data).toEqual({ added: 2, changed: 2, removed: 1 })
  expect((await list('数学')).map(({ questionId, questionNo }) => [questionId, questionNo])).toEqual([
    [2, '2'],
    [1, '1'],
    [4, '9'],
    [5, '4'],
  ])
  const renamed = await save('数学', [
    single('2', { answer: 'C' }),
    { ...single('1a'), id: one?.id },
    single('9'),
    single('4'),
  ])
  expect(renamed.data).toEqual({ added: 0, changed: 1, removed: 0 })
  expect((await list('数学'))[1]).toMatchObject({ questionId: 1, questionNo: '1a' })
  const swapped = await save('数学', [single('2', { answer: 'C' }), single('1a'), single('4'), single('9')])
  expect(swapped.data).toEqual({ added: 0, changed: 2, removed: 0 })
  expect((await save('数学', [single('2', { answer: 'C' }), single('1a'), single('4'), single('9')])).data).toEqual({
    added: 0,
    changed: 0,
    removed: 0,
  })
})

test('every fault is told at its row and field, and nothing is kept', async () => {
  const before = await list('语文')
  const answer = await save('语文', [
    single('1', { answer: 'E' }),
    single('1'),
    essay('3', 10, { parentNo: '七' }),
    essay('4', 10),
    essay('4(1)', 4, { parentNo: '4' }),
    essay('5', 6, { knowledgePoints: [{ code: null, name: '修辞', weight: 0.5 }] }),
  ])
  expect([answer.status, answer.msg]).toEqual([400, '第1行：答案「E」超出选项A到D'])
  expect(answer.data.problems).toEqual([
    { field: '0.answer', message: '答案「E」超出选项A到D' },
    { field: '5.knowledgePoints', message: '知识点的权重合计为0.5，应为1' },
    { field: '1.questionNo', message: '题号「1」重复' },
    { field: '2.parentNo', message: '上级题号「七」不在本卷' },
    { field: '3.questionScore', message: '小题分值合计为4，与本题的10不符' },
  ])
  const wrong = await save('语文', [single('1', { questionType: '77', abilityLevel: '9' }), { questionNo: '2' }])
  expect(wrong.data.problems).toEqual([
    { field: '0.questionType', message: '「题型」不是有效的选项' },
    { field: '0.abilityLevel', message: '「能力层次」不是有效的选项' },
    { field: '1.questionType', message: '请选择题型' },
    { field: '1.questionScore', message: '请输入分值' },
  ])
  expect((await save('语文', 'x')).msg).toBe('题目应为列表')
  expect((await save('体育', [single('1')])).msg).toBe('科目「体育」不在本次考试')
  expect(await list('语文')).toEqual(before)
})

test('who saves a paper that somebody else has changed since is told, and keeps nothing', async () => {
  const { paperVersion } = await import('@xueheng/contract/domains/exam/paper/paper-question.ts')
  const version = paperVersion(await list('外语'))
  expect((await save('外语', [single('1')], { version })).status).toBe(200)
  expect((await save('外语', [single('2')], { version })).status).toBe(409)
  expect(await list('外语')).toMatchObject([{ questionNo: '1' }])
})

test('a single question is held to the rest of its paper, but not to sums that wait for others', async () => {
  const exam = await desk.addExam('单题')
  const submit = (row: object) =>
    desk.user.post(`${URL}/submit`, { examId: exam, courseName: '语文', paperCode: 'A', ...row })
  const parent = await submit(essay('1', 10))
  expect(parent.data).toMatchObject({ questionId: 1, sort: 1 })
  const wrong = await submit(essay('5', 6, { knowledgePoints: [{ code: null, name: '修辞', weight: 0.5 }] }))
  const fault = { field: 'knowledgePoints', message: '知识点的权重合计为0.5，应为1' }
  expect([wrong.status, wrong.data.problems]).toEqual([400, [fault]])
  expect((await submit(essay('1', 5))).msg).toBe('该考试科目试卷题号已存在')
  const child = await submit(essay('1(1)', 4, { parentNo: '1' }))
  expect([child.status, child.data.sort]).toEqual([200, 2])
  expect((await submit({ id: parent.data.id, parentNo: '1(1)' })).msg).toBe('上级题号形成了循环')
  expect((await submit({ id: parent.data.id, questionNo: '2' })).msg).toBe('第1(1)题：上级题号「1」不在本卷')
  const remove = (ids: string) => desk.user.post(`${URL}/remove`, undefined, { ids })
  expect((await remove(parent.data.id)).msg).toBe('第1(1)题：上级题号「1」不在本卷')
  expect((await remove(`${parent.data.id},${child.data.id}`)).status).toBe(200)
  const restore = (ids: string) => desk.user.post(`${URL}/restore`, undefined, { ids })
  expect((await restore(child.data.id)).msg).toBe('第1(1)题：上级题号「1」不在本卷')
  expect((await restore(`${parent.data.id},${child.data.id}`)).status).toBe(200)
  const page = await desk.user.get(`${URL}/list`, { examId: exam, questionType: '5' })
  expect(page.data.total).toBe(2)
})

test('papers are taken over from another exam course by course; those that are there stay unless told otherwise', async () => {
  const next = await desk.addExam('沿用')
  const copy = (more: object = {}) =>
    desk.user.post(`${URL}/copyFromExam`, { examId: next, fromExamId: examId, courseNames: ['语文', '数学'], ...more })
  await desk.user.post(`${URL}/savePaper`, { examId: next, courseName: '数学', questions: [essay('旧', 10)] })
  expect((await copy()).data).toEqual([
    { courseName: '语文', questionNum: 8, message: '' },
    { courseName: '数学', questionNum: 0, message: '已有题目，没有代替' },
  ])
  expect((await list('语文', next)).map((row) => row.questionNo)).toEqual(
    (await list('语文')).map((row) => row.questionNo),
  )
  expect((await copy({ isReplace: 1 })).data.map((one: { questionNum: number }) => one.questionNum)).toEqual([8, 4])
  expect((await list('数学', next)).map((row) => row.questionNo)).toEqual(['2', '1a', '4', '9'])
  const empty = await desk.addExam('没有题目')
  expect((await copy({ fromExamId: empty, courseNames: ['语文'], isReplace: 1 })).data).toEqual([
    { courseName: '语文', questionNum: 0, message: '来源考试没有该科题目' },
  ])
  // A second paper goes where the other exam has none.
  await desk.user.post(`${URL}/savePaper`, {
    examId: next,
    courseName: '语文',
    paperCode: 'B',
    questions: [single('1')],
  })
  expect((await copy({ courseNames: ['语文', '语文'], isReplace: 1 })).data).toHaveLength(1)
  expect((await papers(next)).map((one: { paperCode: string }) => one.paperCode)).toEqual(['A', 'A', 'A'])
  expect(await list('语文', next)).toHaveLength(8)
  expect((await copy({ fromExamId: next })).msg).toBe('来源考试不能是本次考试')
  const many = await copy({ courseNames: Array.from({ length: 31 }, (_none, n) => `科目${n}`) })
  expect([many.status, many.msg]).toEqual([400, '科目不能超过30个'])
  expect((await copy({ courseNames: ['体育'] })).msg).toBe('科目「体育」不在本次考试')
  const courses = [{ courseName: '语文', courseAlias: [], examScore: 150, isInTotal: 1 }]
  const cut = await desk.post('examinfo/submitCourse', { examId: next, courses })
  expect(cut.msg).toBe('科目「数学」已有试卷题目，请先删除它的题目')
  // A course whose only paper has another letter has none by the first.
  await desk.user.post(`${URL}/savePaper`, {
    examId: next,
    courseName: '外语',
    paperCode: 'B',
    questions: [single('1')],
  })
  expect((await papers(next)).map((one: { paperCode: string }) => one.paperCode)).toEqual(['A', 'A', 'B'])
})

test('questions of another program change those that come from the same source, and add the rest', async () => {
  const exam = await desk.addExam('题库')
  const send = (questions: unknown) =>
    desk.user.post(`${URL}/importFromSelfStudy`, { examId: exam, courseName: '语文', questions })
  expect((await send([single('1', { sourceQuestionId: 's1' }), single('2')])).data).toMatchObject({ added: 2 })
  const again = await send([single('8', { sourceQuestionId: 's1' }), single('2', { answer: 'D' }), single('3')])
  expect(again.data).toEqual({ added: 1, changed: 2, removed: 0 })
  expect(
    (await list('语文', exam)).map(({ questionId, questionNo, answer }) => [questionId, questionNo, answer]),
  ).toEqual([
    [1, '8', 'A'],
    [2, '2', 'D'],
    [3, '3', 'A'],
  ])
  expect((await send([null])).msg).toMatch(/^第4行：请输入题号/)
  expect((await send('x')).msg).toBe('题目应为列表')
})

const TITLES = '题号,题型,分值,答案,知识点,能力层次,难度,上级题号'
const book = (...lines: string[]) => [{ name: '细目表.csv', body: Buffer.from([TITLES, ...lines].join('\n')) }]

test('a workbook is looked through without keeping anything, then kept as a whole', async () => {
  const exam = await desk.addExam('工作簿')
  const asked = { examId: exam, courseName: '语文' }
  const check = async (lines: string[], more: object = {}) =>
    (await desk.user.upload(`${URL}/import-check`, { ...asked, ...more }, book(...lines))).data
  const bad = await check(['1,单选,5,A,,,,', '2,单选题,5,F,,,,', '2,单选题,5,A,集合:0.2、函数:0.2,,0.6,9'])
  expect(bad.rows.map((row: { faults: object }) => row.faults)).toEqual([
    { questionType: '题型「单选」不在字典中' },
    { answer: '答案「F」超出选项A到D' },
    { knowledgePoints: '知识点的权重合计为0.4，应为1', questionNo: '题号「2」重复', parentNo: '上级题号「9」不在本卷' },
  ])
  expect(await list('语文', exam)).toEqual([])
  const refused = await desk.user.post(`${URL}/import-commit`, { ...asked, fileId: bad.fileId })
  expect(refused.msg).toMatch(/^有3行不能导入，全部未保存/)
  const good = await check(['1,单选题,5,A,集合、函数,理解,65%,', '2,解答题,12,,,,,'])
  expect(good).toMatchObject({ faulty: 0, message: '' })
  const kept = await desk.user.post(`${URL}/import-commit`, { ...asked, fileId: good.fileId })
  expect(kept.data).toMatchObject({ added: 2, changed: 0 })
  expect(await list('语文', exam)).toMatchObject([
    {
      questionNo: '1',
      presetP: '0.65',
      knowledgePoints: [
        { name: '集合', weight: 0.5 },
        { name: '函数', weight: 0.5 },
      ],
    },
    { questionNo: '2', questionScore: 12 },
  ])
  const more = await check(['2,解答题,14,,,,,', '3,解答题,10,,,,,'], { isReplace: 1 })
  expect(more.rows.map((row: { isKnown: boolean }) => row.isKnown)).toEqual([true, false])
  await desk.user.post(`${URL}/import-commit`, { ...asked, isReplace: 1, fileId: more.fileId })
  expect((await list('语文', exam)).map((row) => row.questionNo)).toEqual(['2', '3'])
})

test('a workbook changes and adds questions of the paper that is there, and tells what it breaks of the others', async () => {
  const exam = await desk.addExam('工作簿补题')
  const asked = { examId: exam, courseName: '语文' }
  const questions = [
    single('1'),
    essay('2', 10),
    essay('2(1)', 4, { parentNo: '2' }),
    essay('2(2)', 6, { parentNo: '2' }),
  ]
  await desk.user.post(`${URL}/savePaper`, { ...asked, questions })
  const send = async (lines: string[], more: object = {}) => {
    const { data } = await desk.user.upload(`${URL}/import-check`, { ...asked, ...more }, book(...lines))
    const kept = await desk.user.post(`${URL}/import-commit`, { ...asked, ...more, fileId: data.fileId })
    return { data, kept }
  }
  const before = await list('语文', exam)
  const broken = await send(['2(1),解答题,5,,,,,2', '4,单选题,5,A,,,,'])
  expect(broken.data).toMatchObject({
    message: '第2题：小题分值合计为11，与本题的10不符',
    rows: [
      { faults: {}, isKnown: true },
      { faults: {}, isKnown: false },
    ],
  })
  expect(broken.kept.status).toBe(400)
  expect(await list('语文', exam)).toEqual(before)
  const good = await send(['3,单选题,5,B,,,,', '1,单选题,5,C,,,,'])
  expect(good.data.rows.map((row: { isKnown: boolean }) => row.isKnown)).toEqual([false, true])
  expect(good.kept.data).toMatchObject({ added: 1, changed: 1 })
  const shown = async () => (await list('语文', exam)).map(({ questionNo, answer }) => `${questionNo}${answer ?? ''}`)
  expect(await shown()).toEqual(['1C', '2', '2(1)', '2(2)', '3B'])
  const other = await send(['1,单选题,5,D,,,,'], { paperCode: 'b' })
  expect(other.kept.data).toMatchObject({ added: 1, changed: 0 })
  expect(await shown()).toEqual(['1C', '2', '2(1)', '2(2)', '3B', '1D'])
})

test('what leaves as a workbook changes nothing when it comes back', async () => {
  const { raw } = await desk.user.get(`${URL}/export-book`, { examId, courseName: '语文' })
  const path = join(tmpdir(), `paper-${nextId()}.xlsx`)
  writeFileSync(path, raw)
  const cells: string[][] = []
  for await (const row of readSheets({ path, name: 'x.xlsx' })) cells.push(row.cells)
  expect(cells[0]?.slice(0, 4)).toEqual(['题号', '上级题号', '题型', '分值'])
  expect(cells[4]?.slice(0, 4)).toEqual(['20(1)', '20', '解答题', '4'])
  const before = await list('语文')
  const asked = { examId, courseName: '语文', isReplace: 1 }
  const { data } = await desk.user.upload(`${URL}/import-check`, asked, [{ name: '题目.xlsx', body: raw }])
  expect(data).toMatchObject({ total: 8, faulty: 0, message: '' })
  const kept = await desk.user.post(`${URL}/import-commit`, { ...asked, fileId: data.fileId })
  expect(kept.data).toMatchObject({ added: 0, changed: 0 })
  expect(await list('语文')).toEqual(before)
})

test('papers are changed by the bureau alone, and seen by schools once the exam is published', async () => {
  const permissions = ['view', 'edit', 'add', 'delete'].map((action) => `examcoursepaperquestion_${action}`)
  const clerk = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code ?? '', permissions })
  const read = () => clerk.get(`${URL}/getCourseQuestionList`, { examId, courseName: '语文' })
  expect((await read()).status).toBe(404)
  expect((await clerk.get(`${URL}/list`, { examId })).data.total).toBe(0)
  await desk.post('examinfo/saveSchoolParam', { examId, schools: [{ schoolCode: SCHOOLS[0]?.code }] })
  await desk.setStatus(examId, 7)
  expect((await read()).data).toHaveLength(8)
  await desk.setStatus(examId, 1)
  const importer = await program().user({
    role: 'school',
    schoolCode: SCHOOLS[0]?.code ?? '',
    permissions: [...permissions, 'examinfo_import'],
  })
  expect((await importer.get(`${URL}/getCourseQuestionList`, { examId, courseName: '语文' })).data).toEqual([])
  expect((await importer.get(`${URL}/list`, { examId })).data.total).toBe(0)
  expect((await importer.get(`${URL}/getPaperList`, { examId })).data[0]).toMatchObject({ questionNum: 0 })
  const write = await clerk.post(`${URL}/savePaper`, { examId, courseName: '语文', questions: [single('1')] })
  expect(write.status).toBe(403)
  const other = await program().user({ role: 'administrator', tenantId: OTHER_TENANT })
  expect((await other.get(`${URL}/getCourseQuestionList`, { examId, courseName: '语文' })).status).toBe(404)
  expect((await other.post(`${URL}/copyFromExam`, { examId, fromExamId: examId, courseNames: ['语文'] })).status).toBe(
    404,
  )
})
