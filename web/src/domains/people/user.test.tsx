// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { Page } from './user.page.tsx'

const ROW = { id: '7', tenantId: '000000', account: 'li', name: '李', roleId: '', state: '正常', status: 1 }
const BOUND = { uuid: 'u-7', source: 'bureau', username: '李老师', avatar: '', createTime: '2026-03-01 08:00:00' }
const NOTICE = '该账号没有角色，分配角色后才能登录'
const user = userEvent.setup({ pointerEventsCheck: 0 })

beforeEach(() => {
  localStorage.clear()
  grant('user_view', 'user_add', 'user_edit')
  serve({
    page: () => ({ data: { records: [ROW], total: 1, size: 10, current: 1, pages: 1 } }),
    'platform-detail': () => ({ data: ROW }),
    'auth-info': () => ({ data: [BOUND] }),
    'auth-remove': () => ({ data: true }),
    submit: () => ({ data: { ...ROW, firstPassword: '', notice: NOTICE } }),
    dictionary: () => ({ data: [{ dictKey: '1', dictValue: 'WEB' }] }),
    tree: () => ({ data: [] }),
    select: () => ({ data: [] }),
    'lazy-tree': () => ({ data: [] }),
  })
})

afterEach(() => vi.unstubAllGlobals())

test('who adds a user without a role is told, before and after, that nobody can sign in with it', async () => {
  stage(<Page />)
  await user.click(await screen.findByRole('button', { name: /新增/ }))
  const form = within(await screen.findByRole('dialog'))
  expect(await form.findByText('没有角色的账号不能登录')).toBeTruthy()
  await user.type(form.getByLabelText('登录账号'), 'li')
  await user.type(form.getByLabelText('用户昵称'), '李')
  await user.click(form.getByRole('button', { name: '保存' }))
  expect(await screen.findByText(NOTICE)).toBeTruthy()
})

test('what an account of somebody else is bound to is seen and freed by those who look after it', async () => {
  stage(<Page />)
  await user.click(await screen.findByRole('button', { name: '账号' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/bureau · 李老师/)).toBeTruthy()
  expect(Object.fromEntries(callsTo('auth-info')[0]?.query ?? [])).toMatchObject({ userId: '7', source: '*' })
  await user.click(dialog.getByRole('button', { name: '解除绑定' }))
  const question = await screen.findByText('确定解除该第三方账号的绑定?')
  await user.click(within(question.closest('.ant-modal') as HTMLElement).getByRole('button', { name: /确\s*定/ }))
  await waitFor(() => expect(callsTo('auth-remove')).toHaveLength(1))
  expect({ ...callsTo('auth-remove')[0]?.body, ...Object.fromEntries(callsTo('auth-remove')[0]?.query ?? []) }).toEqual(
    {
      userId: '7',
      uuid: 'u-7',
      source: 'bureau',
    },
  )
})
