import type { SignInSettings } from '@xueheng/contract/domains/sign-in/auth.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Asked, callsTo, serve, stage } from '../../platform/_stage.tsx'
import { clearSession, useSession } from '../../platform/session/store.ts'
import { setLanguage } from '../../platform/i18n/i18n.ts'
import { LoginPage } from './LoginPage.tsx'

const settings: SignInSettings = {
  tenantId: '000000',
  isCaptchaOn: false,
  cipherKey: '0123456789abcdef',
  isDemo: false,
  accounts: [{ account: 'officer', password: 'demo', title: '教育局' }],
  clientId: 'web',
  clientSecret: 'secret',
}
const token = {
  access_token: 'abc',
  refresh_token: 'r',
  tenant_id: '000000',
  user_id: '1',
  account: 'li',
  real_name: '李',
}

/** Some sign-in calls answer bare. */
let whole: Record<string, unknown>
function bare(answer: Record<string, unknown>, status = 200): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const plain = await fetch(url, init)
    const segment = new URL(url, 'http://localhost').pathname.split('/').at(-1) ?? ''
    if (segment === 'token') return new Response(JSON.stringify(answer), { status })
    return segment in whole ? new Response(JSON.stringify(whole[segment])) : plain
  })
}

function arrange(
  values: Partial<SignInSettings> = {},
  more: Record<string, (call: Asked) => Answer> = {},
  answer: Record<string, unknown> = token,
  status = 200,
): void {
  whole = { settings: { settings: { ...settings, ...values } } }
  serve({
    info: () => ({ data: null }),
    captcha: () => ({ data: { key: 'k1', image: 'data:,' } }),
    'sms-code': () => ({ data: { id: 's1' } }),
    sources: () => ({ data: [{ source: 'wecom', title: '企业微信' }] }),
    ...more,
  })
  bare(answer, status)
}

beforeEach(() => {
  localStorage.clear()
  clearSession()
})
afterEach(() => vi.unstubAllGlobals())

async function open(): Promise<void> {
  stage(<LoginPage />)
  await screen.findByRole('tablist')
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const fault = () => screen.getByRole('alert').textContent
const sent = () => callsTo('token').map(({ query }) => Object.fromEntries(query))

test('what is missing is asked for one after the other, and nothing is sent', async () => {
  arrange({ tenantId: '' })
  await open()
  press('登录')
  expect(fault()).toBe('请输入租户编号')
  type('租户编号', '000000')
  expect(fault()).toBe('')
  press('登录')
  expect(fault()).toBe('请输入账号')
  expect(screen.getByLabelText('账号').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('账号').closest('.login-line')?.textContent).toContain('请输入账号')
  type('账号', 'li')
  press('登录')
  expect(fault()).toBe('请输入密码')
  expect(sent()).toEqual([])
})

test('account and password open a session; the password is not sent as it is typed', async () => {
  arrange()
  await open()
  type('账号', 'li')
  type('密码', 'Secret-1')
  press('登录')
  await waitFor(() => expect(useSession.getState().token).toBe('abc'))
  expect(sent()[0]).toMatchObject({ tenantId: '000000', username: 'li', grant_type: 'password', type: 'account' })
  expect(JSON.stringify(sent())).not.toContain('Secret-1')
  expect(useSession.getState().user).toMatchObject({ userId: '1', name: '李', deptName: '' })
})

test('a refusal stands under the form and leaves what was typed', async () => {
  arrange({}, {}, { code: 400, msg: '账号或密码错误', success: false }, 400)
  await open()
  type('账号', 'li')
  type('密码', 'x')
  press('登录')
  await waitFor(() => expect(fault()).toContain('账号或密码错误'))
  expect(screen.getByLabelText<HTMLInputElement>('账号').value).toBe('li')
  expect(useSession.getState().token).toBe('')
  type('密码', 'y')
  expect(fault()).toBe('')
})

test('a picture is asked for where it is on, sent along, and renewed after a refusal', async () => {
  arrange({ isCaptchaOn: true }, {}, { code: 400, msg: '验证码错误', success: false }, 400)
  await open()
  await waitFor(() => expect(callsTo('captcha')).toHaveLength(1))
  type('账号', 'li')
  type('密码', 'x')
  press('登录')
  expect(fault()).toBe('请输入验证码')
  type('验证码', 'ab12')
  press('登录')
  await waitFor(() => expect(fault()).toContain('验证码错误'))
  expect(sent()[0]).toMatchObject({ grant_type: 'captcha' })
  expect(screen.getByLabelText<HTMLInputElement>('验证码').value).toBe('')
  await waitFor(() => expect(callsTo('captcha')).toHaveLength(2))
})

test('a password is shown and hidden again', async () => {
  arrange()
  await open()
  const box = screen.getByLabelText<HTMLInputElement>('密码')
  expect(box.type).toBe('password')
  press('显示')
  expect(box.type).toBe('text')
  expect(screen.getByRole('button', { name: '隐藏' }).getAttribute('aria-pressed')).toBe('true')
  press('隐藏')
  expect(box.type).toBe('password')
})

test('accounts of the demonstration sign in at once, or fill the form where a picture is asked for', async () => {
  arrange()
  await open()
  expect(screen.queryByText('officer')).toBeNull()
  arrange({ isDemo: true })
  await open()
  fireEvent.click(screen.getByText('officer'))
  await waitFor(() => expect(sent()[0]).toMatchObject({ username: 'officer' }))
  clearSession()
  arrange({ isDemo: true, isCaptchaOn: true })
  await open()
  fireEvent.click(screen.getByText('officer'))
  expect(screen.getByLabelText<HTMLInputElement>('账号').value).toBe('officer')
  expect(document.activeElement).toBe(screen.getByLabelText('验证码'))
  expect(sent()).toEqual([])
})

test('whoever has an authenticator is asked for its number; a wrong one can be typed anew', async () => {
  arrange({}, {}, { error: 'mfa_required', mfa_token: 'm1' }, 400)
  await open()
  type('账号', 'li')
  type('密码', 'x')
  press('登录')
  const box = () => screen.getByLabelText<HTMLInputElement>('动态验证码')
  await screen.findByLabelText('动态验证码')
  press('登录')
  expect(fault()).toBe('请输入动态验证码')
  expect(sent()).toHaveLength(1)
  arrange({}, {}, { code: 400, msg: '动态验证码错误', success: false }, 400)
  fireEvent.change(box(), { target: { value: ' 123456 ' } })
  press('登录')
  await waitFor(() => expect(fault()).toContain('动态验证码错误'))
  expect(sent()[0]).toMatchObject({ grant_type: 'mfa', mfa_token: 'm1', code: '123456' })
  expect(box().value).toBe('')
  press('返回')
  expect(await screen.findByRole('tablist')).toBeTruthy()
})

test('arrow keys walk through the ways in, round the end', async () => {
  arrange()
  await open()
  const chosen = () => screen.getAllByRole('tab').find((one) => one.getAttribute('aria-selected') === 'true')
  const walk = (key: string) => fireEvent.keyDown(chosen() as HTMLElement, { key })
  walk('ArrowLeft')
  expect(chosen()?.textContent).toBe('第三方系统')
  expect(document.activeElement).toBe(chosen())
  expect(await screen.findByRole('button', { name: '用企业微信登录' })).toBeTruthy()
  walk('ArrowRight')
  walk('ArrowRight')
  expect(chosen()?.textContent).toBe('手机号')
  walk('a')
  expect(chosen()?.textContent).toBe('手机号')
  expect(screen.getAllByRole('tab').map((one) => one.tabIndex)).toEqual([-1, 0, -1])
})

test('a phone gets its code before it can sign in, and not twice in a minute', async () => {
  arrange()
  await open()
  fireEvent.click(screen.getByRole('tab', { name: '手机号' }))
  press('登录')
  expect(fault()).toBe('手机号码不能为空')
  press('获取验证码')
  expect(fault()).toBe('手机号码不能为空')
  type('手机号码', ' 13800001111 ')
  press('登录')
  expect(fault()).toBe('请先获取短信验证码')
  press('获取验证码')
  expect(await screen.findByText(/短信将在一分钟内送达/)).toBeTruthy()
  expect(callsTo('sms-code')[0]?.query.get('phone')).toBe('13800001111')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /秒后重发/ }).disabled).toBe(true)
  press('登录')
  expect(fault()).toBe('请输入短信验证码')
  type('短信验证码', '4321')
  press('登录')
  await waitFor(() =>
    expect(sent()[0]).toMatchObject({ grant_type: 'sms_code', phone: '13800001111', id: 's1', value: '4321' }),
  )
})

test('a tenant without providers says so', async () => {
  arrange({}, { sources: () => ({ data: [] }) })
  await open()
  fireEvent.click(screen.getByRole('tab', { name: '第三方系统' }))
  expect(await screen.findByText(/本单位没有开通第三方登录/)).toBeTruthy()
})

test('a server that does not answer can be tried again', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('network')))
  stage(<LoginPage />)
  expect(screen.getByRole('status', { name: '加载中' })).toBeTruthy()
  expect(await screen.findByText('暂时连接不上服务器')).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
  arrange()
  press('重试')
  expect(await screen.findByRole('tablist')).toBeTruthy()
  expect(screen.queryByText('暂时连接不上服务器')).toBeNull()
})

test('the page changes its language on demand', async () => {
  arrange()
  await open()
  press('English')
  expect(await screen.findByRole('button', { name: '中文' })).toBeTruthy()
  expect(screen.getByLabelText('Password')).toBeTruthy()
  await setLanguage('zh')
})

test('a tenant known by its host is not asked for, and lends the page its name', async () => {
  arrange({}, { info: () => ({ data: { tenantId: '100001', brandTitle: '青川教育' } }) })
  await open()
  expect(screen.queryByLabelText('租户编号')).toBeNull()
  expect(screen.queryByText('衡其所学')).toBeNull()
  type('账号', 'li')
  type('密码', 'x')
  press('登录')
  await waitFor(() => expect(sent()[0]).toMatchObject({ tenantId: '100001' }))
})

test('what is wrong with a phone, a code or the authenticator stands at its field', async () => {
  const problems = [{ field: 'phone', message: '手机号码长度不为11位' }]
  arrange({}, { 'sms-code': () => ({ code: 400, msg: '手机号码长度不为11位', problems }) })
  await open()
  fireEvent.click(screen.getByRole('tab', { name: '手机号' }))
  const lineOf = (label: string) => screen.getByLabelText(label).closest('.login-line')?.textContent
  press('获取验证码')
  expect(lineOf('手机号码')).toContain('手机号码不能为空')
  type('手机号码', '123')
  press('获取验证码')
  await waitFor(() => expect(lineOf('手机号码')).toContain('手机号码长度不为11位'))
  expect(screen.getByLabelText('手机号码').getAttribute('aria-invalid')).toBe('true')
  arrange({}, {}, { error_code: 400, error_description: '短信验证码不正确或已过期' }, 400)
  type('手机号码', '13800001111')
  press('登录')
  expect(lineOf('短信验证码')).toContain('请先获取短信验证码')
  press('获取验证码')
  await screen.findByText(/短信将在一分钟内送达/)
  type('短信验证码', '1')
  press('登录')
  await waitFor(() => expect(lineOf('短信验证码')).toContain('短信验证码不正确或已过期'))
})

async function forget(hasSms: number, more: Record<string, (call: Asked) => Answer> = {}): Promise<void> {
  arrange({}, { 'reset-ways': () => ({ data: { hasSms } }), ...more })
  await open()
  press('忘记密码')
}

test('who forgot the password is told whom to ask where no message can be sent', async () => {
  await forget(0)
  expect(await screen.findByText('本单位没有开通短信，请联系本单位管理员重置密码')).toBeTruthy()
  expect(screen.queryByLabelText('手机号码')).toBeNull()
  press('返回')
  expect(await screen.findByRole('tablist')).toBeTruthy()
})

test('who forgot the password sets a new one by a code to the phone; a slip stands at its field', async () => {
  let isRefused = true
  const problems = [{ field: 'password', message: '密码至少8位' }]
  await forget(1, {
    'reset-password': () => (isRefused ? { code: 400, msg: '密码至少8位', problems } : { data: true }),
  })
  type('手机号码', '13800001111')
  press('获取验证码')
  await screen.findByText(/短信将在一分钟内送达/)
  expect(callsTo('sms-code')[0]?.query.get('isReset')).toBe('1')
  type('短信验证码', '4321')
  type('新密码', 'kurz')
  press('确定')
  expect(fault()).toBe('两次输入的密码不一致')
  type('确认密码', 'kurz')
  press('确定')
  await waitFor(() => expect(fault()).toBe('密码至少8位'))
  expect(screen.getByLabelText('新密码').closest('.login-line')?.textContent).toContain('密码至少8位')
  isRefused = false
  type('新密码', 'Morgenrot-7')
  type('确认密码', 'Morgenrot-7')
  press('确定')
  expect(await screen.findByText('密码已修改，请用新密码登录')).toBeTruthy()
  const sentBody = callsTo('reset-password').at(-1)?.body
  expect(sentBody).toMatchObject({ tenantId: '000000', phone: '13800001111', id: 's1', value: '4321' })
  expect(JSON.stringify(sentBody)).not.toContain('Morgenrot')
})
