import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, place, serve, stage } from '../../platform/_stage.tsx'
import { updateSession, useSession } from '../../platform/session/store.ts'
import { LockDialog } from './LockDialog.tsx'
import { LockPage } from './LockPage.tsx'
import { lockWith, unlock, useLock } from './lock.ts'

const USER = { userId: '1', account: 'li', name: '李老师', avatar: '', roleName: '', deptName: '' }

beforeEach(() => {
  grant()
  updateSession({ user: USER })
  serve({ logout: () => ({ data: true }) })
})
afterEach(async () => {
  await unlock('1234')
  vi.unstubAllGlobals()
})

const box = () => screen.getByLabelText<HTMLInputElement>('锁屏密码')
const fault = () => screen.getByRole('alert').textContent
const type = (value: string) => fireEvent.change(box(), { target: { value } })

async function showCurtain(search = ''): Promise<void> {
  await lockWith('1234')
  await waitFor(() => expect(useLock.getState().isLocked).toBe(true))
  stage(<LockPage />, search)
}

test('the curtain names who locked, and stays down for an empty or a wrong password', async () => {
  await showCurtain()
  expect(screen.getByRole('heading').textContent).toBe('李老师')
  expect([document.activeElement, fault()]).toEqual([box(), ''])
  fireEvent.click(screen.getByRole('button', { name: '解锁' }))
  expect(fault()).toBe('锁屏密码不能为空')
  type('4321')
  expect(fault()).toBe('')
  fireEvent.click(screen.getByRole('button', { name: '解锁' }))
  await waitFor(() => expect(fault()).toBe('锁屏密码不正确'))
  expect(useLock.getState().isLocked).toBe(true)
})

test('the right password lifts the curtain and leads back', async () => {
  await showCurtain('?back=%2Fscreen%3Fa%3D1')
  type('1234')
  fireEvent.submit(box())
  await waitFor(() => expect(useLock.getState().isLocked).toBe(false))
  await waitFor(() => expect(screen.queryByLabelText('锁屏密码')).toBeNull())
  await waitFor(() => expect(place.search).toBe('?a=1'))
})

test('who forgot the password leaves, and the session ends though the server does not answer', async () => {
  serve({ logout: () => ({ code: 500, msg: '坏了' }) })
  await showCurtain()
  fireEvent.click(screen.getByRole('button', { name: '退出登录' }))
  await waitFor(() => expect(useSession.getState().token).toBe(''))
  expect(callsTo('logout')).toHaveLength(1)
  expect(useLock.getState().isLocked).toBe(false)
})

test('a curtain needs a password; with one it comes down once the dialog is gone', async () => {
  const onClose = vi.fn()
  stage(<LockDialog onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: /确定|OK/ }))
  expect(await screen.findByText('锁屏密码不能为空')).toBeTruthy()
  expect([onClose.mock.calls, useLock.getState().secret]).toEqual([[], ''])
  type('1234')
  fireEvent.click(screen.getByRole('button', { name: /确定|OK/ }))
  await waitFor(() => expect(useLock.getState().isLocked).toBe(true))
  expect(onClose).toHaveBeenCalledOnce()
  expect(await unlock('1234')).toBe(true)
})
