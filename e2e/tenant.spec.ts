import { type Locator, type Page, expect, test } from '@playwright/test'
import { act, front, pick, toast } from './support/page.ts'
import { signIn, signOut } from './support/people.ts'
import { settle } from './support/settle.ts'
import { type UserBooks, userBooks } from './support/tenant-book.ts'

const MARK = String(Date.now() % 100_000)
const PACKAGE = `区县套餐${MARK}`
const TENANT = `河东区教育局${MARK}`
const NOTICE = '开学第一次例会'
const SCOPE = '只看自己建的岗位'

/** What people choose instead of their first password. */
const CHOSEN = 'Yunshan#4731'

let books: UserBooks
test.beforeAll(() => {
  books = userBooks()
})
test.afterAll(() => books?.dispose())

test('a tenant from nothing to a user who sees a notice, one menu and the own rows', async ({ page }) => {
  await signIn(page, 'admin')
  await test.step('a package of menus', () => makePackage(page))
  const first = await test.step('a tenant with its administrator', () => openTenant(page))
  await signOut(page)
  await test.step('its administrator signs in and chooses a password', () => enter(page, first, CHOSEN))
  await test.step('only the menus of the package', () => seeMenus(page))
  await test.step('departments', () => makeDepartments(page))
  await test.step('a post', () => makePost(page))
  await test.step('a data scope', () => makeScope(page))
  await test.step('a role with a menu and the scope', () => makeRole(page))
  const password = await test.step('users by workbook: see the faults, mend, import', () => importUsers(page))
  await test.step('a dictionary with an entry', () => makeDictionary(page))
  await test.step('a notice', () => publishNotice(page))
  await signOut(page)
  const imported = { tenantId: first.tenantId, account: 'liming', password }
  await test.step('an imported user signs in', () => enter(page, imported, `${CHOSEN}x`))
  await test.step('sees the notice and one menu', () => lookAround(page))
  await test.step('sees the own rows alone', () => seeOwnPosts(page))
})

interface Who {
  tenantId: string
  account: string
  password: string
}

/** Opens the form of a new row on a screen of the menu. */
async function openForm(page: Page, path: string): Promise<Locator> {
  await page.goto(path)
  await front(page).getByRole('button', { name: /新增$/ }).first().click()
  const dialog = page.getByRole('dialog').last()
  await expect(dialog).toBeVisible()
  // A dialog that still opens may miss a press.
  await settle(page)
  return dialog
}

/** Takes the first entry of a picker. */
async function pickFirst(form: Locator, label: string): Promise<void> {
  await form.getByLabel(label).click()
  await form.page().locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
}

async function keep(dialog: Locator, said: string | RegExp = '新增成功'): Promise<void> {
  const button = dialog.getByRole('button', { name: /^(保存|修改)$/ })
  await button.click()
  await toast(dialog.page(), said)
  await expect(button).toBeHidden()
}

function rowOf(page: Page, text: string): Locator {
  return front(page)
    .getByRole('row', { name: new RegExp(text) })
    .first()
}

/** Ticks a node of the open grant dialog; its branch is opened when it is not in sight. */
async function tick(dialog: Locator, title: string): Promise<void> {
  const node = dialog
    .getByRole('tabpanel')
    .locator('.ant-tree-treenode')
    .filter({ has: dialog.page().getByText(title, { exact: true }) })
    .first()
  await node.locator('.ant-tree-checkbox').click()
  await expect(node.locator('.ant-tree-checkbox-checked')).toBeVisible()
}

async function makePackage(page: Page): Promise<void> {
  const form = await openForm(page, '/system/menuPackage')
  await form.getByLabel('套餐名称').fill(PACKAGE)
  await keep(form)
  await rowOf(page, PACKAGE).getByRole('button', { name: '菜单配置' }).click()
  const dialog = page.getByRole('dialog').last()
  for (const title of ['工作台', '系统管理', '权限管理']) await tick(dialog, title)
  await dialog.getByRole('button', { name: /保存/ }).click()
  await toast(page, '操作成功')
  await expect(dialog).toBeHidden()
}

async function openTenant(page: Page): Promise<Who> {
  const form = await openForm(page, '/system/tenant')
  await form.getByLabel('租户名称').fill(TENANT)
  await form.getByLabel('管理员账号').fill('hedong')
  await pick(form, '菜单套餐', PACKAGE)
  await form.getByLabel('账号额度').fill('3')
  await pick(form, '密码策略', '等保三级')
  await keep(form)
  const dialog = page.getByRole('dialog').filter({ hasText: '管理员密码' })
  await dialog.getByRole('button', { name: '发放首次密码' }).click()
  await expect(dialog.getByText('密码只显示这一次，请现在记下')).toBeVisible()
  const [tenantId = '', account = '', password = ''] = await dialog.locator('code').allInnerTexts()
  await dialog.getByRole('button', { name: '我已记下' }).click()
  await expect(dialog).toBeHidden()
  expect(account.trim()).toBe('hedong')
  return { tenantId: tenantId.trim(), account: account.trim(), password: password.trim() }
}

/** Signs in with a password somebody else chose; the tenant's policy asks for another one first. */
async function enter(page: Page, who: Who, chosen: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: '租户编号' }).fill(who.tenantId)
  await page.getByRole('textbox', { name: '账号' }).fill(who.account)
  await page.locator('input[type=password]').fill(who.password)
  await page.locator('button[type=submit]').click()
  await expect(page.getByRole('heading', { name: '修改密码' })).toBeVisible()
  await page.getByLabel('原密码').fill(who.password)
  await page.getByLabel('新密码', { exact: true }).fill(chosen)
  await page.getByLabel('确认密码').fill(chosen)
  await page.getByRole('button', { name: /保存|保 存/ }).click()
  await expect(page.locator('.user-button')).toBeVisible()
}

function menu(page: Page): Locator {
  return page.getByRole('navigation', { name: '主菜单' })
}

async function seeMenus(page: Page): Promise<void> {
  await expect(menu(page).getByText('系统管理')).toBeVisible()
  await expect(menu(page).getByText('权限管理')).toBeVisible()
  await expect(menu(page).getByText('考试数据')).toBeHidden()
  await expect(menu(page).getByText('统计报表')).toBeHidden()
}

async function makeDepartments(page: Page): Promise<void> {
  await page.goto('/system/dept')
  await act(rowOf(page, TENANT), '新增下级')
  const form = page.getByRole('dialog').last()
  await form.getByLabel('机构名称').fill('招生考试科')
  await form.getByLabel('排序').fill('1')
  await keep(form)
}

async function makePost(page: Page): Promise<void> {
  const form = await openForm(page, '/system/post')
  await pickFirst(form, '岗位类型')
  await form.getByLabel('岗位编号').fill('clerk')
  await form.getByLabel('岗位名称').fill('科员')
  await form.getByLabel('岗位排序').fill('2')
  await keep(form)
}

async function makeScope(page: Page): Promise<void> {
  await page.goto('/authority/datascope')
  await front(page).getByRole('search').getByLabel('菜单名称').fill('岗位管理')
  await front(page).getByRole('button', { name: /搜索/ }).click()
  await rowOf(page, '岗位管理').getByRole('button', { name: '权限配置' }).click()
  const list = page.getByRole('dialog').filter({ hasText: '数据权限 · 岗位管理' })
  await list.getByRole('button', { name: /新\s?增/ }).click()
  const form = page.getByRole('dialog', { name: '新增数据权限' })
  await form.getByLabel('权限名称').fill(SCOPE)
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await toast(page, '操作成功')
  await expect(list.getByText(SCOPE)).toBeVisible()
}

async function makeRole(page: Page): Promise<void> {
  const form = await openForm(page, '/authority/role')
  await form.getByLabel('角色名称').fill('科室干事')
  await form.getByLabel('角色别名').fill('clerk')
  await pick(form, '数据范围', '本校')
  await form.getByLabel('角色排序').fill('9')
  await keep(form)
  await rowOf(page, '科室干事').getByRole('button', { name: '权限设置' }).click()
  const dialog = page.getByRole('dialog').last()
  await dialog.getByRole('button', { name: '全部展开' }).click()
  await tick(dialog, '岗位管理')
  await dialog.getByRole('tab', { name: '数据权限' }).click()
  await dialog.getByRole('tabpanel').getByRole('button', { name: '全部展开' }).click()
  await tick(dialog, SCOPE)
  await dialog.getByRole('button', { name: /保\s?存/ }).click()
  await toast(page, '操作成功')
  await expect(dialog).toBeHidden()
}

/** Answers the first password of the user who comes next. */
async function importUsers(page: Page): Promise<string> {
  const good = [
    ['liming', '李明', '李明', '科室干事', '招生考试科', '科员', '13800000011'],
    ['wangfang', '王芳', '王芳', '科室干事', `${TENANT}/招生考试科`, '科员', ''],
  ]
  const dirty = await books.write('用户.xlsx', [
    ['liming', '李明', '李明', '站长', '招生考试科', '科员', '138'],
    ['', '王芳', '', '', '', '', ''],
  ])
  const tooMany = await books.write('超额.xlsx', [...good, ['zhaoyi', '赵一']])
  const clean = await books.write('用户-改好.xlsx', good)
  await page.goto('/system/user')
  await front(page).getByRole('button', { name: /导入/ }).click()
  const dialog = page.getByRole('dialog').last()
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles(dirty)
  await expect(dialog.getByText('共 2 行，2 行有错误；在表格中改正，或改好后重新选择文件')).toBeVisible()
  await expect(dialog.getByText('角色「站长」不存在；手机号码长度不为11位')).toBeVisible()
  await expect(dialog.getByText('请输入登录账号')).toBeVisible()
  await expect(dialog.getByRole('button', { name: '导入 2 行' })).toBeDisabled()
  await file.setInputFiles(tooMany)
  await expect(dialog.getByText('当前租户已到最大账号额度!')).toBeVisible()
  await file.setInputFiles(clean)
  await expect(dialog.getByText('共 2 行，没有错误')).toBeVisible()
  await dialog.getByRole('button', { name: '导入 2 行' }).click()
  await expect(dialog.getByText('新增 2 名用户，修改 0 名')).toBeVisible()
  const password = await dialog
    .getByRole('row', { name: /liming/ })
    .locator('code')
    .innerText()
  await dialog.getByRole('button', { name: /完\s?成/ }).click()
  await expect(rowOf(page, 'wangfang')).toContainText('科室干事')
  await front(page).getByRole('tree').getByText('招生考试科').click()
  await expect(rowOf(page, 'liming')).toBeVisible()
  await expect(front(page).getByRole('row', { name: /hedong/ })).toBeHidden()
  return password.trim()
}

async function makeDictionary(page: Page): Promise<void> {
  const form = await openForm(page, '/system/dictbiz')
  await form.getByLabel('字典编号').fill('meeting_room')
  await form.getByLabel('字典名称').fill('会议室')
  await keep(form)
  await front(page).getByRole('search').getByLabel('字典编号').fill('meeting_room')
  await front(page).getByRole('button', { name: /搜索/ }).click()
  await rowOf(page, 'meeting_room').getByRole('button', { name: '字典配置' }).click()
  const list = page.getByRole('dialog').filter({ hasText: '字典配置 · 会议室' })
  await list.getByRole('button', { name: /新增/ }).first().click()
  const entry = page.getByRole('dialog', { name: /^新增 · 会议室/ })
  await entry.getByPlaceholder('请输入字典名称').fill('一号会议室')
  await entry.getByPlaceholder('请输入字典键值').fill('1')
  await keep(entry)
  await expect(list.getByText('一号会议室')).toBeVisible()
}

async function publishNotice(page: Page): Promise<void> {
  const form = await openForm(page, '/desk/notice')
  await form.getByLabel('通知标题').fill(NOTICE)
  await pickFirst(form, '通知类型')
  await form.getByLabel('通知时间').fill('2026-01-01 08:00:00')
  await form.getByLabel('通知时间').press('Enter')
  await form.getByRole('textbox', { name: '通知内容' }).fill('周一上午九点，一号会议室。')
  await keep(form)
}

async function lookAround(page: Page): Promise<void> {
  await expect(menu(page).getByText('权限管理')).toBeHidden()
  await expect(menu(page).getByText('工作台')).toBeHidden()
  await page.getByRole('button', { name: /^消息通知/ }).click()
  await page
    .getByRole('tabpanel', { name: '消息' })
    .getByRole('button', { name: new RegExp(NOTICE) })
    .click()
  await expect(page.getByRole('dialog').getByText('周一上午九点，一号会议室。')).toBeVisible()
  await page.getByRole('dialog').locator('.ant-modal-close').click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await menu(page).getByText('系统管理').click()
  await menu(page).getByText('岗位管理').click()
  await expect(front(page).getByRole('heading', { name: /岗位/ })).toBeVisible()
  await page.goto('/system/user')
  await expect(page.getByRole('heading', { name: '用户管理' })).toBeHidden()
  await expect(page.getByText('403').first()).toBeVisible()
}

/** The scope of the role shows what its holder has made: the administrator's post is there, and not to be seen. */
async function seeOwnPosts(page: Page): Promise<void> {
  await page.goto('/system/post')
  await expect(front(page).getByText('暂无数据').first()).toBeVisible()
  await expect(rowOf(page, '科员')).toBeHidden()
  const form = await openForm(page, '/system/post')
  await pickFirst(form, '岗位类型')
  await form.getByLabel('岗位编号').fill('own')
  await form.getByLabel('岗位名称').fill('自己建的')
  await form.getByLabel('岗位排序').fill('1')
  await keep(form)
  await expect(rowOf(page, '自己建的')).toBeVisible()
  await page.reload()
  await expect(rowOf(page, '自己建的')).toBeVisible()
  await expect(rowOf(page, '科员')).toBeHidden()
}
