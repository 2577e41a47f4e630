import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_TENANT, TENANT, startTestApp, type TestApp } from '../../../test/harness.ts'
import { MANAGE, type MpDesk, openDesk } from '../../../test/stand-ins/mp-desk.ts'
import { type FakeWechat, startWechat } from '../../../test/stand-ins/wechat.ts'
import { sql } from 'kysely'

let app: TestApp
let wechat: FakeWechat
let desk: MpDesk

beforeAll(async () => {
  wechat = await startWechat()
  app = await startTestApp({ WECHAT_API: wechat.base, WECHAT_MP: wechat.base })
  desk = await openDesk(app, wechat)
})
afterAll(async () => {
  await app.app.close()
  await wechat.close()
})

const list = async (query: object = {}) =>
  (await desk.admin.get<any>(`${MANAGE}/wxUser/list`, { size: 1000, ...query })).data
const db = () => app.app.database.tenant(TENANT)

describe('a pull of all followers', () => {
  test('reads page after page, marks who has left, and sees who comes back', async () => {
    wechat.follow(250, 'a')
    wechat.pageSize = 100
    await desk.pull()
    expect((await list()).total).toBe(250)
    expect(wechat.askedOf('/cgi-bin/user/get')).toHaveLength(4)
    expect(wechat.askedOf('/cgi-bin/user/info/batchget')).toHaveLength(3)
    const gone = [...wechat.followers.values()].slice(0, 30)
    for (const { openid } of gone) wechat.followers.delete(openid)
    await desk.pull()
    expect((await list({ subscribe: 0 })).total).toBe(30)
    expect((await list({ subscribe: 1 })).total).toBe(220)
    wechat.followers.set('a0000000', gone[0] as never)
    await desk.pull()
    expect((await list({ subscribe: 0 })).total).toBe(29)
  })

  test('goes on behind the last whole page after it was cut', async () => {
    wechat.asked.length = 0
    wechat.failNext(40_013, { path: '/cgi-bin/user/info/batchget' })
    wechat.pageSize = 100
    // The first page passes, the second is refused.
    const before = wechat.askedOf('/cgi-bin/user/get').length
    await expect(desk.pull()).rejects.toThrow('appid不正确')
    await sql`update wx_user_pull set next_openid = 'a0000129', done = 100`.execute(db())
    await desk.pull()
    const asked = wechat.askedOf('/cgi-bin/user/get').slice(before + 1)
    expect(asked[0]?.query['next_openid']).toBe('a0000129')
    // Seen by the first half of the same pull: nobody of them is taken for gone.
    expect((await list({ subscribe: 0 })).total).toBeLessThanOrEqual(130)
    await desk.pull()
    expect((await list({ subscribe: 0 })).total).toBe(29)
  })

  test('runs once at a time', async () => {
    wechat.slowDown(400, '/cgi-bin/user/get')
    const first = await desk.admin.post<any>(`${MANAGE}/wxUser/syncWxUsers`, {})
    expect(first.data.message).toBe('任务已建立')
    expect((await desk.admin.post(`${MANAGE}/wxUser/syncWxUsers`, {})).msg).toBe('后台有同步任务正在进行中，请稍后重试')
    wechat.slowDown(0, '/cgi-bin/user/get')
    await expect
      .poll(async () => (await desk.admin.post(`${MANAGE}/wxUser/syncWxUsers`, {})).status, { timeout: 20_000 })
      .toBe(200)
    await expect
      .poll(
        async () =>
          (await sql<any>`select count(*)::int as n from job where state in ('waiting', 'running')`.execute(db()))
            .rows[0].n,
        { timeout: 20_000 },
      )
      .toBe(0)
  })
})

describe('a follower', () => {
  test('is found by openid or id, by a list of openids, and by what lists filter by', async () => {
    const one = (await desk.admin.get<any>(`${MANAGE}/wxUser/detail`, { id: 'a0000040' })).data
    expect(one).toMatchObject({ openid: 'a0000040', subscribe: 1, appid: desk.appid })
    expect((await desk.admin.get<any>(`${MANAGE}/wxUser/info/${one.id}`)).data).toEqual(one)
    const some = await desk.admin.post<any>(`${MANAGE}/wxUser/listByIds`, ['a0000040', 'a0000041', 'nobody'])
    expect(some.data.map((row: any) => row.openid)).toEqual(['a0000040', 'a0000041'])
    expect((await list({ openid: 'a0000040' })).total).toBe(1)
    // Older clients of the family page and order in their own words.
    const paged = await list({ size: undefined, page: 2, limit: 5, sidx: 'openid', order: 'asc' })
    expect([paged.current, paged.size, paged.records[0].openid]).toEqual([2, 5, 'a0000005'])
  })

  test('gets a remark there and here, or in neither place, and a phone here alone', async () => {
    const save = (body: object) => desk.admin.post<any>(`${MANAGE}/wxUser/submit`, { openid: 'a0000040', ...body })
    const saved = await save({ remark: '初二1班 李家长', phone: '13800138000' })
    expect(saved.data).toMatchObject({ remark: '初二1班 李家长', phone: '138****8000' })
    expect(wechat.followers.get('a0000040')?.remark).toBe('初二1班 李家长')
    wechat.failNext(40_003, { path: '/cgi-bin/user/info/updateremark' })
    expect((await save({ remark: '别的' })).msg).toBe('微信：没有这个openid（40003）')
    const kept = await desk.admin.get<any>(`${MANAGE}/wxUser/detail`, { id: 'a0000040' })
    expect(kept.data.remark).toBe('初二1班 李家长')
    expect((await save({ openid: '', remark: '无人' })).msg).toBe('缺少必要的请求参数: id')
    expect((await save({ openid: 'nobody', remark: '无人' })).status).toBe(404)
    // A masked phone that comes back is the old one.
    await save({ remark: '初二1班 李家长', phone: '138****8000' })
    const phone = await sql<any>`select phone from wx_user where openid = 'a0000040'`.execute(db())
    expect(phone.rows[0].phone).toBe('13800138000')
  })

  test('that is not known is asked for and kept; by unionid all accounts are looked through', async () => {
    wechat.followers.set('fresh', { openid: 'fresh', subscribe_time: 1_767_225_600, tagid_list: [], unionid: 'U1' })
    const found = await desk.admin.get<any>('/api/yzl-mpweixin/client/wx-user-info', { openId: 'fresh' })
    expect(found.data).toMatchObject({ openid: 'fresh', unionid: 'U1', subscribe: 1 })
    const both = await desk.admin.get<any>('/api/yzl-mpweixin/client/wx-user-list-by-unionid', { unionId: 'U1' })
    expect(both.data).toHaveLength(1)
  })

  test('that is not known is not asked for by who may only look, and of another account not found', async () => {
    wechat.followers.set('stranger', { openid: 'stranger', subscribe_time: 1_767_225_600, tagid_list: [] })
    const setEnd = (day: string | null) =>
      sql`update tenant set expire_time = ${day} where tenant_id = ${TENANT}`.execute(app.app.database.open)
    wechat.asked.length = 0
    await setEnd('2020-01-01')
    const reader = await app.user({ role: 'administrator' })
    const found = await reader.get<any>('/api/yzl-mpweixin/client/wx-user-info', { openId: 'stranger' })
    const known = await reader.get<any>('/api/yzl-mpweixin/client/wx-user-info', { openId: 'a0000040' })
    await setEnd(null)
    expect([found.status, found.data]).toEqual([200, {}])
    expect(known.data.openid).toBe('a0000040')
    expect(wechat.askedOf('/cgi-bin/user/info')).toEqual([])
    wechat.followers.delete('stranger')
  })

  test('is kept as the platform tells of him; what it tells no more stays', async () => {
    const openid = 'a0000050'
    const told = {
      nickname: '昵'.repeat(60),
      sex: 2,
      city: '广州',
      province: '广东',
      headimgurl: 'http://h',
      remark: '备注',
      unionid: 'U5',
      subscribe_scene: 'ADD_SCENE_QR_CODE',
      qr_scene: 7,
      qr_scene_str: 'word',
    }
    const follower = { openid, subscribe_time: 1_767_225_600, tagid_list: [2] }
    const read = async (one: object) => {
      wechat.followers.set(openid, { ...follower, ...one })
      await desk.admin.post(`${MANAGE}/wxUserTags/batchTagging`, { tagid: 2, openidList: [openid] })
      return (await desk.admin.get<any>(`${MANAGE}/wxUser/detail`, { id: openid })).data
    }
    const kept = {
      nickname: '昵'.repeat(50),
      sex: 2,
      city: '广州',
      province: '广东',
      headimgurl: 'http://h',
      unionid: 'U5',
      subscribeScene: 'ADD_SCENE_QR_CODE',
      qrSceneStr: '7',
    }
    expect(await read(told)).toMatchObject({ ...kept, subscribe: 1, remark: '备注', tagidList: [2] })
    const none = {
      ...Object.fromEntries(Object.keys(told).map((name) => [name, ''])),
      sex: 0,
      qr_scene: 0,
      qr_scene_str: '',
    }
    expect(await read(none)).toMatchObject({ ...kept, subscribeScene: 'ADD_SCENE_QR_CODE', remark: null })
    expect(await read({ ...none, sex: 1, qr_scene_str: 'door' })).toMatchObject({ sex: 1, qrSceneStr: 'door' })
    expect(await read({ ...none, sex: 3 })).toMatchObject({ sex: 1 })
  })

  test('removed by openid comes back with the next pull', async () => {
    expect((await desk.admin.post(`${MANAGE}/wxUser/delete`, ['fresh'])).status).toBe(200)
    expect((await desk.admin.get(`${MANAGE}/wxUser/detail`, { id: 'fresh' })).data).toEqual({})
    expect((await desk.admin.post(`${MANAGE}/wxUser/delete`, ['fresh'])).status).toBe(404)
    expect((await desk.admin.post(`${MANAGE}/wxUser/delete`, [])).msg).toBe('请选择至少一条数据')
    await desk.pull()
    expect((await desk.admin.get<any>(`${MANAGE}/wxUser/detail`, { id: 'fresh' })).data.openid).toBe('fresh')
  })

  test('of an account that is gone keeps his remark', async () => {
    const { data } = await desk.admin.get<any>(`${MANAGE}/wxUser/detail`, { id: 'a0000040' })
    const setDeleted = (isDeleted: number) =>
      sql`update wx_account set is_deleted = ${isDeleted} where appid = ${desk.appid}`.execute(db())
    await setDeleted(1)
    const refused = await desk.admin.post(`${MANAGE}/wxUser/submit`, { id: data.id, remark: '别的' })
    await setDeleted(0)
    expect([refused.status, refused.msg]).toEqual([404, '数据不存在或已被删除'])
    expect(wechat.followers.get('a0000040')?.remark).toBe('初二1班 李家长')
    const kept = await desk.admin.get<any>(`${MANAGE}/wxUser/detail`, { id: 'a0000040' })
    expect(kept.data.remark).toBe('初二1班 李家长')
  })

  test('is seen by those with the right and by the own tenant alone', async () => {
    const nobody = await app.user({ role: 'exam', permissions: [] })
    expect((await nobody.get(`${MANAGE}/wxUser/list`)).status).toBe(403)
    const reader = await app.user({ role: 'exam', permissions: ['wxuser_view'] })
    expect((await reader.post(`${MANAGE}/wxUser/submit`, { openid: 'a0000040', remark: 'x' })).status).toBe(403)
    const nameless = await desk.admin.post(`${MANAGE}/wxUser/submit`, { remark: 'x' })
    expect([nameless.status, nameless.msg]).toEqual([400, expect.stringContaining('id')])
    const other = await app.user({ role: 'administrator', tenantId: OTHER_TENANT })
    expect((await other.get(`${MANAGE}/wxUser/list`)).msg).toBe('请先选择公众号')
  })
})

describe('tags', () => {
  const tags = async (query: object = {}) => (await desk.admin.get<any>(`${MANAGE}/wxUserTags/list`, { ...query })).data
  const save = (body: object) => desk.admin.post(`${MANAGE}/wxUserTags/save`, body)

  test('are made, renamed and removed there and here', async () => {
    expect((await save({ name: ' 初二家长 ' })).status).toBe(200)
    const made = (await tags()).find((tag: any) => tag.name === '初二家长')
    expect((await desk.admin.get<any>(`${MANAGE}/updateTags/detail`, { id: made.id })).data).toEqual(made)
    expect((await save({ name: '初二家长' })).msg).toBe('微信：标签名不正确或已存在（45157）')
    expect((await save({ id: 2, name: '改系统' })).msg).toBe('微信：不能修改系统标签（45058）')
    expect((await desk.admin.post(`${MANAGE}/wxUserTags/${made.id}`, { name: '初三家长' })).status).toBe(200)
    expect([...wechat.tags.values()]).toContain('初三家长')
    expect((await save({ name: ' ' })).msg).toBe('请输入标签名')
  })

  test('are put on people and taken off, and the people are read anew', async () => {
    const tag = (await tags()).find((one: any) => one.name === '初三家长')
    const openidList = ['a0000040', 'a0000041']
    const put = (path: string, body: object) => desk.admin.post(`${MANAGE}/wxUserTags/${path}`, body)
    expect((await put('batchTagging', { tagid: tag.id, openidList })).status).toBe(200)
    expect((await list({ tagid: tag.id })).records.map((row: any) => row.openid).toSorted()).toEqual(openidList)
    expect((await tags()).find((one: any) => one.id === tag.id).count).toBe(2)
    await put('batchUnTagging', { tagid: tag.id, openidList: ['a0000041'] })
    expect((await list({ tagid: tag.id })).total).toBe(1)
    expect((await put('batchTagging', { tagid: 999, openidList })).msg).toBe('微信：没有这个标签（45159）')
    expect((await put('batchTagging', { tagid: tag.id, openidList: [] })).msg).toBe('请选择至少一条数据')
    expect((await put('batchTagging', { tagid: tag.id, openidList: ['', 7] })).status).toBe(400)
    expect((await put('batchTagging', { tagid: tag.id, openidList: [''] })).msg).toBe('请选择至少一条数据')
    wechat.asked.length = 0
    await put('batchTagging', { tagid: tag.id, openidList: ['a0000041', 'a0000041'] })
    const [asked] = wechat.askedOf('/cgi-bin/tags/members/batchtagging')
    expect(asked?.body).toEqual({ openid_list: ['a0000041'], tagid: tag.id })
    const many = Array.from({ length: 51 }, (_none, n) => `a${n}`)
    expect((await put('batchTagging', { tagid: tag.id, openidList: many })).msg).toBe('一次最多选50位粉丝')
    expect((await desk.admin.post(`${MANAGE}/updateTags/delete/${tag.id}`, {})).status).toBe(200)
    expect((await desk.admin.post(`${MANAGE}/updateTags/delete/0`, {})).msg).toBe('标签ID不得为空')
    expect((await tags()).some((one: any) => one.id === tag.id)).toBe(false)
  })
})
