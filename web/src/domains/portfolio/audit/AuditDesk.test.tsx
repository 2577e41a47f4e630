// @vitest-environment happy-dom
import { audit1, audit1List } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, callsTo, grant, place, serve, stage } from '../../../platform/crud/_stage.tsx'
import { AuditDesk } from './AuditDesk.tsx'

const NAMES = ['甲', '乙', '丙']
let waiting: string[]
let decision: () => Answer

const entryOf = (teacherName: string) => ({
  id: String(NAMES.indexOf(teacherName) + 1),
  teacherName,
  portfolioType: 12,
  memo: `${teacherName}的说明`,
  auditStatus: 1,
  updateTime: '2026-01-05 08:00:00',
})

beforeEach(() => {
  waiting = [...NAMES]
  decision = () => ({ data: true })
  grant('teacherportfolio_audit1')
  serve({
    getAudit1List: ({ query }) => {
      const current = Number(query.get('current'))
      const records = current > 1 ? [] : waiting.map(entryOf)
      return { data: { records, total: waiting.length, size: 20, current, pages: 1 } }
    },
    history: () => ({ data: [] }),
    dictionary: () => ({ data: [] }),
    audit1: () => decision(),
  })
})

afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup({ pointerEventsCheck: 0 })
const opinion = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '审核意见' })
const line = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })

async function opened(search = ''): Promise<void> {
  stage(<AuditDesk title="档案一审" list={audit1List} decide={audit1} waiting="waitSchool" />, search)
  await screen.findByText('甲的说明')
}

test('what is written about an entry is said about no other', async () => {
  await opened()
  await user.type(opinion(), '照片不清')
  await user.click(line('乙'))
  expect(opinion().value).toBe('')
  await user.click(line('甲'))
  expect(opinion().value).toBe('照片不清')
  decision = () => ({ code: 409, msg: '数据已变更，请刷新' })
  waiting = ['乙', '丙']
  await user.click(screen.getByRole('button', { name: '驳回' }))
  await screen.findByText('乙的说明')
  expect(opinion().value).toBe('')
  expect(callsTo('audit1')[0]?.body).toMatchObject({ ids: '1', pass: 0, auditOpinion: '照片不清' })
})

test('what has left the queue is not picked any more', async () => {
  await opened()
  await user.click(screen.getByRole('checkbox', { name: '全选' }))
  expect(screen.getByRole('button', { name: '批量通过（3）' })).toBeTruthy()
  waiting = ['乙', '丙']
  await user.click(screen.getByRole('button', { name: '通过审核' }))
  await screen.findByRole('button', { name: '批量通过（2）' })
})

test('a page that has become empty leads to the last one; finished entries are not picked', async () => {
  await opened('?current=2')
  await waitFor(() => expect(place.search).toBe('?current=1'))
  expect(screen.getByRole('checkbox', { name: '全选' })).toBeTruthy()
  await opened('?auditStatus=5')
  expect(screen.queryByRole('checkbox')).toBeNull()
})
