import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, asked, grant, serve, stage } from '../../platform/_stage.tsx'
import { resetTabs, useTabs } from '../../platform/tabs/store.ts'
import { setNavigator } from '../../platform/tabs/tab.ts'
import { Page } from './general-form.page.tsx'

vi.mock('./Drawing.tsx', () => ({ Drawing: () => <svg /> }))

const REASON = { id: 'reason', name: '事由', kind: 'string', isRequired: true, access: 'write', options: [] }
const FORM = { name: '用车申请', description: '提前一天提交', fields: [REASON] }

let form: () => Answer
let opened: string[]
beforeEach(() => {
  localStorage.clear()
  resetTabs()
  grant()
  opened = []
  setNavigator((path) => opened.push(path))
  form = () => ({ data: FORM })
  serve(
    new Proxy<Record<string, () => Answer>>(
      {},
      { get: (_none, segment: string) => () => (/form/i.test(segment) ? form() : { data: { xml: '', flow: [] } }) },
    ),
  )
  stage(<Page rest={['d1']} />)
})
afterEach(() => vi.unstubAllGlobals())

const posts = () => asked.filter(({ method }) => method === 'POST')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const isDirty = () => useTabs.getState().dirty.has('/screen')

test('a process starts with what its form asks for, and leads to what was sent', async () => {
  await screen.findByText('用车申请')
  press('发起流程')
  expect(await screen.findByText(/请输入事由/)).toBeTruthy()
  expect([posts(), isDirty()]).toEqual([[], false])
  fireEvent.change(screen.getByLabelText('事由'), { target: { value: '下乡' } })
  await waitFor(() => expect(isDirty()).toBe(true))
  press('发起流程')
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]?.body).toEqual({ processDefinitionId: 'd1', values: { reason: '下乡' } })
  await waitFor(() => expect(opened).toEqual(['/work/send']))
  expect(isDirty()).toBe(false)
})

test('who does not want to start it goes back to the others', async () => {
  await screen.findByText('用车申请')
  press('返回')
  expect(opened).toEqual(['/work/start'])
})

test('a form that cannot be read is read again on demand', async () => {
  form = () => ({ code: 500, msg: '坏了' })
  stage(<Page rest={['d2']} />)
  await screen.findByText('坏了')
  form = () => ({ data: FORM })
  press('重试')
  expect(await screen.findByText('提前一天提交')).toBeTruthy()
})
