// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, callsTo, grant, place, serve, stage } from '../../platform/_stage.tsx'
import { EntryReview } from './EntryReview.tsx'

const NAMES = ['甲', '乙', '丙']
let waiting: string[]
let decision: () => Answer
let results: () => Answer

const OPINIONS = [{ dictKey: '1', dictValue: '照片不清晰，请重新上传' }]

const entryOf = (teacherName: string) => ({
  id: String(NAMES.indexOf(teacherName) + 1),
  teacherName,
  portfolioType: 12,
  memo: `${teacherName}的说明`,
  ...(teacherName === '乙' && { certImageUrl: '/files/1.jpg,/files/2.jpg' }),
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
    dictionary: ({ query }) => ({ data: query.get('code') === 'review_opinion' ? OPINIONS : [] }),
    audit1: () => decision(),
    audit1Each: () => results(),
  })
})

afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup({ pointerEventsCheck: 0 })
const opinion = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '审核意见' })
const line = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })

async function opened(search = ''): Promise<void> {
  stage(<EntryReview step="audit1" />, search)
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

test('rows picked together are decided each for itself, and those refused are named with the reason', async () => {
  await opened()
  await user.click(screen.getByRole('checkbox', { name: '全选' }))
  results = () => ({
    data: [
      { id: '1', isDone: 1, message: '' },
      { id: '2', isDone: 0, message: '数据已变更，请刷新' },
      { id: '3', isDone: 1, message: '' },
    ],
  })
  waiting = ['乙']
  await user.click(screen.getByRole('button', { name: '批量通过（3）' }))
  await user.click(await screen.findByRole('button', { name: '确定' }))
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain('1 条没有办理')
  expect(note.textContent).toContain('数据已变更，请刷新')
  await screen.findByText('乙的说明')
  expect(callsTo('audit1Each')[0]?.body).toMatchObject({ ids: '1,2,3', pass: 1, seen: { 2: '2026-01-05 08:00:00' } })
})

test('several rows are refused with one reason that is asked for first', async () => {
  await opened()
  await user.click(screen.getByRole('checkbox', { name: '全选' }))
  results = () => ({ data: NAMES.map((_name, at) => ({ id: String(at + 1), isDone: 1, message: '' })) })
  await user.click(screen.getByRole('button', { name: '批量驳回（3）' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: '驳回' }))
  await dialog.findByText('请填写驳回原因')
  expect(callsTo('audit1Each')).toEqual([])
  await user.type(dialog.getByRole('textbox'), '材料不全')
  await user.click(dialog.getByRole('button', { name: '驳回' }))
  await waitFor(() => expect(callsTo('audit1Each')[0]?.body).toMatchObject({ pass: 0, auditOpinion: '材料不全' }))
})

test('an opinion that is written often is picked', async () => {
  await opened()
  await user.click(await screen.findByRole('button', { name: '常用意见' }))
  await user.click(await screen.findByText('照片不清晰，请重新上传'))
  expect(opinion().value).toBe('照片不清晰，请重新上传')
})

test('keys lead through the queue, pass the row in front and go to its reason', async () => {
  await opened()
  line('甲').focus()
  await user.keyboard('j')
  await screen.findByText('乙的说明')
  await user.keyboard('p')
  await waitFor(() => expect(callsTo('audit1')[0]?.body).toMatchObject({ ids: '2', pass: 1 }))
  line('甲').focus()
  await user.keyboard('r')
  expect(document.activeElement).toBe(opinion())
})

test('the pictures of an entry stand below it; one without has no place for them', async () => {
  await opened()
  expect(screen.queryByRole('region', { name: '照片' })).toBeNull()
  await user.click(line('乙'))
  const pictures = within(await screen.findByRole('region', { name: '照片' }))
  expect(pictures.getAllByRole('img').map((one) => one.getAttribute('alt'))).toEqual(['第1张照片', '第2张照片'])
})
