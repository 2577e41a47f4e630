import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, asked, callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { updateSession, useSession } from '../../platform/session/store.ts'
import { RegisterPage } from './RegisterPage.tsx'

const USER = { userId: '', account: '', name: '张三', avatar: '', roleName: '', deptName: '', oauthId: '77' }

beforeEach(() => {
  grant()
  updateSession({ user: USER, tenantId: '000000' })
})
afterEach(() => vi.unstubAllGlobals())

const posts = () => asked.filter(({ method }) => method === 'POST')
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const fill = (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) fireEvent.change(field(label), { target: { value } })
}
const send = () => fireEvent.click(screen.getByRole('button', { name: '提交' }))

async function show(tenantId: string | undefined, answer: Answer = { data: true }): Promise<void> {
  serve(
    new Proxy(
      { info: () => ({ data: tenantId ? { tenantId } : null }), logout: () => ({ data: true }) },
      { get: (given: Record<string, () => Answer>, name: string) => given[name] ?? (() => answer) },
    ),
  )
  stage(<RegisterPage />)
  await screen.findByRole('dialog', { name: '账号注册' })
}

test('what is missing is said before anything is sent', async () => {
  await show(undefined)
  expect([field('租户编号').value, field('用户姓名').value]).toEqual(['000000', '张三'])
  send()
  expect(await screen.findByText('请先输入账号名称')).toBeTruthy()
  fill({ 账号名称: 'zs', 密码: 'a', 确认密码: 'b' })
  send()
  expect(await screen.findByText('两次密码输入不一致')).toBeTruthy()
  expect(posts()).toEqual([])
})

test('an application is sent for the tenant of the host, told, and ends the session', async () => {
  await show('097108')
  expect(screen.queryByLabelText('租户编号')).toBeNull()
  fill({ 用户姓名: '张三丰', 账号名称: 'zs', 密码: 'a', 确认密码: 'a' })
  send()
  const told = (await screen.findByText('注册申请已提交,请耐心等待管理员通过!')).closest('[role=dialog]')
  const [{ body, query } = { body: {}, query: new URLSearchParams() }] = posts()
  const sent = { ...Object.fromEntries(query), ...body }
  expect(sent).toMatchObject({ tenantId: '097108', name: '张三丰', account: 'zs', oauthId: '77' })
  expect(sent).not.toHaveProperty('password2')
  expect(useSession.getState().token).toBe('token')
  fireEvent.click(within(told as HTMLElement).getByRole('button'))
  await waitFor(() => expect(useSession.getState().token).toBe(''))
})

test('a refused application says why and keeps what was typed', async () => {
  await show(undefined, { code: 400, msg: '账号已存在' })
  fill({ 租户编号: '097108', 账号名称: 'zs', 密码: 'a', 确认密码: 'a' })
  fireEvent.keyDown(field('确认密码'), { key: 'Enter', keyCode: 13 })
  expect(await screen.findByText('账号已存在')).toBeTruthy()
  expect(field('账号名称').value).toBe('zs')
  expect(useSession.getState().token).toBe('token')
})

test('who does not want an account leaves', async () => {
  await show(undefined)
  fireEvent.click(screen.getByRole('button', { name: '退出登录' }))
  await waitFor(() => expect(useSession.getState().token).toBe(''))
  expect(callsTo('logout')).toHaveLength(1)
  expect(posts()).toEqual([])
})
