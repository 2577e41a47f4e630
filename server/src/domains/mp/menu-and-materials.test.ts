import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TENANT, type TestApp, startTestApp, waitForJob } from '../../../test/harness.ts'
import { MANAGE, type MpDesk, openDesk } from '../../../test/stand-ins/mp-desk.ts'
import { type FakeWechat, startWechat } from '../../../test/stand-ins/wechat.ts'
import { WECHAT_WORDS } from './wechat-words.ts'

let app: TestApp
let wechat: FakeWechat
let desk: MpDesk

beforeAll(async () => {
  wechat = await startWechat()
  app = await startTestApp({ WECHAT_API: wechat.base })
  desk = await openDesk(app, wechat)
})
afterAll(async () => {
  await app.app.close()
  await wechat.close()
})

const get = async (path: string, query: object = {}) => desk.admin.get<any>(`${MANAGE}/${path}`, { ...query })
const post = async (path: string, body: unknown = {}) => desk.admin.post<any>(`${MANAGE}/${path}`, body)
const db = () => app.app.database.tenant(TENANT)
const VIEW = { name: '成绩', type: 'view', url: 'https://a.cn' }

describe('the menu', () => {
  test('is empty where there is none, published as a whole, read back, and removed', async () => {
    expect((await get('wxMenu/getMenu')).data).toMatchObject({ menu: { buttons: [] }, conditionalMenu: [], isKept: 0 })
    const mini = { name: '小程序', type: 'miniprogram', url: 'https://a.cn', appId: 'wx1', pagePath: 'pages/a' }
    const buttons = [VIEW, { name: '更多', subButtons: [{ name: '说明', type: 'click', key: 'K' }, mini] }]
    expect((await post('wxMenu/updateMenu', { buttons })).status).toBe(200)
    expect(wechat.menu).toEqual([
      { name: '成绩', type: 'view', url: 'https://a.cn' },
      {
        name: '更多',
        sub_button: [
          { name: '说明', type: 'click', key: 'K' },
          { name: '小程序', type: 'miniprogram', url: 'https://a.cn', appid: 'wx1', pagepath: 'pages/a' },
        ],
      },
    ])
    const read = (await get('wxMenu/detail')).data.menu.buttons
    expect(read[1].subButtons[1]).toMatchObject(mini)
    // Without the platform, the menu as it was.
    wechat.hangUpNext({ times: 3, path: '/cgi-bin/menu/get' })
    expect((await get('wxMenu/getMenu')).data).toMatchObject({ isKept: 1, menu: { buttons: [{ name: '成绩' }, {}] } })
    expect((await post('wxMenu/submit', { buttons: [] })).status).toBe(200)
    expect(wechat.menu).toBeUndefined()
    expect((await post('wxMenu/submit', {})).msg).toBe('菜单的格式不正确')
    await post('wxMenu/updateMenu', { buttons: [VIEW] })
    expect((await post('wxMenu/delete', [])).status).toBe(200)
    expect(wechat.menu).toBeUndefined()
  })

  test('for some followers alone is read beside that of all, and stays in the copy', async () => {
    wechat.menu = [{ name: '成绩', type: 'view', url: 'https://a.cn' }]
    const own = { name: '绑定', type: 'click', key: 'BIND' }
    wechat.conditionalMenus = [{ button: [own], matchrule: { tag_id: '2' }, menuid: 7 }]
    const told = [{ buttons: [{ ...own, subButtons: [] }], matchrule: { tag_id: '2' }, menuid: 7 }]
    const read = (await get('wxMenu/getMenu')).data
    expect(read).toEqual({
      menu: { buttons: [{ ...VIEW, subButtons: [] }] },
      conditionalMenu: told,
      isKept: 0,
      keptTime: null,
    })
    wechat.hangUpNext({ times: 3, path: '/cgi-bin/menu/get' })
    expect((await get('wxMenu/getMenu')).data).toMatchObject({ conditionalMenu: told, isKept: 1 })
    wechat.conditionalMenus = []
    await post('wxMenu/delete', [])
    wechat.hangUpNext({ times: 3, path: '/cgi-bin/menu/get' })
    expect((await get('wxMenu/getMenu')).data).toMatchObject({ menu: { buttons: [] }, conditionalMenu: [], isKept: 1 })
  })

  test('that the platform refuses to tell is not told from the copy', async () => {
    wechat.failNext(48_001, { path: '/cgi-bin/menu/get' })
    const { status, msg } = await get('wxMenu/getMenu')
    expect([status, msg]).toEqual([400, '微信：该公众号无此接口权限（48001）'])
  })

  test('that breaks a rule is told by the place of its button, and goes nowhere', async () => {
    const bad = await post('wxMenu/updateMenu', {
      buttons: [{ name: '更多', subButtons: [VIEW, { name: 'a', type: 'view' }] }],
    })
    expect([bad.status, bad.msg]).toEqual([400, '请填写网址'])
    expect(bad.data.problems).toEqual([{ field: 'buttons.1.2', message: '请填写网址' }])
    expect((await post('wxMenu/updateMenu', { buttons: 'x' })).msg).toBe('菜单的格式不正确')
    expect(wechat.menu).toBeUndefined()
  })
})

// What people are told of every code: once, in the words of the list.
test.each(
  Object.entries(WECHAT_WORDS).filter(([code]) => !['-1', '45011', '40001', '40014', '42001', '46003'].includes(code)),
)('the code %s is told as %s', async (code, words) => {
  wechat.failNext(Number(code), { path: '/cgi-bin/menu/create' })
  expect((await post('wxMenu/updateMenu', { buttons: [VIEW] })).msg).toBe(`微信：${words}（${code}）`)
})

test.each([-1, 45_011])('the code %i is asked again after a pause', async (code) => {
  wechat.failNext(code, { path: '/cgi-bin/menu/create' })
  expect((await post('wxMenu/updateMenu', { buttons: [VIEW] })).status).toBe(200)
})

test.each([40_001, 40_014, 42_001])('the code %i brings another token, once', async (code) => {
  wechat.failNext(code, { path: '/cgi-bin/menu/create' })
  expect((await post('wxMenu/updateMenu', { buttons: [VIEW] })).status).toBe(200)
  wechat.failNext(code, { times: 2, path: '/cgi-bin/menu/create' })
  expect((await post('wxMenu/updateMenu', { buttons: [VIEW] })).msg).toContain(`（${code}）`)
})

describe('QR codes', () => {
  test('are asked for with their scene, listed, drawn, remarked and removed', async () => {
    const made = await post('wxQrCode/createTicket', { sceneStr: ' class-12 ', expireSeconds: 3600 })
    expect(made.data).toMatchObject({ expireSeconds: 3600 })
    expect(wechat.askedOf('/cgi-bin/qrcode/create').at(-1)?.body).toEqual({
      expire_seconds: 3600,
      action_name: 'QR_STR_SCENE',
      action_info: { scene: { scene_str: 'class-12' } },
    })
    const lasting = await post('wxQrCode/save', { sceneStr: 'school', isTemp: 0 })
    expect(wechat.askedOf('/cgi-bin/qrcode/create').at(-1)?.body).toMatchObject({ action_name: 'QR_LIMIT_STR_SCENE' })
    expect((await get('wxQrCode/list', { sceneStr: 'class' })).data.records).toHaveLength(1)
    const row = (await get(`wxQrCode/info/${lasting.data.id}`)).data
    expect(row).toMatchObject({ sceneStr: 'school', isTemp: 0, expireTime: null, isExpired: 0 })
    expect((await get(`wxQrCode/picture/${row.id}`)).data.svg).toContain('<svg')
    expect((await post(`wxQrCode/${row.id}`, { remark: '校门口', sceneStr: 'other' })).status).toBe(200)
    expect((await get('wxQrCode/detail', { id: row.id })).data).toMatchObject({ remark: '校门口', sceneStr: 'school' })
    expect((await post('wxQrCode/createTicket', { sceneStr: 'a'.repeat(65) })).status).toBe(400)
    expect((await post('wxQrCode/createTicket', { sceneStr: '  ' })).msg).toBe('请输入场景值')
    expect((await post('wxQrCode/createTicket', { sceneStr: 'a', expireSeconds: 2_592_001 })).status).toBe(400)
    expect((await post('wxQrCode/syncWxTemplate')).status).toBe(200)
    expect((await post('wxQrCode/delete', [row.id])).status).toBe(200)
    expect((await post('wxQrCode/delete', [row.id])).status).toBe(404)
    expect((await post('wxQrCode/delete', [])).msg).toBe('请选择至少一条数据')
  })
})

describe('materials', () => {
  const article = {
    title: '家长会',
    thumbMediaId: 'media-cover',
    content: '<p>内容</p>',
    contentSourceUrl: 'https://a.cn',
  }

  test('are read page by page into the copy, and what is gone leaves it', async () => {
    for (let n = 0; n < 45; n += 1) wechat.materials.set(`m${n}`, { type: 'image', name: `图${n}`, url: 'http://p' })
    const started = await post('wxAssets/syncWxTemplate')
    await waitForJob(desk.admin, started.data.jobId)
    expect((await get('wxAssets/list', { type: 'image' })).data.total).toBe(46)
    wechat.materials.delete('m1')
    await waitForJob(desk.admin, (await post('wxAssets/syncWxTemplate')).data.jobId)
    expect((await get('wxAssets/list', { type: 'image' })).data.total).toBe(45)
    const second = (await get('wxAssets/materialFileBatchGet', { type: 'image', page: 2 })).data
    expect([second.totalCount, second.itemCount]).toEqual([45, 20])
    expect((await get('wxAssets/materialCount')).data).toMatchObject({ imageCount: 45, newsCount: 0 })
    expect((await get('wxAssets/materialFileBatchGet', { type: 'thumb' })).status).toBe(400)
  })

  test('go up by file, of a kind and size the platform takes', async () => {
    const up = (name: string, mediaType: string, size = 10) =>
      desk.admin.upload<any>(`${MANAGE}/wxAssets/materialFileUpload`, { mediaType }, [
        { name, body: Buffer.alloc(size, 1) },
      ])
    const sent = await up('图.png', 'image')
    expect(sent.data).toMatchObject({ mediaId: expect.stringMatching(/^media-/), url: expect.stringMatching(/^http/) })
    expect(wechat.materials.get(sent.data.mediaId)).toMatchObject({ type: 'image', name: '图.png' })
    expect((await up('片.mp4', 'video')).status).toBe(200)
    expect((await up('a.exe', 'image')).status).toBe(415)
    expect((await up('a.jpg', 'thumb', 70_000)).msg).toBe('该类素材最大64KB')
    expect((await up('a.png', 'other')).msg).toBe('类型应为image、voice、video或thumb')
    expect((await post('wxAssets/materialDelete', { mediaId: sent.data.mediaId })).status).toBe(200)
    expect(wechat.materials.has(sent.data.mediaId)).toBe(false)
  })

  test('of articles are added, changed one by one, listed and removed as drafts', async () => {
    const added = await post('wxAssets/materialNewsUpload', [article, { ...article, title: '第二篇' }])
    const { mediaId } = added.data
    expect(wechat.drafts.get(mediaId)).toMatchObject([
      { title: '家长会', thumb_media_id: 'media-cover' },
      { title: '第二篇' },
    ])
    const changed = { mediaId, index: 1, articles: { ...article, title: '改过的' } }
    expect((await post('wxAssets/materialArticleUpdate', changed)).status).toBe(200)
    expect(wechat.drafts.get(mediaId)?.[1]).toMatchObject({ title: '改过的' })
    const news = (await get('wxAssets/materialNewsBatchGet')).data
    expect(news.items[0].content.articles.map((one: any) => one.title)).toEqual(['家长会', '改过的'])
    expect((await post(`wxAssets/${mediaId}`, { index: 0, articles: { ...article, title: '头条' } })).status).toBe(200)
    expect((await get('wxAssets/list', { type: 'news' })).data.records[0].name).toBe('头条')
    expect((await post('wxAssets/materialDelete', { mediaId })).status).toBe(200)
    expect(wechat.drafts.size).toBe(0)
    expect((await post('wxAssets/materialNewsUpload', [])).msg).toBe('图文列表不得为空')
    expect((await post('wxAssets/materialArticleUpdate', { mediaId: 'x', index: 0, articles: {} })).status).toBe(400)
    expect((await post('wxAssets/materialNewsUpload', [{ ...article, title: '长'.repeat(33) }])).msg).toBe(
      '文章标题最多32个字符',
    )
    expect((await post('wxAssets/materialDelete', { mediaId: 'nothing' })).msg).toBe('微信：素材不存在（40007）')
  })

  test('of articles are told as drafts first and older ones behind them, page by page', async () => {
    const newsOf = (prefix: string, count: number) =>
      Array.from({ length: count }, (_one, n): [string, Record<string, unknown>[]] => {
        const mediaId = `${prefix}${String(n).padStart(2, '0')}`
        return [mediaId, [{ title: mediaId, thumb_media_id: 'media-cover', content: '文' }]]
      })
    const [drafts, older] = [newsOf('draft', 15), newsOf('older', 12)]
    wechat.drafts = new Map(drafts)
    wechat.olderNews = new Map(older)
    const page = async (query: object) => (await get('wxAssets/materialNewsBatchGet', query)).data
    const idsOf = (items: { mediaId: string }[]) => items.map(({ mediaId }) => mediaId)
    const first = await page({})
    expect([first.totalCount, first.itemCount]).toEqual([27, 20])
    expect(idsOf(first.items)).toEqual([...drafts, ...older.slice(0, 5)].map(([mediaId]) => mediaId))
    expect(idsOf((await page({ page: 2 })).items)).toEqual(older.slice(5).map(([mediaId]) => mediaId))
    expect((await get('wxAssets/materialCount')).data.newsCount).toBe(27)
    expect((await get('wxAssets/list', { type: 'news', size: 100 })).data.total).toBe(27)
    wechat.drafts.clear()
    wechat.olderNews.clear()
    await waitForJob(desk.admin, (await post('wxAssets/syncWxTemplate')).data.jobId)
    expect((await get('wxAssets/list', { type: 'news' })).data.total).toBe(0)
  })

  test('that the platform holds back stay, and are not looked for among the drafts', async () => {
    wechat.failNext(48_005, { path: '/cgi-bin/material/del_material' })
    wechat.asked.length = 0
    const refused = await post('wxAssets/materialDelete', { mediaId: 'media-cover' })
    expect(refused.msg).toBe('微信：素材正被自动回复或菜单使用，不能删除（48005）')
    expect(wechat.askedOf('/cgi-bin/draft/delete')).toEqual([])
    const kept = (await get('wxAssets/list', { size: 100 })).data.records.map((row: any) => row.mediaId)
    expect(kept).toContain('media-cover')
  })

  test.each([
    [{ title: ' ' }, '请输入文章标题'],
    [{ content: ' ' }, '请输入文章内容'],
    [{ thumbMediaId: ' ' }, '请选择封面素材'],
    [{ author: '长'.repeat(17) }, '作者最多16个字符'],
    [{ digest: '长'.repeat(129) }, '摘要最多128个字符'],
    [{ content: '长'.repeat(20_000) }, '文章内容须少于20000个字符'],
  ])('of an article the platform would not take stay here (%#)', async (change, said) => {
    const { status, msg } = await post('wxAssets/materialNewsUpload', [article, { ...article, ...change }])
    expect([status, msg]).toEqual([400, said])
    expect(wechat.drafts.size).toBe(0)
  })

  test('of nine articles stay here', async () => {
    const nine = Array.from({ length: 9 }, () => article)
    expect((await post('wxAssets/materialNewsUpload', nine)).msg).toBe('一组图文最多8篇')
    expect(wechat.drafts.size).toBe(0)
  })
})

describe('an account whose secret is gone', () => {
  const appid = 'wxcopy'
  const of = async (path: string, query: object = {}) => (await get(path, { appid, ...query })).data

  beforeAll(async () => {
    const account = { appid, name: '抄本', type: 2, secret: wechat.secret }
    const { data } = await post('wxAccount/save', account)
    wechat.materials = new Map([['media-cover', { type: 'image', name: '封面', url: 'http://p' }]])
    for (let n = 0; n < 24; n += 1) wechat.materials.set(`c${n}`, { type: 'image', name: `图${n}`, url: 'http://p' })
    wechat.materials.set('c-voice', { type: 'voice', name: '声', url: '' })
    wechat.drafts = new Map([['c-news', [{ title: '家长会', thumb_media_id: 'media-cover', content: '文' }]]])
    await post('wxMenu/updateMenu', { appid, buttons: [VIEW] })
    await waitForJob(desk.admin, (await post('wxAssets/syncWxTemplate', { appid })).data.jobId)
    await sql`update wx_material set media_type = case media_id when 'c0' then 'thumb' else media_type end,
      wx_update_time = '2026-01-01 08:00:00' where appid = ${appid}`.execute(db())
    await sql`update wx_material set wx_update_time = '2026-02-03 04:05:06' where appid = ${appid} and media_id = 'c9'`.execute(
      db(),
    )
    await post('wxAssets/materialDelete', { appid, mediaId: 'c1' })
    expect(await of('wxUserTags/list')).toEqual([{ id: 2, name: '星标组', count: 0 }])
    await sql`update wx_account set secret = null where id = ${data.id}`.execute(db())
    wechat.tags.set(9, '后来的')
    wechat.menu = undefined
    wechat.asked.length = 0
  })
  afterAll(() => {
    wechat.tags.delete(9)
    wechat.drafts.clear()
  })

  test('shows its materials as they were read last', async () => {
    expect(await of('wxAssets/materialCount')).toEqual({ voiceCount: 1, videoCount: 0, imageCount: 24, newsCount: 1 })
    const images = await of('wxAssets/materialFileBatchGet')
    expect([images.totalCount, images.itemCount]).toEqual([23, 20])
    expect(images.items.slice(0, 2)).toEqual([
      { mediaId: 'c9', name: '图9', url: 'http://p', updateTime: '2026-02-03 04:05:06' },
      { mediaId: 'media-cover', name: '封面', url: 'http://p', updateTime: '2026-01-01 08:00:00' },
    ])
    const voices = await of('wxAssets/materialFileBatchGet', { type: 'voice' })
    expect(voices.items.map((one: any) => one.mediaId)).toEqual(['c-voice'])
    const second = await of('wxAssets/materialFileBatchGet', { page: 2 })
    expect(second.items.map((one: any) => one.mediaId)).toEqual(['c21', 'c22', 'c23'])
    const behind = await of('wxAssets/materialFileBatchGet', { page: 3 })
    expect(behind).toEqual({ totalCount: 23, itemCount: 0, items: [] })
    const news = await of('wxAssets/materialNewsBatchGet')
    expect(news).toMatchObject({ totalCount: 1, itemCount: 1, items: [{ mediaId: 'c-news' }] })
    expect(news.items[0].content.articles).toMatchObject([{ title: '家长会', thumbMediaId: 'media-cover' }])
    expect(wechat.asked).toEqual([])
  })

  test('shows its menu and tags as they were read last, and reads none anew', async () => {
    expect(await of('wxMenu/getMenu')).toMatchObject({ menu: { buttons: [VIEW] }, isKept: 1 })
    expect(await of('wxUserTags/list')).toEqual([{ id: 2, name: '星标组', count: 0 }])
    const fresh = await get('wxUserTags/list', { appid, refresh: 1 })
    expect([fresh.status, fresh.msg]).toEqual([400, '请先在公众号账号中填写AppSecret'])
    expect(wechat.asked).toEqual([])
  })
})

test('an account without its secret is not spoken for', async () => {
  const { data } = await desk.admin.post<any>(`${MANAGE}/wxAccount/save`, {
    appid: 'wxsilent',
    name: '无密钥',
    type: 2,
    secret: 's'.repeat(32),
  })
  await desk.admin.db
    .updateTable('wxAccount' as never)
    .set({ secret: null } as never)
    .where('id' as never, '=', data.id as never)
    .execute()
  expect((await desk.admin.post(`${MANAGE}/wxMenu/updateMenu`, { appid: 'wxsilent', buttons: [VIEW] })).msg).toBe(
    '请先在公众号账号中填写AppSecret',
  )
  expect((await desk.admin.post(`${MANAGE}/wxMenu/updateMenu`, { appid: 'nobody', buttons: [VIEW] })).msg).toBe(
    '公众号不存在或已被删除',
  )
  const mini = await desk.admin.post<any>(`${MANAGE}/wxAccount/save`, {
    appid: 'wxmini',
    name: '小程序',
    type: 3,
    secret: wechat.secret,
  })
  expect(mini.status).toBe(200)
  expect((await desk.admin.post(`${MANAGE}/wxMenu/updateMenu`, { appid: 'wxmini', buttons: [VIEW] })).msg).toContain(
    '小程序没有菜单',
  )
})
