// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { grant, serve, stage } from '../../platform/_stage.tsx'
import { setClock, useClock } from '../../platform/i18n/clock.ts'
import { readJobs } from '../../platform/jobs/jobs.ts'
import { updateSession } from '../../platform/session/store.ts'
import { Home } from './Home.tsx'

const NOTICE = { id: '3', title: '期末安排', releaseTime: '2026-11-20 08:00:00', content: '', isRead: 0 }
const AUDIT = { review: 'a', step: 'b', title: '档案一审', link: '/portfolio/audit1', count: 12 }
const JOB = {
  id: '9',
  kind: 'backup',
  title: '备份',
  state: 'done',
  done: 1,
  total: 1,
  createTime: '2026-11-20 08:00:00',
}
/** A stream on which nothing comes. */
class Silent {
  addEventListener(): void {}
  close(): void {}
}
const OF_MACHINE = useClock.getState().zone

beforeEach(() => {
  localStorage.clear()
  grant()
  updateSession({ user: { userId: '1', account: 'a', name: '王主任', avatar: '', roleName: '', deptName: '' } })
  vi.stubGlobal('EventSource', Silent)
  serve({
    top: () => ({ data: { records: [NOTICE], total: 1, size: 5, current: 1, pages: 1 } }),
    unread: () => ({ data: { unread: 1 } }),
    pending: () => ({ data: [AUDIT] }),
    list: () => ({ data: { records: [JOB], total: 1, size: 50, current: 1, pages: 1 } }),
  })
})
afterEach(() => {
  setClock(OF_MACHINE)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const Exams = () => <p>一模成绩</p>

test('shows what was announced, what waits to be judged, what the machine did, and what the domains say of exams', async () => {
  await readJobs()
  stage(<Home desks={[Exams]} />)
  const notices = within(screen.getByRole('region', { name: '通知公告' }))
  expect(await notices.findByText('期末安排')).toBeTruthy()
  expect(await notices.findByText('1条未读')).toBeTruthy()
  expect(await screen.findByRole('link', { name: /档案一审/ })).toBeTruthy()
  expect(within(screen.getByRole('region', { name: '最近任务' })).getByText('备份')).toBeTruthy()
  expect(screen.getByText('一模成绩')).toBeTruthy()
})

test.each([
  ['Asia/Shanghai', '夜深了', '2026年11月21日'],
  ['America/New_York', '下午好', '2026年11月20日'],
])('greets by the clock of the bureau: %s', (zone, hello, day) => {
  vi.useFakeTimers({ now: new Date('2026-11-20T20:30:05Z'), toFake: ['Date'] })
  setClock(zone)
  stage(<Home desks={[]} />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`${hello}，王主任`)
  expect(screen.getByText(new RegExp(day))).toBeTruthy()
})
