import { type Browser, type Page, expect, test } from '@playwright/test'
import { plainCallback } from '../server/test/stand-ins/callback.ts'
import { type FakeWechat, startWechat } from '../server/test/stand-ins/wechat.ts'
import { writeXml } from '../server/src/platform/provider/write-xml.ts'
import { act, front, pick } from './support/page.ts'
import { type Account, signIn } from './support/people.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { LOOK_MS } from './support/patience.ts'

const MARK = String(Date.now() % 1_000_000)
const APPID = `wxjourney${MARK}`
const NAME = `旅程号${MARK}`
const TOKEN = 'tokenOfTheJourney'
const PEOPLE = 120
const SEND = '/cgi-bin/message/template/send'
/** The reminder of the demonstration that nobody has pushed yet. */
const REMINDER = '请核对孩子的信息'

let wechat: FakeWechat
let server: RunningServer

// A program of its own, as it is killed on the way.
test.beforeAll(async () => {
  wechat = await startWechat()
  wechat.follow(PEOPLE, 'oJ')
  server = await startServer(settings())
})
test.afterAll(async () => {
  await server?.stop()
  await wechat?.close()
})

function settings(): Record<string, string> {
  return { DEMO: '1', CAPTCHA: 'off', WECHAT_API: wechat.base, WECHAT_MP: wechat.base }
}

test('an account is added, its menu published, its followers pulled, tagged and written to once each, and answered', async ({
  browser,
}) => {
  const page = await visit(browser)
  await page.goto('/mpweixin/wxAccount')
  await test.step('the account', () => addAccount(page))
  await test.step('the menu', () => publishMenu(page))
  await test.step('the followers', () => pullFollowers(page))
  await test.step('a tag', () => tagSome(page))
  await test.step('a batch that stops', () => sendBatch(page))
  await test.step('is resumed, and the program killed in its midst', () => resumeBatch(page))
  await test.step('everybody has one', () => seeEverybody(page))
  await test.step('a message is answered by a rule', () => answerByRule(page))
  await test.step('and by a person', () => answerByHand(page))
  await test.step('a parent is reminded of a collection', async () =>
    remindParents(page, await visit(browser, 'school')))
})

async function visit(browser: Browser, account: Account = 'admin'): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' })).newPage()
  await signIn(page, account)
  return page
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/mpweixin/${path}`)
  await expect(front(page).getByText(NAME).first()).toBeVisible()
}

async function addAccount(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('公众号 appid').fill(APPID)
  await dialog.getByLabel('名称', { exact: true }).fill(NAME)
  await pick(dialog, '类型', '服务号')
  await dialog.getByLabel('AppSecret').fill(wechat.secret)
  await dialog.getByLabel('Token').fill(TOKEN)
  await dialog.getByRole('button', { name: /保\s?存|确\s?定/ }).click()
  await expect(dialog).toBeHidden()
  // As the selector keeps it.
  const domain = new URL(page.url()).hostname
  await page.context().addCookies([{ name: 'appid', value: APPID, domain, path: '/' }])
}

async function publishMenu(page: Page): Promise<void> {
  await open(page, 'wxMenu')
  await front(page).getByRole('button', { name: '添加菜单' }).click()
  await front(page).getByLabel('菜单名称').fill('成绩')
  await front(page).getByLabel('网址').fill('https://example.cn/score')
  await expect(front(page).getByRole('button', { name: '成绩', exact: true })).toBeVisible()
  await front(page)
    .getByRole('button', { name: /^发\s?布$/ })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定/ })
    .click()
  await expect.poll(() => wechat.menu).toEqual([{ name: '成绩', type: 'view', url: 'https://example.cn/score' }])
}

async function pullFollowers(page: Page): Promise<void> {
  await open(page, 'wxUser')
  await front(page).getByRole('button', { name: '同步粉丝' }).click()
  await expect(front(page).getByText(`共 ${PEOPLE} 条`)).toBeVisible()
}

async function tagSome(page: Page): Promise<void> {
  await open(page, 'wxUserTags')
  await front(page).getByRole('button', { name: '新增' }).click()
  await page.getByRole('dialog').getByLabel('标签名').fill('初三家长')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定/ })
    .click()
  await expect(front(page).getByRole('cell', { name: '初三家长' })).toBeVisible()
  await open(page, 'wxUser')
  await front(page).getByRole('row').nth(1).getByRole('checkbox').check()
  await front(page).getByRole('button', { name: '打标签' }).click()
  await pick(page.getByRole('dialog'), '标签', '初三家长')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定/ })
    .click()
  await expect.poll(() => [...wechat.followers.values()].filter((one) => one.tagid_list.length > 0)).toHaveLength(1)
  await expect(front(page).getByText('初三家长').first()).toBeVisible()
}

async function sendBatch(page: Page): Promise<void> {
  await open(page, 'msgTemplate')
  await front(page).getByRole('button', { name: '同步消息模板' }).click()
  await act(front(page).getByRole('row', { name: /成绩发布通知/ }), '群发')
  const dialog = page.getByRole('dialog')
  for (const [key, value] of [
    ['thing1', '期中联考'],
    ['time2', '2026-05-10'],
    ['thing3', '请登录查看'],
  ] as const)
    await dialog.getByLabel(key).fill(value)
  await expect(dialog.getByLabel('消息预览')).toContainText('考试：期中联考')
  await dialog.getByRole('button', { name: /^试\s?算$/ }).click()
  await expect(dialog.getByRole('status').first()).toContainText(`将发给${PEOPLE}人`)
  expect(wechat.arrived).toHaveLength(0)
  wechat.failNext(45_009, { path: SEND })
  await dialog.getByRole('button', { name: `发送给${PEOPLE}人` }).click()
  await expect(dialog.getByText(/已停下/)).toBeVisible()
}

async function resumeBatch(page: Page): Promise<void> {
  await open(page, 'templateMsgLog')
  await expect(
    front(page)
      .getByText(/今日调用次数已达上限/)
      .first(),
  ).toBeVisible()
  wechat.slowDown(200, SEND)
  await front(page).getByRole('button', { name: '继续', exact: true }).click()
  await expect.poll(() => wechat.arrived.length, { intervals: [50] }).toBeGreaterThan(20)
  const killed = await server.kill()
  expect(wechat.arrived.length).toBeLessThan(PEOPLE)
  server = await startServer(settings(), killed)
  wechat.slowDown(0, SEND)
}

/** The job goes on by itself when the program is back. */
async function seeEverybody(page: Page): Promise<void> {
  await expect.poll(() => wechat.arrived.length).toBeGreaterThanOrEqual(PEOPLE)
  await expect(async () => {
    await open(page, 'templateMsgLog')
    await expect(front(page).getByRole('cell', { name: '已发完' })).toBeVisible({ timeout: LOOK_MS })
  }).toPass()
  expect(wechat.arrived).toHaveLength(PEOPLE)
  expect(new Set(wechat.arrived.map(({ openid }) => openid)).size).toBe(PEOPLE)
}

/** A message of a follower, as the platform delivers it. */
async function deliver(page: Page, content: string, msgId: string, openid = 'oJ0000007'): Promise<string> {
  const message = {
    ToUserName: 'gh_journey',
    FromUserName: openid,
    CreateTime: Math.floor(Date.now() / 1000),
    MsgType: 'text',
    Content: content,
    MsgId: msgId,
  }
  const { query, body } = plainCallback({ token: TOKEN, id: APPID }, writeXml(message))
  const answer = await page.request.post(`/api/yzl-mpweixin/wx/msg/${APPID}?${new URLSearchParams(query)}`, {
    data: body,
    headers: { 'content-type': 'text/xml' },
  })
  expect(answer.status()).toBe(200)
  return answer.text()
}

async function answerByRule(page: Page): Promise<void> {
  await open(page, 'msgReplyRule')
  await front(page).getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('规则名称').fill(`查询${MARK}`)
  await dialog.getByLabel('匹配词').fill(`成绩${MARK}`)
  await pick(dialog, '回复类型', '文本')
  await dialog.getByLabel('回复内容').fill('请从菜单查询')
  await dialog.getByRole('button', { name: /保\s?存|确\s?定/ }).click()
  await expect(dialog).toBeHidden()
  expect(await deliver(page, `查成绩${MARK}`, `${MARK}01`)).toContain('请从菜单查询')
}

async function answerByHand(page: Page): Promise<void> {
  await deliver(page, '老师在吗', `${MARK}02`)
  await open(page, 'wxMsg')
  const conversation = front(page).getByRole('region', { name: /oJ0000007/ })
  await expect(async () => {
    await front(page)
      .getByRole('button', { name: /oJ0000007/ })
      .click({ timeout: LOOK_MS })
    await expect(conversation).toBeVisible({ timeout: LOOK_MS })
  }).toPass()
  await expect(conversation.getByText('老师在吗')).toBeVisible()
  await expect(conversation).not.toContainText('不能回复')
  await conversation.getByLabel('回复内容').fill('在的，请讲')
  await conversation.getByRole('button', { name: /^发\s?送$/ }).click()
  await expect.poll(() => wechat.said.map(({ content }) => content['content'])).toEqual(['在的，请讲'])
  await expect(conversation.getByLabel('回复内容')).toHaveValue('')
  await expect(conversation.getByRole('listitem').filter({ hasText: '在的，请讲' })).toBeVisible()
}

interface Waiting {
  studentName: string
  classCode: string
  className: string
}

/** A student of the school in the open collection who has not been handed in, and one of the same class who has. */
async function studentsOf(page: Page): Promise<{ unsent: Waiting; sent: Waiting }> {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('xueheng-session') ?? '{}').content.token)
  const ask = async (gatherStatus: number) => {
    const query = new URLSearchParams({ size: '200', gatherStatus: String(gatherStatus) })
    const answer = await page.request.get(`/api/yzl-gather/gatherStudent/list?${query}`, {
      headers: { 'Blade-Auth': token },
    })
    return (await answer.json()).data.records as Waiting[]
  }
  const [unsent] = await ask(0)
  const sent = (await ask(1)).find(({ classCode }) => classCode === unsent?.classCode)
  if (!unsent || !sent) throw new Error('the demonstration has nobody to remind')
  return { unsent, sent }
}

async function remindParents(page: Page, school: Page): Promise<void> {
  const { unsent, sent } = await studentsOf(school)
  const codes = await issueCodes(school, unsent.className)
  const bind = (child: Waiting, openid: string, msgId: string) =>
    deliver(page, `绑定 ${codes.get(child.studentName)}`, `${MARK}${msgId}`, openid)
  expect(await bind(unsent, 'oJ0000011', '11')).toContain(`已绑定${unsent.studentName}`)
  expect(await bind(sent, 'oJ0000012', '12')).toContain(`已绑定${sent.studentName}`)
  await chooseTemplate(page)
  const before = wechat.arrived.length
  await act(front(page).getByRole('row', { name: REMINDER }), '推送')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^推送\d+人$/ })
    .click()
  await expect.poll(() => wechat.arrived.length).toBe(before + 1)
  // Of the two only the one whose child is still to be filled in, and with the name of that child alone.
  const [told] = wechat.arrived.slice(before)
  expect(told?.openid).toBe('oJ0000011')
  expect(told?.text).toBe(`主题：${REMINDER}\n地点：${unsent.studentName}`)
  await front(page).getByRole('button', { name: '刷新' }).click()
  await act(front(page).getByRole('row', { name: REMINDER }), '结果')
  const results = page.getByRole('dialog')
  await expect(results.getByRole('row', { name: unsent.studentName }).first()).toContainText('已发到1位家长的微信')
}

/** New codes of a class, as the school hands them out. */
async function issueCodes(page: Page, className: string): Promise<Map<string, string>> {
  await page.goto('/mpweixin/wxBinding')
  await front(page).getByRole('button', { name: '发放绑定码' }).click()
  const dialog = page.getByRole('dialog')
  await pick(dialog, '班级', className)
  await dialog.getByRole('button', { name: /确\s?定/ }).click()
  const sheet = page.getByRole('dialog').filter({ hasText: '有效期至' })
  await expect(sheet).toBeVisible()
  const rows = await sheet.getByRole('row').all()
  const codes = new Map<string, string>()
  for (const row of rows) {
    const [name, code] = await row.getByRole('cell').allInnerTexts()
    if (name && code) codes.set(name.trim(), code.trim())
  }
  await sheet.getByRole('button', { name: '已发给家长' }).click()
  return codes
}

async function chooseTemplate(page: Page): Promise<void> {
  await page.goto('/gather/gatherWeixinMsg')
  await act(front(page).getByRole('row', { name: REMINDER }), '编辑')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('消息模板').fill('家长会通知')
  await dialog.getByRole('button', { name: /修\s?改|保\s?存|确\s?定/ }).click()
  await expect(dialog).toBeHidden()
}
