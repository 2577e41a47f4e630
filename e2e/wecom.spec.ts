import { type Browser, type Locator, type Page, expect, test } from '@playwright/test'
import { type WecomStandIn, startWecom } from '../server/test/stand-ins/wecom.ts'
import { askForLeave } from './support/leave.ts'
import { act, confirm, front, listenForComplaints, pick } from './support/page.ts'
import { type Account, signIn } from './support/people.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { LOOK_MS } from './support/patience.ts'

const MARK = String(Date.now() % 100_000)
const CORP = `ww${MARK.padStart(16, '0')}`
const NAME = `旅程中学${MARK}`
const SECRET = 'secretOfTheJourney00000000000000'
const [CLASS_1, CLASS_2] = [`甲${MARK}班`, `乙${MARK}班`]
const RENAMED = `甲${MARK}实验班`
const TITLE = `周五开会${MARK}`
const REASON = `家事${MARK}`

let wecom: WecomStandIn
let server: RunningServer

test.beforeAll(async () => {
  wecom = await startWecom()
  wecom.secrets.add(SECRET)
  addSchool()
  server = await startServer({ DEMO: '1', CAPTCHA: 'off', WECOM_API: wecom.base })
})
test.afterAll(async () => {
  await server?.stop()
  await wecom?.close()
})

/** A grade of two classes with a student and a parent each. */
function addSchool(): void {
  const { departments, students, parents } = wecom
  departments.set(1, { id: 1, name: NAME, parentid: 0, type: 5 })
  departments.set(2, { id: 2, name: `七年级${MARK}`, parentid: 1, type: 2, standard_grade: 7, register_year: 2026 })
  for (const [at, name] of [CLASS_1, CLASS_2].entries()) {
    const id = 3 + at
    departments.set(id, { id, name, parentid: 2, type: 1 })
    students.set(`s${id}`, { student_userid: `s${id}`, name: `学生${MARK}${id}`, department: [id] })
    const children = [{ student_userid: `s${id}`, relation: '妈妈' }]
    parents.set(`p${MARK}${id}`, {
      parent_userid: `p${MARK}${id}`,
      mobile: `1390000000${id}`,
      is_subscribe: 1,
      children,
    })
  }
}

test('a corp is added and read, changed here and there, written to, and an approval reaches a member of it', async ({
  browser,
}) => {
  const page = await visit(browser)
  const complaints = listenForComplaints(page)
  await test.step('the corp', () => addCorp(page))
  await test.step('its directory', () => readDirectory(page))
  await test.step('a department renamed and brought there', () => renameAndPush(page))
  await test.step('a message to a department', () => writeToDepartment(page))
  await test.step('a name both sides changed', () => decideConflict(page))
  await test.step('a parent removed here, then there', () => eraseParent(page))
  await test.step('an account tied to a member', () => tieMember(page))
  await test.step('an approval reaches the member', async () => reachMember(page, await visit(browser, 'teacher')))
  expect(complaints).toEqual([])
})

async function visit(browser: Browser, account: Account = 'admin'): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' })).newPage()
  await signIn(page, account)
  return page
}

/** Presses what closes a form that is filled in. */
async function save(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /保\s?存|修\s?改|确\s?定/ }).click()
  await expect(dialog).toBeHidden()
}

async function addCorp(page: Page): Promise<void> {
  await page.goto('/qyweixin/corp')
  await front(page).getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('企业ID').fill(CORP)
  await dialog.getByLabel('企业名称').fill(NAME)
  await dialog.getByLabel('应用AgentId').fill('1000002')
  await dialog.getByLabel('应用Secret').fill(SECRET)
  await save(page)
  await expect(corpRow(page)).toBeVisible()
}

const corpRow = (page: Page) => front(page).getByRole('row', { name: NAME })

/** Does what is asked with the directory of the corp, and waits for its end. */
async function runJob(page: Page, action: string, isDone: () => boolean | Promise<boolean>): Promise<void> {
  await page.goto('/qyweixin/corp')
  await act(corpRow(page), action)
  await confirm(page)
  await expect.poll(isDone).toBe(true)
}

async function rows(page: Page, path: string, query: Record<string, string>): Promise<Record<string, unknown>[]> {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('xueheng-session') ?? '{}').content.token)
  const answer = await page.request.get(
    `/api/blade-qyweixin/${path}?${new URLSearchParams({ ...query, size: '100' })}`,
    {
      headers: { 'Blade-Auth': token },
    },
  )
  const { data } = await answer.json()
  return data.records ?? data
}

const states = async (page: Page) =>
  (await rows(page, 'student/list', { corpId: CORP })).map((row) => Number(row['syncState']))

async function readDirectory(page: Page): Promise<void> {
  await runJob(
    page,
    '从企业微信同步',
    async () => (await rows(page, 'studentparents/list', { corpId: CORP })).length === 2,
  )
  expect(await states(page)).toEqual([1, 1])
  await expect(await find(page, 'student', '姓名', `学生${MARK}3`)).toContainText(CLASS_1)
}

/** A row of a screen, found by what its field holds. */
async function find(page: Page, path: string, field: string, text: string): Promise<Locator> {
  await page.goto(`/qyweixin/${path}`)
  await front(page).getByLabel(field).first().fill(text)
  await front(page)
    .getByRole('button', { name: /搜\s?索$/ })
    .click()
  const row = front(page).getByRole('row', { name: text })
  await expect(row).toBeVisible()
  return row
}

const findDept = (page: Page, name: string) => find(page, 'dept', '部门名称', name)

async function rename(page: Page, from: string, to: string): Promise<void> {
  await act(await findDept(page, from), '编辑')
  await page.getByRole('dialog').getByLabel('部门名称').fill(to)
  await save(page)
}

async function renameAndPush(page: Page): Promise<void> {
  await rename(page, CLASS_1, RENAMED)
  await expect(await findDept(page, RENAMED)).toContainText('待推送')
  expect(wecom.departments.get(3)?.name).toBe(CLASS_1)
  await runJob(page, '推送到企业微信', () => wecom.departments.get(3)?.name === RENAMED)
  await expect(async () => {
    await expect(await findDept(page, RENAMED)).toContainText('已同步', { timeout: LOOK_MS })
  }).toPass()
}

async function writeToDepartment(page: Page): Promise<void> {
  await page.goto('/qyweixin/message')
  await front(page).getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog')
  await pick(dialog, '企业', NAME)
  await dialog.getByLabel('消息标题').fill(TITLE)
  await pick(dialog, '发给', '家长')
  await pick(dialog, '部门', RENAMED)
  await dialog.getByLabel('消息内容').fill('请家长准时参加')
  // The list of departments stays open for more.
  await dialog.getByLabel('消息标题').click()
  await save(page)
  await act(front(page).getByRole('row', { name: TITLE }), '发送')
  await expect(page.getByRole('dialog')).toContainText('1人，其中1人已关注学校通知')
  await page.getByRole('dialog').getByRole('button', { name: '发给1个部门' }).click()
  await expect
    .poll(() => wecom.sent)
    .toMatchObject([{ recv_scope: 0, to_party: ['3'], text: { content: `${TITLE}\n请家长准时参加` } }])
  await expect(async () => {
    await page.goto('/qyweixin/message')
    await expect(front(page).getByRole('row', { name: TITLE })).toContainText('已发出1个部门', { timeout: LOOK_MS })
  }).toPass()
  await act(front(page).getByRole('row', { name: TITLE }), '结果')
  await expect(page.getByRole('dialog').getByRole('row', { name: RENAMED })).toContainText('已发出')
  await page.keyboard.press('Escape')
}

async function decideConflict(page: Page): Promise<void> {
  await rename(page, CLASS_2, `乙${MARK}本地班`)
  const theirs = wecom.departments.get(4)
  if (theirs) theirs.name = `乙${MARK}平台班`
  const isMarked = async () =>
    (await rows(page, 'dept/list', { corpId: CORP })).flatMap(withBelow).some((row) => Number(row['syncState']) === 4)
  await runJob(page, '从企业微信同步', isMarked)
  await act(corpRow(page), '两边都改过的')
  const dialog = page.getByRole('dialog').filter({ hasText: '两边都改过的数据' })
  const row = dialog.getByRole('row', { name: `乙${MARK}本地班` })
  await expect(row).toContainText(`乙${MARK}平台班`)
  await row.getByRole('button', { name: '用平台的' }).click()
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /确\s?定/ })
    .click()
  await expect(dialog.getByText('没有两边都改过的数据')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(await findDept(page, `乙${MARK}平台班`)).toContainText('已同步')
}

function withBelow(row: Record<string, unknown>): Record<string, unknown>[] {
  const below = Array.isArray(row['children']) ? (row['children'] as Record<string, unknown>[]) : []
  return [row, ...below.flatMap(withBelow)]
}

async function eraseParent(page: Page): Promise<void> {
  const row = await find(page, 'studentparents', '家长账号', `p${MARK}4`)
  await row.getByRole('checkbox').check()
  await front(page)
    .getByRole('button', { name: /删\s?除$/ })
    .first()
    .click()
  await confirm(page, /确\s?定|删\s?除/)
  await expect(row).toBeHidden()
  expect(wecom.parents.has(`p${MARK}4`)).toBe(true)
  await page.goto('/qyweixin/corp')
  await act(corpRow(page), '从企业微信删除')
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('row', { name: `p${MARK}4` })
    .getByRole('checkbox')
    .check()
  const button = dialog.getByRole('button', { name: '从企业微信删除1条' })
  await expect(button).toBeDisabled()
  await dialog.getByLabel('企业名称').fill(NAME)
  await button.click()
  await expect.poll(() => wecom.parents.has(`p${MARK}4`)).toBe(false)
  expect([...wecom.parents.keys()]).toEqual([`p${MARK}3`])
}

async function tieMember(page: Page): Promise<void> {
  await page.goto('/qyweixin/corp')
  const push = corpRow(page).getByRole('switch').last()
  await push.click()
  await expect(push).toBeChecked()
  await page.goto('/qyweixin/member')
  await front(page).getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog')
  await pick(dialog, '企业', NAME)
  await dialog.getByLabel('成员账号').fill(`wang${MARK}`)
  await dialog.getByLabel('登录账号').fill('school')
  await save(page)
  await expect(front(page).getByRole('row', { name: `wang${MARK}` })).toContainText('school')
}

async function reachMember(page: Page, teacher: Page): Promise<void> {
  wecom.sent.length = 0
  await teacher.goto('/work/start')
  await askForLeave(teacher, REASON)
  await expect.poll(() => wecom.sent.length).toBe(1)
  expect(wecom.sent[0]).toMatchObject({ touser: `wang${MARK}`, agentid: 1000002, msgtype: 'text' })
  expect(JSON.stringify(wecom.sent[0]?.['text'])).toContain('请假')
  await page.goto('/qyweixin/member')
  await expect(async () => {
    await front(page).getByRole('button', { name: '刷新' }).click()
    await expect(front(page).getByRole('row', { name: `wang${MARK}` })).toContainText('已发出', { timeout: LOOK_MS })
  }).toPass()
}
