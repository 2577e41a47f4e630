import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { MANAGE, type MpDesk, openDesk } from '../../../test/stand-ins/mp-desk.ts'
import { type FakeWechat, startWechat } from '../../../test/stand-ins/wechat.ts'

const APPID = 'wxmini'

let app: TestApp
let wechat: FakeWechat
let desk: MpDesk

beforeAll(async () => {
  wechat = await startWechat()
  app = await startTestApp({ WECHAT_API: wechat.base, WECHAT_MP: wechat.base })
  desk = await openDesk(app, wechat)
  const mini = { appid: APPID, name: '小程序', type: 3, secret: wechat.secret }
  expect((await desk.admin.post(`${MANAGE}/wxAccount/save`, mini)).status).toBe(200)
})
afterAll(async () => {
  await app.app.close()
  await wechat.close()
})

const FANS = { tagid: 1, openidList: ['a0000000'] }

test.each<[call: string, input: object]>([
  ['wxMenu/updateMenu', { buttons: [{ name: '官网', type: 'view', url: 'https://a.cn' }] }],
  ['wxMenu/delete', {}],
  ['wxUserTags/save', { name: '家长' }],
  ['wxUserTags/update', { id: 1, name: '家长' }],
  ['wxUserTags/batchTagging', FANS],
  ['wxUserTags/batchUnTagging', FANS],
  ['updateTags/delete/1', {}],
  ['wxUser/syncWxUsers', {}],
  ['wxQrCode/createTicket', { sceneStr: 'door' }],
  ['msgTemplate/syncWxTemplate', {}],
])('%s of a mini program is refused before the platform is asked', async (call, input) => {
  wechat.asked.length = 0
  const { status, msg } = await desk.admin.post(`${MANAGE}/${call}`, { ...input, appid: APPID })
  expect([status, msg]).toEqual([400, '小程序没有菜单、标签、二维码和模板消息，请选择公众号'])
  expect(wechat.asked).toEqual([])
})

test('the menu of a mini program is not looked for', async () => {
  wechat.asked.length = 0
  const { status, msg } = await desk.admin.get(`${MANAGE}/wxMenu/getMenu`, { appid: APPID })
  expect([status, msg]).toEqual([400, '小程序没有菜单、标签、二维码和模板消息，请选择公众号'])
  expect(wechat.asked).toEqual([])
})
