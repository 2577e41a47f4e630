import { type Browser, type Page, expect, test } from '@playwright/test'
import { OIDC_CLIENT, OIDC_SECRET, type OidcProvider, startOidcProvider } from '../server/test/oidc-provider.ts'
import { type OwnTenant, enter, openTenant, signInAs } from './support/own-tenant.ts'
import { confirm, front, toast } from './support/page.ts'
import { signOut } from './support/people.ts'
import { letProofAge, numberFor } from './support/proofs.ts'
import { type SmsGate, startSmsGate } from './support/sms-gate.ts'

let tenant: OwnTenant
let provider: OidcProvider
let gate: SmsGate

test.beforeAll(async () => {
  tenant = await openTenant()
  provider = await startOidcProvider()
  gate = await startSmsGate()
  await tenant.call('/api/blade-system/social-provider/submit', {
    body: {
      source: 'bureau',
      title: '统一认证',
      kind: 'oidc',
      issuer: provider.issuer,
      clientId: OIDC_CLIENT,
      clientSecret: OIDC_SECRET,
      isEnabled: 1,
    },
  })
  const sms = { category: 9, smsCode: 'gate', signName: '学衡', templateId: 'code', endpoint: gate.address }
  const { id } = await tenant.call('/api/blade-resource/sms/submit', { body: sms })
  await tenant.call('/api/blade-resource/sms/enable', { query: { id } })
})
test.afterAll(async () => {
  await provider?.close()
  gate?.close()
})

/** A second person at a computer of their own. */
async function another(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage()
}

async function openSecurity(page: Page): Promise<void> {
  await page.goto('/info/index')
  await front(page).getByRole('tab', { name: '账号安全' }).click()
}

test('a second factor is enrolled, asked for, and a recovery code stands in for it once', async ({ page }) => {
  const person = await tenant.addUser('factor', 'teacher')
  await signInAs(page, person)
  await openSecurity(page)
  await front(page).getByRole('button', { name: '绑定验证器' }).click()
  await expect(front(page).getByRole('img', { name: '二维码' })).toBeVisible()
  const secret = await front(page).locator('.factor-key').innerText()
  const number = front(page).getByRole('textbox', { name: '动态验证码' })
  await number.fill('000000')
  await front(page)
    .getByRole('button', { name: /启\s*用/ })
    .click()
  await expect(front(page).getByText('动态验证码不正确')).toBeVisible()
  await number.fill(numberFor(secret))
  await front(page)
    .getByRole('button', { name: /启\s*用/ })
    .click()
  const codes = front(page).locator('.factor-codes code')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().innerText()).trim()
  await front(page).getByRole('button', { name: '我已保存' }).click()
  await expect(front(page).getByText('剩余 10 个恢复码')).toBeVisible()

  const second = page.getByRole('textbox', { name: '动态验证码' })
  await signOut(page)
  await enter(page, person)
  await second.fill('123')
  await page.locator('button[type=submit]').click()
  await expect(page.getByRole('alert')).toHaveText('动态验证码不正确')
  // The number of this half minute opened the enrolment; the next one is taken early.
  await second.fill(numberFor(secret, 1))
  await page.locator('button[type=submit]').click()
  await expect(page.locator('.user-button')).toBeVisible()

  await signOut(page)
  await enter(page, person)
  await second.fill(recovery)
  await page.locator('button[type=submit]').click()
  await expect(page.locator('.user-button')).toBeVisible()
  await openSecurity(page)
  await expect(front(page).getByText('剩余 9 个恢复码')).toBeVisible()

  await signOut(page)
  await enter(page, person)
  await second.fill(recovery)
  await page.locator('button[type=submit]').click()
  await expect(page.getByRole('alert')).toHaveText('动态验证码不正确')
})

test('a sensitive call asks who is there, is repeated after the right answer, and loses nothing typed', async ({
  page,
}) => {
  const person = await tenant.addUser('keeper', 'admin')
  await signInAs(page, person)
  await page.goto('/system/user')
  await letProofAge(person)
  await front(page)
    .getByRole('button', { name: /新\s*增/ })
    .click()
  const form = page.getByRole('dialog', { name: /用户/ })
  await form.getByLabel('登录账号').fill('newcomer')
  await form.getByLabel('用户昵称').fill('新来的')
  await form.getByLabel('所属角色').click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('教师', { exact: true }).click()
  await page.keyboard.press('Escape')
  const save = form.getByRole('button', { name: /保\s*存|确\s*定/ })

  await save.click()
  const proof = page.getByRole('dialog', { name: '确认身份' })
  await proof.getByRole('button', { name: /取\s*消/ }).click()
  await expect(proof).toBeHidden()
  await expect(form.getByLabel('用户昵称')).toHaveValue('新来的')

  await save.click()
  await proof.getByLabel('密码').fill('not-the-password')
  await proof.getByRole('button', { name: /确\s*定/ }).click()
  await expect(proof.getByText('密码不正确')).toBeVisible()
  await expect(form.getByLabel('登录账号')).toHaveValue('newcomer')
  await proof.getByLabel('密码').fill(person.password)
  await proof.getByRole('button', { name: /确\s*定/ }).click()
  await expect(form).toBeHidden()
  const first = page.getByRole('dialog', { name: '首次密码' })
  await expect(first.getByRole('row', { name: /newcomer/ }).locator('code')).toHaveText(/^(\w{6}-){3}\w{6}$/)
  await first.getByRole('button', { name: '我已记下' }).click()
  await expect(front(page).getByRole('row', { name: /newcomer/ })).toContainText('教师')
})

test('where passwords have rules, a first password is changed before anything else', async ({ page }) => {
  const { admin } = await openTenant({ passwordProfile: 'mlps3' })
  await page.goto('/login')
  await enter(page, admin)
  await expect(page.getByText('首次登录或密码已到期，请先设置新密码')).toBeVisible()
  const type = async (next: string, again = next) => {
    await page.getByLabel('原密码').fill(admin.password)
    await page.getByLabel('新密码').fill(next)
    await page.getByLabel('确认密码').fill(again)
    await page.getByRole('button', { name: /保\s*存/ }).click()
  }
  await type('Ab1@')
  await expect(page.getByText('新密码至少8位')).toBeVisible()
  await type('abcdefgh', 'abcdefgi')
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible()
  for (const [next, words] of [
    ['abcdefgh', '密码须包含大写字母、小写字母、数字、符号中的至少三类'],
    ['Admin@2026', '密码不能包含账号'],
    [admin.password, '新密码不能与原密码相同'],
  ] as const) {
    await type(next)
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  }
  await type('Right-Horse-2026')
  await expect(page.locator('.user-button')).toBeVisible()
  await signOut(page)
  await enter(page, { ...admin, password: 'Right-Horse-2026' })
  await expect(page.locator('.user-button')).toBeVisible()
})

async function comeByProvider(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByRole('tab', { name: '第三方系统' }).click()
  await page.getByRole('textbox', { name: /^租户编号/ }).fill(tenant.tenantId)
  await page.getByRole('button', { name: '用统一认证登录' }).click()
}

test('a stranger registers by a provider, is let in, and binds and frees the account', async ({ page, browser }) => {
  test.slow()
  provider.visitor = 'visitor-1'
  await comeByProvider(page)
  const form = page.getByRole('dialog', { name: '账号注册' })
  await expect(form.getByLabel('用户姓名')).toHaveValue('人visitor-1')
  const send = () => form.getByRole('button', { name: /提\s*交/ }).click()
  await form.getByLabel('租户编号').fill('')
  await form.getByLabel('用户姓名').fill('访客一')
  await send()
  await toast(page, '请先输入租户编号')
  await form.getByLabel('租户编号').fill(tenant.tenantId)
  await send()
  await toast(page, '请先输入账号名称')
  await form.getByLabel('账号名称').fill('visitor')
  await send()
  await toast(page, '请先输入密码')
  await form.getByLabel('密码', { exact: true }).fill('Besuch@2026')
  await form.getByLabel('确认密码').fill('Besuch@2027')
  await send()
  await toast(page, '两次密码输入不一致')
  await form.getByLabel('确认密码').fill('Besuch@2026')
  await send()
  const note = page.getByRole('dialog', { name: '注册提示' })
  await expect(note).toContainText('注册申请已提交,请耐心等待管理员通过!')
  await note.getByRole('button').last().click()
  await expect(page).toHaveURL(/\/login/)
  await comeByProvider(page)
  await expect(page.getByRole('alert')).toContainText('注册申请已提交,请耐心等待管理员通过!')

  const office = await another(browser)
  await signInAs(office, tenant.admin)
  await expect(office.getByRole('button', { name: /消息通知，\d+条未读/ })).toBeVisible()
  await office.goto('/system/registration')
  await front(office)
    .getByRole('row', { name: /visitor/ })
    .getByRole('button', { name: '通过' })
    .click()
  const decision = office.getByRole('dialog', { name: /通过注册申请/ })
  await decision.getByLabel('所属角色').click()
  await office.locator('.ant-select-dropdown:visible').getByTitle('教师', { exact: true }).click()
  await office.keyboard.press('Escape')
  await decision.getByRole('button', { name: /确\s*定/ }).click()
  await toast(office, '已通过')
  await expect(front(office).getByRole('row', { name: /visitor/ })).toContainText('已通过')
  await office.context().close()

  await comeByProvider(page)
  await expect(page.locator('.user-button')).toBeVisible()
  await openSecurity(page)
  await expect(front(page).getByText(/人visitor-1/)).toBeVisible()
  await front(page).getByRole('button', { name: '解除绑定' }).click()
  await confirm(page)
  await expect(front(page).getByText('没有绑定第三方账号')).toBeVisible()
  await front(page).getByRole('button', { name: '绑定统一认证' }).click()
  await expect(page).toHaveURL(/\/info\/index/)
  await front(page).getByRole('tab', { name: '账号安全' }).click()
  await expect(front(page).getByText(/人visitor-1/)).toBeVisible()
})

test('a code by text message opens the door once', async ({ page }) => {
  const phone = '13700001111'
  await tenant.addUser('phoned', 'teacher', { phone })
  await page.goto('/login')
  await page.getByRole('tab', { name: '手机号' }).click()
  await page.getByRole('textbox', { name: /^租户编号/ }).fill(tenant.tenantId)
  await page.getByRole('textbox', { name: /^手机号码/ }).fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  const code = () => gate.sent.find((one) => one.phones === phone)?.params['code'] ?? ''
  await expect.poll(code).toMatch(/^\d{6}$/)
  await expect(page.getByRole('button', { name: /秒后重发/ })).toBeDisabled()
  const box = page.getByRole('textbox', { name: /^短信验证码/ })
  await box.fill(code() === '000000' ? '000001' : '000000')
  await page.locator('button[type=submit]').click()
  await expect(page.getByRole('alert')).toHaveText('短信验证码不正确或已过期')
  await box.fill(code())
  const asked = page.waitForRequest((request) => request.url().includes(`value=${code()}`))
  await page.locator('button[type=submit]').click()
  await expect(page.locator('.user-button')).toBeVisible()

  const request = await asked
  const again = await page.request.post(request.url(), { headers: await request.allHeaders() })
  expect([again.status(), (await again.json()).error_description]).toEqual([400, '短信验证码不正确或已过期'])
})

test('who is put out of the house comes back to the form as it was', async ({ page, browser }) => {
  const person = await tenant.addUser('online', 'exam')
  await signInAs(page, person)
  await page.goto('/bigdata/basic/basicSchool')
  await front(page)
    .getByRole('button', { name: /新\s*增/ })
    .click()
  const name = page.getByRole('dialog').getByLabel('学校名称')
  await name.fill('还没有保存的学校')

  const office = await another(browser)
  await signInAs(office, tenant.admin)
  await office.goto('/monitor/online')
  await front(office).getByLabel('登录账号').fill('online')
  await front(office)
    .getByRole('button', { name: /搜\s*索|查\s*询/ })
    .click()
  const row = front(office).getByRole('row', { name: /online/ })
  await expect(row).toHaveCount(1)
  await row.getByRole('button', { name: '强制下线' }).click()
  await Promise.all([toast(office, '操作成功'), confirm(office)])
  await office.context().close()

  // The page hears of it by itself.
  await expect(page).toHaveURL(/\/login\?back=/)
  await page.reload()
  await enter(page, person)
  await expect(page).toHaveURL(/\/bigdata\/basic\/basicSchool/)
  await expect(name).toHaveValue('还没有保存的学校')
})

test('all other devices are signed out at once', async ({ page, browser }) => {
  const person = await tenant.addUser('everywhere', 'teacher')
  await signInAs(page, person)
  const other = await another(browser)
  await signInAs(other, person)
  await openSecurity(page)
  await front(page).getByRole('button', { name: '退出其他设备' }).click()
  await Promise.all([toast(page, '操作成功'), confirm(page)])
  await expect(front(page).getByRole('button', { name: '退出其他设备' })).toBeDisabled()
  await other.goto('/info/index')
  await expect(other).toHaveURL(/\/login/)
  await page.reload()
  await expect(page.locator('.user-button')).toBeVisible()
})
