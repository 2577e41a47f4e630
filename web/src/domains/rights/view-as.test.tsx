import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asked, callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { updateSession, useSession } from '../../platform/session/store.ts'
import { ViewBanner } from '../../shell/layout/ViewBanner.tsx'
import { startViewing, stopViewing } from './view-as.ts'

const ADMIN = { userId: '1', account: 'admin', name: '管理员', avatar: '/a.png', roleName: '管理员', deptName: '局' }
const MINUTE_MS = 60_000

let led: string[]
beforeEach(() => {
  localStorage.clear()
  led = []
  vi.spyOn(window.location, 'assign').mockImplementation((path) => void led.push(String(path)))
  grant()
  updateSession({ user: ADMIN, refreshToken: 'again', viewing: null })
  serve({
    start: () => ({ data: { token: 'seen', seconds: 1800, account: 'li', name: '李老师' } }),
    end: () => ({ data: true }),
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  updateSession({ viewing: null })
})

test('a view starts with the token and the name of the other, and puts the own session aside', async () => {
  const before = Date.now()
  await startViewing('9')
  expect(asked.map(({ query, body }) => query.get('userId') ?? body['userId'])).toEqual(['9'])
  const { token, refreshToken, user, viewing } = useSession.getState()
  expect([token, refreshToken]).toEqual(['seen', ''])
  expect(user).toEqual({ ...ADMIN, userId: '9', account: 'li', name: '李老师', avatar: '', roleName: '', deptName: '' })
  expect(viewing?.own).toMatchObject({ token: 'token', refreshToken: 'again', user: ADMIN })
  expect(Math.round(((viewing?.until ?? 0) - before) / MINUTE_MS)).toBe(30)
  expect(led).toEqual(['/'])
})

test('a view within a view, or without a user, changes nothing', async () => {
  await startViewing('9')
  const held = useSession.getState().viewing
  await startViewing('8')
  expect([useSession.getState().viewing, useSession.getState().user?.userId, led]).toEqual([held, '9', ['/']])
  updateSession({ viewing: null, user: null })
  await startViewing('8')
  expect([useSession.getState().viewing, led]).toEqual([null, ['/']])
})

test('a refused view leaves the own session', async () => {
  serve({ start: () => ({ code: 403, msg: '没有权限' }) })
  await expect(startViewing('9')).rejects.toThrow('没有权限')
  expect([useSession.getState().token, useSession.getState().viewing, led]).toEqual(['token', null, []])
})

test('the end takes the own session up again, also when the server refuses', async () => {
  await startViewing('9')
  serve({ end: () => ({ code: 500, msg: '坏了' }) })
  await expect(stopViewing()).rejects.toThrow('坏了')
  expect(useSession.getState()).toMatchObject({ token: 'token', refreshToken: 'again', user: ADMIN, viewing: null })
  expect(led).toEqual(['/', '/'])
  serve({ end: () => ({ data: true }) })
  await stopViewing()
  expect(led).toEqual(['/', '/'])
})

const view = (leftMs: number) =>
  updateSession({
    user: { ...ADMIN, name: '李老师' },
    viewing: { until: Date.now() + leftMs, own: { token: 'own', refreshToken: '', tokenTime: 0, user: ADMIN } },
  })

test('the banner names who is seen and for how long, and leads back', async () => {
  stage(<ViewBanner />)
  expect(screen.queryByRole('status')).toBeNull()
  view(4.5 * MINUTE_MS)
  stage(<ViewBanner />)
  expect(screen.getByRole('status').textContent).toContain('正在以「李老师」的身份查看只读，5 分钟后自动结束')
  fireEvent.click(screen.getByRole('button', { name: '返回我的账号' }))
  await waitFor(() => expect(useSession.getState().token).toBe('own'))
  expect(callsTo('end')).toHaveLength(1)
})

test('a view whose time is up ends by itself, once', async () => {
  view(-1)
  stage(<ViewBanner />)
  await waitFor(() => expect(useSession.getState().token).toBe('own'))
  expect(callsTo('end')).toHaveLength(1)
  expect(screen.queryByRole('status')).toBeNull()
})
