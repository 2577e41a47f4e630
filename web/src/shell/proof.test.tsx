// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { callsTo, serve, stage } from '../platform/_stage.tsx'
import { proveIdentity } from '../platform/api/step-up.ts'
import { ProofDialog } from './ProofDialog.tsx'

afterEach(() => vi.unstubAllGlobals())
const user = userEvent.setup({ pointerEventsCheck: 0 })

function open(hasFactor: 0 | 1 = 0): Promise<boolean> {
  serve({
    status: () => ({ data: { isOn: hasFactor } }),
    confirm: ({ query, body }) =>
      (body['code'] ?? query.get('code')) === '111111' ? { data: {} } : { code: 400, msg: '密码错误，请重新输入' },
  })
  stage(<ProofDialog />)
  return proveIdentity()
}

test('a wrong password is refused in the dialog, which stays and is emptied', async () => {
  const proven = open()
  const box = () => screen.findByLabelText<HTMLInputElement>('密码')
  await user.type(await box(), 'wrong')
  await user.click(screen.getByRole('button', { name: /确\s*定/ }))
  expect(await screen.findByText('密码错误，请重新输入')).toBeTruthy()
  expect((await box()).value).toBe('')
  expect(callsTo('confirm')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: /取\s*消|Cancel/ }))
  expect(await proven).toBe(false)
})

test('a code of the second factor proves it as well, and the dialog is gone', async () => {
  const proven = open(1)
  await user.click(await screen.findByText('动态验证码'))
  await user.type(await screen.findByRole('textbox', { name: '动态验证码' }), '111111')
  await user.click(screen.getByRole('button', { name: /确\s*定/ }))
  expect(await proven).toBe(true)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a dialog that goes with its page is answered no, and the next one opens', async () => {
  const proven = open()
  await screen.findByLabelText('密码')
  cleanup()
  expect(await proven).toBe(false)
  void open()
  expect(await screen.findByLabelText('密码')).toBeTruthy()
})

test('nothing typed is asked for, and nothing sent', async () => {
  void open()
  await user.click(await screen.findByRole('button', { name: /确\s*定/ }))
  expect(await screen.findByText('请输入密码')).toBeTruthy()
  expect(callsTo('confirm')).toEqual([])
})
