import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { OTHER_TENANT, useTestApp } from '../../../../test/harness.ts'

const app = useTestApp()
const DICT = '/api/blade-system/dict'

test('shared dictionaries are read by all tenants and changed by the managing one', async () => {
  const admin = await app().user({ role: 'administrator' })
  const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  const keys = async (code: string) =>
    (await other.get<{ dictKey: string }[]>(`${DICT}/dictionary`, { code })).data.map((entry) => entry.dictKey)
  expect(await keys('post_category')).toEqual(['1', '2', '3', '4'])
  const found = await admin.get(`${DICT}/parent-list`, { code: 'post_category' })
  const parentId: string = found.data.records[0].id
  const body = { code: 'post_category', dictKey: '9', dictValue: '顾问', sort: 9, isSealed: 0, parentId }
  expect((await other.post(`${DICT}/submit`, body)).status).toBe(403)
  const made = await admin.post(`${DICT}/submit`, body)
  expect(made.status).toBe(200)
  expect(await keys('post_category')).toEqual(['1', '2', '3', '4', '9'])
  await admin.post(`${DICT}/submit`, { id: made.data.id, isSealed: 1 })
  expect(await keys('post_category')).toEqual(['1', '2', '3', '4'])
  expect((await admin.get(`${DICT}/child-list`, { parentId })).data).toHaveLength(5)
  expect((await admin.get(`${DICT}/child-list`, { parentId: '-1' })).data).toEqual([])
  expect((await other.post(`${DICT}/remove`, undefined, { ids: made.data.id })).status).toBe(403)
})

test('an entry needs a dictionary that is there, and a key', async () => {
  const admin = await app().user({ role: 'administrator' })
  const [stage] = (await admin.get(`${DICT}-biz/parent-list`, { code: 'stage' })).data.records
  const entry = { code: 'stage', dictKey: '77', dictValue: '职前', sort: 77, isSealed: 0 }
  const submit = (body: object) => admin.post(`${DICT}-biz/submit`, { ...entry, ...body })
  expect((await submit({ parentId: '999' })).msg).toBe('「上级字典」不是有效的选项')
  expect((await submit({ parentId: stage.id, dictKey: '' })).msg).toBe('请输入字典键值')
  const made = await submit({ parentId: stage.id })
  await admin.post(`${DICT}-biz/remove`, undefined, { ids: made.data.id })
  expect((await admin.get(`${DICT}-biz/child-list`, { parentId: stage.id })).data).not.toContainEqual(
    expect.objectContaining({ dictKey: '77' }),
  )
})

test('entries follow the code of their dictionary; others and removed ones stay as they are', async () => {
  const admin = await app().user({ role: 'administrator' })
  const submit = async (body: object): Promise<string> => {
    const whole = { dictValue: '兴趣', sort: 1, isSealed: 0, ...body }
    const { data, msg } = await admin.post(`${DICT}-biz/submit`, whole)
    expect(msg).toBe('操作成功')
    return data.id
  }
  const top = await submit({ code: 'hobby', dictKey: '-1', parentId: '0' })
  const beside = await submit({ code: 'hobby_level', dictKey: '-1', parentId: '0' })
  const [kept, removed] = [
    await submit({ code: 'hobby', dictKey: '1', parentId: top }),
    await submit({ code: 'hobby', dictKey: '2', parentId: top }),
  ]
  await admin.post(`${DICT}-biz/remove`, undefined, { ids: removed })
  await admin.post(`${DICT}-biz/submit`, { id: top, code: 'interest' })
  const codes = await sql<{ id: string; code: string }>`select id, code from dict_biz
    where id = any(${[top, beside, kept, removed]}::bigint[])`.execute(admin.db)
  expect(new Map(codes.rows.map(({ id, code }) => [id, code]))).toEqual(
    new Map([
      [top, 'interest'],
      [beside, 'hobby_level'],
      [kept, 'interest'],
      [removed, 'hobby'],
    ]),
  )
  // An entry takes the code of its dictionary, whatever it is sent with.
  await admin.post(`${DICT}-biz/submit`, { id: kept, code: 'other', dictValue: '球类' })
  expect((await admin.get(`${DICT}-biz/dictionary`, { code: 'interest' })).data).toMatchObject([
    { dictKey: '1', dictValue: '球类' },
  ])
})

test('what is not shared comes from the dictionaries of the tenant', async () => {
  const admin = await app().user({ role: 'administrator' })
  const shared = await admin.get(`${DICT}/dictionary`, { code: 'stage' })
  const own = await admin.get(`${DICT}-biz/dictionary`, { code: 'stage' })
  expect(shared.data).toEqual(own.data)
  expect(shared.data.length).toBeGreaterThan(2)
})

test('a dictionary in use stays, and so does an entry that somebody has picked; others go', async () => {
  const admin = await app().user({ role: 'administrator' })
  const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  const remove = (path: string, ids: string) => admin.post(`${path}/remove`, undefined, { ids })
  const [category] = (await admin.get(`${DICT}/parent-list`, { code: 'post_category' })).data.records
  const used = '正在用于岗位的岗位类型，不能删除'
  const entries = (await admin.get(`${DICT}/child-list`, { parentId: category.id })).data
  const entry = (dictKey: string) => entries.find((one: { dictKey: string }) => one.dictKey === dictKey)
  await other.post('/api/blade-system/post/submit', { category: 3, postCode: 'x', postName: '岗', sort: 1 })
  expect((await remove(DICT, entry('3').id)).msg).toBe(`字典项「${entry('3').dictValue}」${used}；可以封存它`)
  expect((await remove(DICT, entry('4').id)).status).toBe(200)
  const [stage] = (await admin.get(`${DICT}-biz/parent-list`, { code: 'stage' })).data.records
  await admin.post(`${DICT}-biz/submit`, {
    parentId: stage.id,
    code: 'stage',
    dictKey: '99',
    dictValue: '学前',
    sort: 9,
    isSealed: 0,
  })
  const kept = (await admin.get(`${DICT}-biz/child-list`, { parentId: stage.id })).data
  const fresh = kept.find((one: { dictKey: string }) => one.dictKey === '99')
  expect((await remove(`${DICT}-biz`, fresh.id)).status).toBe(200)
  const own = { code: 'meeting_room', dictValue: '会议室', sort: 1, isSealed: 0 }
  const made = await admin.post(`${DICT}-biz/submit`, own)
  expect((await remove(`${DICT}-biz`, made.data.id)).status).toBe(200)
})

test('posts that people hold and an initial password in use stay', async () => {
  const admin = await app().user({ role: 'administrator' })
  const BASE = '/api/blade-system'
  const post = await admin.post(`${BASE}/post/submit`, { category: 1, postCode: 'held', postName: '在岗', sort: 1 })
  await admin.post('/api/blade-user/submit', { account: 'holder', name: '持', postId: post.data.id })
  const held = await admin.post(`${BASE}/post/remove`, undefined, { ids: post.data.id })
  expect(held.msg).toBe('岗位下还有用户，不能删除')
  const first = { paramName: '初始密码', paramKey: 'account.initPassword', paramValue: 'First@2026' }
  const { data: param } = await admin.post(`${BASE}/param/submit`, first)
  const modes = await admin.get(`${BASE}/param/list`, { paramKey: 'account.initPasswordMode' })
  await admin.post(`${BASE}/param/submit`, { id: modes.data.records[0].id, paramValue: 'fixed' })
  const gone = await admin.post(`${BASE}/param/remove`, undefined, { ids: param.id })
  expect(gone.msg).toBe('新建账号要用初始密码，不能删除')
  const renamed = await admin.post(`${BASE}/param/submit`, { id: param.id, paramKey: 'x' })
  expect(renamed.msg).toBe('初始密码的键名不可修改')
})

test('an entry of the own dictionaries that somebody has picked stays, and a dictionary of the product without entries', async () => {
  const BIZ = `${DICT}-biz`
  const admin = await app().user({ role: 'administrator' })
  const entryOf = async (dictKey: string) => {
    const [top] = (await admin.get(`${BIZ}/parent-list`, { code: 'notice' })).data.records
    const entries = (await admin.get(`${BIZ}/child-list`, { parentId: top.id })).data
    return { top, entry: entries.find((one: { dictKey: string }) => one.dictKey === dictKey) }
  }
  const notice = { title: '字典在用', category: 3, releaseTime: '2999-01-01 08:00:00', content: '<p>文</p>' }
  const made = await admin.post('/api/blade-desk/notice/submit', notice)
  const { top, entry } = await entryOf('3')
  const remove = (ids: string) => admin.post(`${BIZ}/remove`, undefined, { ids })
  const used = '正在用于通知公告的通知类型，不能删除'
  expect((await remove(entry.id)).msg).toBe(`字典项「${entry.dictValue}」${used}；可以封存它`)
  expect((await remove(top.id)).status).toBe(400)
  expect((await remove([top.id, entry.id].join())).status).toBe(400)
  expect((await entryOf('3')).entry.id).toBe(entry.id)
  expect((await admin.post('/api/blade-desk/notice/remove', undefined, { ids: made.data.id })).status).toBe(200)
  expect((await remove(entry.id)).status).toBe(200)
  expect((await entryOf('3')).entry).toBeUndefined()
  const others = (await admin.get<{ id: string }[]>(`${BIZ}/child-list`, { parentId: top.id })).data
  expect((await remove(others.map(({ id }) => id).join())).status).toBe(200)
  const emptied = await remove(top.id)
  expect([emptied.status, emptied.msg]).toEqual([
    400,
    `字典「${top.dictValue}」正在用于通知公告的通知类型，不能删除；不再使用的字典项可以封存`,
  ])
  expect((await entryOf('3')).top.id).toBe(top.id)
})
