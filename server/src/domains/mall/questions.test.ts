import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'

const app = useTestApp()
const BASE = '/api/yzl-book-mall-admin'

let admin: Client
let bookId: string

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  const shelf = await admin.post(`${BASE}/bookclass/save`, { className: '文学' })
  const book = { bookName: '城南旧事', classId: shelf.data.id, bookType: 1, price: '29.80', stock: 5 }
  bookId = (await admin.post(`${BASE}/bookinfo/save`, book)).data.id
})

let made = 0

function question(more: object = {}) {
  const title = `第${(made += 1)}题`
  return {
    bookId,
    questionType: 1,
    title,
    optionA: '春',
    optionB: '夏',
    optionC: '秋',
    answer: 'A',
    score: '2',
    ...more,
  }
}

const withoutOptions = (more: object) => question({ optionA: '', optionB: '', optionC: '', ...more })
const save = (body: object) => admin.post(`${BASE}/questionmanage/save`, body)
const upload = (questions: unknown) => admin.post(`${BASE}/questionmanage/upload/question`, { bookId, questions })

async function keptAnswer(body: object): Promise<string> {
  const answer = await save(body)
  expect(answer.msg).toBe('操作成功')
  return answer.data.answer
}

describe('an answer', () => {
  test('is kept in one form, however it is written', async () => {
    expect(await keptAnswer(question({ answer: ' b ' }))).toBe('B')
    expect(await keptAnswer(question({ questionType: 2, answer: 'c、a' }))).toBe('AC')
    expect(await keptAnswer(withoutOptions({ questionType: 3, answer: '√' }))).toBe('对')
    expect(await keptAnswer(withoutOptions({ questionType: 3, answer: '错误' }))).toBe('错')
    expect(await keptAnswer(withoutOptions({ questionType: 4, answer: '四 ｜ 4|四' }))).toBe('四|4')
    expect(await keptAnswer(withoutOptions({ questionType: 5, answer: '言之成理即可 ' }))).toBe('言之成理即可')
  })

  test.each([
    ['names an option that is not there', { answer: 'D' }, '没有选项D'],
    ['has two letters in a single choice', { answer: 'AB' }, '单选题只有一个答案'],
    ['has one letter where several are asked', { questionType: 2, answer: 'A' }, '多选题至少有两个答案'],
    [
      'is neither true nor false',
      { questionType: 3, answer: 'A', optionA: '', optionB: '', optionC: '' },
      '判断题的答案填对或错',
    ],
    [
      'leaves a way to fill the blank empty',
      { questionType: 4, answer: '四|', optionA: '', optionB: '', optionC: '' },
      '填空题的几种写法用|隔开，不能有空的',
    ],
  ])('that %s is refused', async (_name, more, message) => {
    const answer = await save(question(more))
    expect([answer.status, answer.msg]).toEqual([400, message])
  })
})

test.each([
  ['there is one only', { optionB: '', optionC: '' }, '选择题至少有两个选项'],
  ['one between them is missing', { optionB: '' }, '选项须从A起依次填写'],
  ['two are alike', { optionC: '春 ' }, '与另一个选项相同'],
  ['the type has none', { questionType: 3, answer: '对' }, '只有单选题和多选题有选项，请清空选项'],
])('options are refused where %s', async (_name, more, message) => {
  expect((await save(question(more))).msg).toBe(message)
})

test('one question stands once in a book, and a book with questions stays', async () => {
  const body = question()
  await save(body)
  expect((await save(body)).msg).toBe('该图书题干已存在')
  const answer = await admin.post(`${BASE}/bookinfo/remove`, {}, { ids: bookId })
  expect(answer.msg).toBe('《城南旧事》还有阅读题目，请先删除题目')
})

test('a question comes back from the recycle bin with its book alone', async () => {
  const { classId } = (await admin.get(`${BASE}/bookinfo/detail`, { id: bookId })).data
  const book = { bookName: '朝花夕拾', classId, bookType: 1, price: '22.00', stock: 5 }
  const other = (await admin.post(`${BASE}/bookinfo/save`, book)).data.id
  const { data } = await save(question({ bookId: other }))
  const remove = (name: string, ids: string) => admin.post(`${BASE}/${name}/remove`, {}, { ids })
  const restore = (name: string, ids: string) => admin.post(`${BASE}/${name}/restore`, undefined, { ids })
  await remove('questionmanage', data.id)
  await remove('bookinfo', other)
  expect((await restore('questionmanage', data.id)).msg).toBe('请先恢复它的图书')
  await restore('bookinfo', other)
  expect((await restore('questionmanage', data.id)).msg).toBe('操作成功')
})

test('what pupils have answered keeps its wording and is not removed, while its marks may change', async () => {
  const { data } = await save(question())
  await sql`update mall_question set used_count = 3 where id = ${data.id} and tenant_id = ${TENANT}`.execute(admin.db)
  const change = (more: object) => admin.post(`${BASE}/questionmanage/update`, { ...data, ...more })
  const refusal = '已有学生作答，不能改题干、选项和答案，请停用后另建一题'
  for (const more of [{ title: '另一题' }, { answer: 'B' }, { optionC: '冬' }])
    expect((await change(more)).msg).toBe(refusal)
  expect((await change({ score: '3', isEnabled: 0 })).msg).toBe('操作成功')
  const removed = await admin.post(`${BASE}/questionmanage/remove`, {}, { ids: data.id })
  expect(removed.msg).toBe(`「${data.title}」已有学生作答，不能删除，可以停用`)
})

describe('an upload of questions', () => {
  test('is kept whole', async () => {
    const answer = await upload([question(), question({ answer: 'c' })])
    expect(answer.data).toEqual({ total: 2, success: 2, failed: 0, errors: [] })
  })

  test('is not kept at all where one question has a fault, and each fault names its row and field', async () => {
    const good = question()
    const answer = await upload([good, question({ answer: 'E', score: '0' }), question({ answer: 'E' }), good])
    expect(answer.data).toMatchObject({ total: 4, success: 0, failed: 3 })
    expect(answer.data.errors.map(({ row, field }: any) => [row, field])).toEqual([
      [2, 'score'],
      [3, 'answer'],
      [4, 'title'],
    ])
    const list = await admin.get(`${BASE}/questionmanage/page`, { title: good.title })
    expect(list.data.records.filter(({ title }: any) => title === good.title)).toEqual([])
  })

  test('that is empty, too long or no list of questions is refused', async () => {
    expect((await upload([])).msg).toBe('请填写题目')
    expect((await upload(['A'])).msg).toBe('题目的第1项格式不正确')
    expect((await upload(Array(501).fill(question()))).msg).toBe('一次最多500道题')
  })

  test('is not for a school', async () => {
    const school = await app().user({ role: 'school', permissions: ['questionmanage_add'], schoolCode: 'S1' })
    const answer = await school.post(`${BASE}/questionmanage/upload/question`, { bookId, questions: [question()] })
    expect(answer.status).toBe(403)
  })
})
