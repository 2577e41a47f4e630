import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, useTestApp } from '../../../test/harness.ts'

const app = useTestApp()
const REST = '/api/yzl-report/report/rest'
const OF_SAVED = ['savedreport_view', 'savedreport_add', 'savedreport_edit', 'savedreport_delete']
const RANK = 'scorerank_view'
const [OWN, UNIT, ALL] = [1, 2, 3]

let bureau: Client
let mine: Client
let colleague: Client
let elsewhere: Client

beforeAll(async () => {
  const permissions = [...OF_SAVED, RANK]
  const of = (schoolCode: string) => app().user({ role: 'school', schoolCode, permissions })
  bureau = await app().user({ role: 'exam', permissions })
  ;[mine, colleague, elsewhere] = [await of('S1'), await of('S1'), await of('S2')]
})

const RANKS = {
  name: '数学排名',
  reportName: 'scoreRank',
  shareScope: OWN,
  params: { order: 'avg', areaCode: '990001' },
  hiddenColumns: ['compositeScore', '数学.avgRank'],
  sort: '-avgScore',
  isChart: 1,
}

async function save(user: Client, more: object = {}) {
  return user.post(`${REST}/save`, { ...RANKS, ...more })
}

async function namesSeenBy(user: Client): Promise<string[]> {
  const { data } = await user.get(`${REST}/list`, { size: 100 })
  return data.records.map((row: { name: string }) => row.name)
}

test('a saved report keeps its filters, columns, order and chart, and who saved it', async () => {
  const { data } = await save(mine)
  const row = (await mine.get(`${REST}/detail`, { id: data.id })).data
  expect(row).toMatchObject({ ...RANKS, createUser: mine.userId })
  expect(row.ownerName).not.toBe('')
})

test.each(['yzl-report', 'blade-report'])(
  '%s: list, detail and remove answer as clients of the family ask',
  async (service) => {
    const base = `/api/${service}/report/rest`
    const { data } = await save(mine, { name: `经${service}` })
    const found = (await mine.get(`${base}/list`, { current: 1, size: 10, name: `经${service}` })).data
    expect(found).toMatchObject({ total: 1, records: [{ id: data.id, name: `经${service}` }] })
    expect(found.records[0]).toMatchObject({ createTime: expect.any(String), updateTime: expect.any(String) })
    expect((await mine.get(`${base}/detail`, { id: data.id })).data.name).toBe(`经${service}`)
    expect((await mine.post(`${base}/remove`, undefined, { ids: data.id })).msg).toBe('操作成功')
    expect(await namesSeenBy(mine)).not.toContain(`经${service}`)
  },
)

describe('sharing', () => {
  beforeAll(async () => {
    await save(mine, { name: '自己的' })
    await save(mine, { name: '本校的', shareScope: UNIT })
    await save(mine, { name: '大家的', shareScope: ALL })
    await save(bureau, { name: '局里的', shareScope: UNIT })
  })

  test('an own report is seen by its owner alone', async () => {
    expect(await namesSeenBy(mine)).toEqual(expect.arrayContaining(['自己的', '本校的', '大家的']))
    for (const user of [colleague, elsewhere, bureau]) expect(await namesSeenBy(user)).not.toContain('自己的')
  })

  test('one shared with the unit is seen by those who work there, one shared with all by everybody', async () => {
    const seen = async (user: Client) => (await namesSeenBy(user)).filter((name) => name.endsWith('的')).toSorted()
    expect(await seen(colleague)).toEqual(['大家的', '本校的'].toSorted())
    expect(await seen(elsewhere)).toEqual(['大家的'])
    expect(await seen(bureau)).toEqual(['大家的', '局里的'].toSorted())
  })

  test('one shared with an area is seen by those who look after it, and by no school in it', async () => {
    const permissions = [...OF_SAVED, RANK]
    const of = (areaCode: string) => app().user({ role: 'area', areaCode, permissions })
    const [east, alsoEast, west] = [await of('990101'), await of('990101'), await of('990102')]
    const inside = await app().user({ role: 'school', schoolCode: 'S1', areaCode: '990101', permissions })
    await save(east, { name: '东县自用', shareScope: UNIT })
    expect(await namesSeenBy(alsoEast)).toContain('东县自用')
    for (const user of [west, inside, bureau]) expect(await namesSeenBy(user)).not.toContain('东县自用')
  })

  test('a class teacher shares with the whole school', async () => {
    const permissions = [...OF_SAVED, RANK]
    const teacher = await app().user({ role: 'teacher', schoolCode: 'S1', classCodes: ['C1'], permissions })
    await save(teacher, { name: '班主任共享', shareScope: UNIT })
    expect(await namesSeenBy(colleague)).toContain('班主任共享')
    expect(await namesSeenBy(elsewhere)).not.toContain('班主任共享')
  })

  test('nobody sees a report of which he may not open the screen', async () => {
    const other = await app().user({ role: 'exam', permissions: [...OF_SAVED, 'beforen_view'] })
    expect(await namesSeenBy(other)).toEqual([])
  })

  test('what is shared is changed and removed by its owner and by administrators alone', async () => {
    const { id } = (await save(mine, { name: '共享', shareScope: ALL })).data
    const refusal = '只能修改和删除自己保存的报表'
    expect((await colleague.post(`${REST}/submit`, { id, name: '改' })).msg).toBe(refusal)
    expect((await colleague.post(`${REST}/remove`, undefined, { ids: id })).msg).toBe(refusal)
    expect((await mine.post(`${REST}/submit`, { id, name: '改过' })).data.name).toBe('改过')
    const administrator = await app().user({ role: 'administrator' })
    expect((await administrator.post(`${REST}/remove`, undefined, { ids: id })).msg).toBe('操作成功')
  })
})

describe('a report that could not be opened again is refused', () => {
  test.each([
    ['an unknown report', { reportName: 'nothing' }, '没有这张报表'],
    ['a report without the right to open it', { reportName: 'studentScore' }, '没有这张报表'],
    ['a filter beyond its length', { params: { order: 'x'.repeat(13) } }, /排序/],
    ['a column that is no key', { hiddenColumns: ['a,b'] }, '列的名称有误'],
    ['a column of more letters than a key has', { hiddenColumns: ['x'.repeat(101)] }, '列的名称有误'],
    ['more columns than a report has', { hiddenColumns: Array.from({ length: 501 }, String) }, '列的名称有误'],
  ])('%s', async (_why, more, message) => {
    const answer = await save(mine, more)
    expect([answer.status, answer.msg]).toEqual([400, expect.stringMatching(message)])
    const [field = ''] = Object.keys(more)
    expect(answer.data.problems).toEqual([{ field, message: answer.msg }])
  })

  test('as many columns as may be, with names as long, are kept', async () => {
    const hiddenColumns = Array.from({ length: 500 }, (_none, at) => String(at).padStart(100, 'x'))
    expect((await save(mine, { name: '多列', hiddenColumns })).data.hiddenColumns).toEqual(hiddenColumns)
  })

  test('filters the report does not know are left out', async () => {
    const { data } = await save(mine, { params: { order: 'avg', other: 'x', examId: '7' } })
    expect(data.params).toEqual({ order: 'avg' })
  })

  test('a report of one student is nobody else’s', async () => {
    const user = await app().user({ role: 'exam', permissions: [...OF_SAVED, 'studentscore_view'] })
    const body = { reportName: 'studentScore', params: { studentNumber: '1001' } }
    for (const name of ['studentNumber', 'studentName', 'studentCode']) {
      const shared = await save(user, { ...body, params: { [name]: '1001' }, shareScope: ALL })
      expect([name, shared.msg]).toEqual([name, '条件里有考生，只能仅自己使用'])
      expect(shared.data.problems).toEqual([{ field: 'shareScope', message: '条件里有考生，只能仅自己使用' }])
    }
    expect((await save(user, { ...body, shareScope: UNIT })).msg).toBe('条件里有考生，只能仅自己使用')
    expect((await save(user, body)).msg).toBe('操作成功')
  })
})

test('filters that the report would refuse are not kept', async () => {
  const before = await namesSeenBy(mine)
  const { status, msg } = await save(mine, { name: '太长', params: { order: 'x'.repeat(13) } })
  expect([status, msg]).toEqual([400, expect.stringContaining('排序')])
  expect(await namesSeenBy(mine)).toEqual(before)
})
