import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, asked, grant, serve, stage } from '../../platform/_stage.tsx'
import { Chats } from './Chats.tsx'

const page = (records: unknown[]): Answer => ({
  data: { records, total: records.length, size: 100, current: 1, pages: 1 },
})
const chat = (openid: string, values: object = {}) => ({
  openid,
  nickname: `昵称${openid}`,
  remark: '',
  lastTime: '2026-03-01 08:00:00',
  preview: '你好',
  isWaiting: 0,
  canReply: 1,
  ...values,
})
const message = (id: string, inOut: number, detail: string) => ({
  id,
  inOut,
  detail: { content: detail },
  msgType: 'text',
  msgTime: '2026-03-01 08:00:00',
})

let chats: () => Answer
let messages: () => Answer
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn()
  grant('wxmsg_reply')
  chats = () =>
    page([chat('a', { remark: '李家长', isWaiting: 1 }), chat('b', { preview: null }), chat('c', { nickname: '' })])
  messages = () => page([message('2', 1, '收到'), message('1', 0, '请假')])
  const answer = (path: string): Answer =>
    /chat/i.test(path) ? chats() : /reply/i.test(path) ? { data: true } : messages()
  serve(
    new Proxy(
      {},
      {
        get:
          () =>
          ({ path }: { path: string }) =>
            answer(path),
      },
    ),
  )
  stage(<Chats />)
})
afterEach(() => vi.unstubAllGlobals())

const posts = () => asked.filter(({ method }) => method === 'POST')
const list = () => within(screen.getByRole('list', { name: '会话' })).getAllByRole('button')
const open = async (name: RegExp) => {
  await screen.findByRole('list', { name: '会话' })
  fireEvent.click(screen.getByRole('button', { name }))
}
const box = () => screen.getByLabelText<HTMLTextAreaElement>('回复内容')
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: '发送' })

test('chats are called by their remark, their nickname or their key, and who waits has a dot', async () => {
  await screen.findByRole('list', { name: '会话' })
  expect(list().map((one) => one.querySelector('b')?.textContent)).toEqual(['李家长', '昵称b', 'c'])
  expect(list().map((one) => one.querySelector('.ant-badge-dot') !== null)).toEqual([true, false, false])
  expect(list().map((one) => one.querySelector(':scope > span')?.textContent)).toEqual(['你好', '—', '你好'])
  expect(screen.getByText('选择一个会话')).toBeTruthy()
})

test('a picked chat shows what was said, the oldest first, and is left again', async () => {
  await open(/李家长/)
  await screen.findByText('请假')
  const said = [...document.querySelectorAll('.mp-chat-messages li:not([aria-hidden])')]
  expect(said.map((one) => [one.querySelector('span')?.textContent, one.className])).toEqual([
    ['请假', ''],
    ['收到', 'is-out'],
  ])
  expect(list().map((one) => [one.className, one.getAttribute('aria-pressed')])).toEqual([
    ['is-picked', 'true'],
    ['', 'false'],
    ['', 'false'],
  ])
  expect(document.querySelector('.mp-chats')?.className).toBe('mp-chats is-open')
  expect(Element.prototype.scrollIntoView).toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: '返回' }))
  expect(document.querySelector('.mp-chats')?.className).toBe('mp-chats')
})

test('an answer goes out by its button, then its box is empty; blanks are none', async () => {
  await open(/李家长/)
  await screen.findByText('请假')
  expect(send().disabled).toBe(true)
  fireEvent.change(box(), { target: { value: '  ' } })
  expect(send().disabled).toBe(true)
  fireEvent.submit(box().closest('form') as HTMLElement)
  fireEvent.change(box(), { target: { value: '好的' } })
  expect(send().disabled).toBe(false)
  fireEvent.submit(box().closest('form') as HTMLElement)
  await waitFor(() => expect(box().value).toBe(''))
  expect(posts().map(({ body }) => body)).toEqual([{ openid: 'a', replyType: 'text', replyContent: '好的' }])
})

test('Enter sends, but not with Shift, nor while a word is put together', async () => {
  await open(/李家长/)
  await screen.findByText('请假')
  fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13 })
  fireEvent.change(box(), { target: { value: '好的' } })
  fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13, shiftKey: true })
  fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13, isComposing: true })
  expect(posts()).toEqual([])
  fireEvent.keyDown(box(), { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(posts()).toHaveLength(1))
})

test('who cannot be answered any more has no box, and without the right there is none', async () => {
  chats = () => page([chat('a', { canReply: 0 })])
  stage(<Chats />)
  await open(/昵称a/)
  expect(await screen.findByText(/不能回复/)).toBeTruthy()
  expect(screen.queryByLabelText('回复内容')).toBeNull()
  grant()
  stage(<Chats />)
  await open(/昵称a/)
  await screen.findByText('请假')
  expect(screen.queryByText(/不能回复/)).toBeNull()
})

test('chats, and what was said, that cannot be read are read again on demand', async () => {
  chats = () => ({ code: 500, msg: '没有会话' })
  messages = () => ({ code: 500, msg: '没有往来' })
  stage(<Chats />)
  await screen.findByText('没有会话')
  chats = () => page([chat('a')])
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await open(/昵称a/)
  await screen.findByText('没有往来')
  messages = () => page([message('1', 0, '请假')])
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('请假')).toBeTruthy()
})

test('without a chat it says where they come from', async () => {
  chats = () => page([])
  stage(<Chats />)
  expect(await screen.findByText('还没有消息')).toBeTruthy()
})
