import { type Browser, type BrowserContext, type Page, expect, test } from '@playwright/test'
import { type OwnTenant, type Person, openTenant, signInAs } from './support/own-tenant.ts'
import { front } from './support/page.ts'
import { comeIn } from './support/people.ts'

/** What others change reaches an open page without a reload: the page says so by the mark that a reload would wipe. */
const MARK = 'not-reloaded'

let tenant: OwnTenant
let reader: Person

test.beforeAll(async () => {
  tenant = await openTenant()
  reader = await tenant.addUser(`reader${Date.now() % 100_000}`, 'admin')
})

const contexts: BrowserContext[] = []
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  contexts.push(context)
  return context.newPage()
}

async function opened(browser: Browser, person: Person): Promise<Page> {
  const page = await newPage(browser)
  await signInAs(page, person)
  await page.evaluate((mark) => Object.assign(window, { [mark]: true }), MARK)
  return page
}

async function isSamePage(page: Page): Promise<boolean> {
  return page.evaluate((mark) => mark in window, MARK)
}

test('a menu that is taken from a role, and given back, is gone and back in the open page', async ({ browser }) => {
  const page = await opened(browser, reader)
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await menu.getByText('系统管理', { exact: true }).click()
  await expect(menu.getByText('岗位管理')).toBeVisible()
  const roles = await tenant.call('/api/blade-system/role/list')
  const { id } = (roles.records ?? roles).find((one: { roleAlias: string }) => one.roleAlias === 'admin')
  const own = await tenant.call('/api/blade-system/role/submit', {
    body: { roleName: '轻装', roleAlias: `light${Date.now() % 100_000}`, sort: 9 },
  })
  await tenant.call('/api/blade-user/update', { body: { id: await idOf(reader.account), roleId: own.id } })
  await expect(menu.getByText('岗位管理')).toBeHidden()
  await tenant.call('/api/blade-user/update', { body: { id: await idOf(reader.account), roleId: id } })
  await expect(menu.getByText('系统管理', { exact: true })).toBeVisible()
  expect(await isSamePage(page)).toBe(true)
})

async function idOf(account: string): Promise<string> {
  const found = await tenant.call(`/api/blade-user/page?account=${account}`)
  return found.records[0].id
}

test('an entry of a dictionary is called anew in the open list', async ({ browser }) => {
  const page = await opened(browser, tenant.admin)
  const code = `live${Date.now() % 100_000}`
  await tenant.call('/api/blade-desk/notice/submit', {
    body: { title: `标签${code}`, category: 1, releaseTime: '2026-01-01 08:00:00', content: '<p>文</p>' },
  })
  await page.goto('/desk/notice')
  await page.evaluate((mark) => Object.assign(window, { [mark]: true }), MARK)
  const row = front(page).getByRole('row', { name: new RegExp(`标签${code}`) })
  await expect(row).toContainText('发布通知')
  const tops = await tenant.call('/api/blade-system/dict-biz/parent-list?code=notice')
  const entries = await tenant.call(`/api/blade-system/dict-biz/child-list?parentId=${tops.records[0].id}`)
  const entry = entries.find((one: { dictKey: string }) => one.dictKey === '1')
  await tenant.call('/api/blade-system/dict-biz/submit', { body: { id: entry.id, dictValue: `改名${code}` } })
  await expect(row).toContainText(`改名${code}`)
  expect(await isSamePage(page)).toBe(true)
})

test('a message of the system says so in the open page', async ({ browser }) => {
  const page = await opened(browser, reader)
  const body = { title: '请核对名单', messageType: 1, account: reader.account, content: '周五前' }
  await Promise.all([
    expect(page.locator('.ant-message-notice').filter({ hasText: '新消息：请核对名单' })).toBeVisible(),
    tenant.call('/api/bigdata-service/sysMessage/submit', { body }),
  ])
})

test('the name and the colour of a tenant reach its open pages, and the sign-in page at its address', async ({
  browser,
  baseURL,
}) => {
  const page = await opened(browser, tenant.admin)
  const primary = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--xh-primary'))
  const before = await primary()
  const manager = await newPage(browser)
  await comeIn(manager, 'admin')
  const name = `河东云${Date.now() % 1000}`
  // A host of its own: the others of this run go on signing in at theirs.
  const address = new URL(String(baseURL))
  address.hostname = 'hedong.localhost'
  await brand(manager, { brandTitle: name, brandColor: '#2E8B57', domainUrl: address.origin })
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expect.poll(primary).not.toBe(before)
  expect(await isSamePage(page)).toBe(true)
  const stranger = await newPage(browser)
  await stranger.goto(`${address.origin}/login`)
  await expect(stranger.getByRole('heading', { name: `登录${name}` })).toBeVisible()
  await expect(stranger.getByRole('textbox', { name: /^租户编号/ })).toBeHidden()
  await brand(manager, { brandTitle: '', brandColor: '', domainUrl: '' })
  await expect(page.getByRole('link', { name: '学衡', exact: true })).toBeVisible()
})

/** As the tenant screen keeps it. */
async function brand(manager: Page, values: Record<string, string>): Promise<void> {
  const token = await manager.evaluate(() => document.cookie.match(/saber-access-token=([^;]+)/)?.[1] ?? '')
  const headers = { 'blade-auth': `bearer ${token}` }
  const found = await manager.request.get(`/api/blade-system/tenant/list?tenantId=${tenant.tenantId}`, { headers })
  const { id } = ((await found.json()) as { data: { records: { id: string }[] } }).data.records[0] ?? { id: '' }
  const saved = await manager.request.post('/api/blade-system/tenant/submit', { headers, data: { id, ...values } })
  expect(saved.status()).toBe(200)
}

test('the bell is opened, read and left by keys alone', async ({ page }) => {
  await comeIn(page, 'admin')
  const bell = page.getByRole('button', { name: /^消息通知/ })
  await bell.focus()
  await expect(bell).toBeFocused()
  await page.keyboard.press('Enter')
  const list = page.getByRole('region', { name: '消息通知' })
  await expect(list).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(bell).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list).toBeFocused()
  const first = list.getByRole('listitem').first().getByRole('button')
  await first.focus()
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(bell).toBeFocused()
})
