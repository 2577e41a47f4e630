import { Form, Input } from 'antd'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api/error.ts'
import { stage } from '../_stage.tsx'
import { RefusalNote } from '../ui/RefusalNote.tsx'
import { type ActionOptions, useAction } from './use-action.ts'

const work = vi.fn<(id: string) => Promise<string>>()
const read = vi.fn(async () => 'rows')
let options: ActionOptions<[id: string], string> = {}
let hasForm = false

beforeEach(() => {
  options = {}
  hasForm = false
  work.mockReset().mockResolvedValue('answer')
  read.mockClear()
})
afterEach(() => vi.unstubAllGlobals())

function Screen() {
  const [form] = Form.useForm()
  const action = useAction(work, { ...options, ...(hasForm && { form }) })
  useQuery({ queryKey: ['crud', 'pupil', 1], queryFn: read })
  return (
    <Form form={form}>
      <RefusalNote text={action.refusal} />
      <Form.Item name="name">
        <Input aria-label="name" />
      </Form.Item>
      <button type="button" onClick={() => void action.run('7')}>
        {action.isBusy ? `busy ${action.busyWith?.[0] ?? ''}` : 'do'}
      </button>
      <button type="button" onClick={action.reset}>
        reset
      </button>
    </Form>
  )
}

const user = userEvent.setup({ pointerEventsCheck: 0 })
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))

test('it is done once however often it is asked for, and says when it is done', async () => {
  let finish: (answer: string) => void = () => undefined
  work.mockReturnValue(new Promise((resolve) => (finish = resolve)))
  stage(<Screen />)
  await press('do')
  await press('busy 7')
  expect(work).toHaveBeenCalledOnce()
  act(() => finish('answer'))
  expect(await screen.findByText('操作成功')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'do' })).toBeTruthy()
  await press('do')
  expect(work).toHaveBeenCalledTimes(2)
})

test('what it changes is read again, and the screen is told the answer', async () => {
  const onDone = vi.fn()
  options = { changes: [{ name: 'pupil' }], onDone, done: (answer, id) => `${id}: ${answer}` }
  stage(<Screen />)
  await waitFor(() => expect(read).toHaveBeenCalledOnce())
  await press('do')
  expect(await screen.findByText('7: answer')).toBeTruthy()
  expect(onDone).toHaveBeenCalledWith('answer', '7')
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2))
})

test('without a yes nothing happens, with it the work is done', async () => {
  options = { confirm: (id) => ({ text: `确定 ${id}?`, isDanger: true }) }
  stage(<Screen />)
  await press('do')
  await screen.findByText('确定 7?')
  await press('取消')
  expect(work).not.toHaveBeenCalled()
  await waitFor(() => expect(screen.queryByText('确定 7?')).toBeNull())
  await press('do')
  await screen.findByText('确定 7?')
  await press('确定')
  await waitFor(() => expect(work).toHaveBeenCalledWith('7'))
})

test('a refusal is a toast where the screen has no place for it', async () => {
  work.mockRejectedValue(new ApiError(400, '不可以'))
  stage(<Screen />)
  await press('do')
  expect(await screen.findByText('不可以')).toBeTruthy()
  expect(document.querySelector('.xh-refusal')).toBeNull()
  expect(screen.queryByText('操作成功')).toBeNull()
})

test('a refusal in place stays until it is reset', async () => {
  options = { isInline: true }
  work.mockRejectedValue(new ApiError(400, '不可以'))
  stage(<Screen />)
  await press('do')
  expect((await screen.findByRole('alert')).textContent).toBe('不可以')
  await press('reset')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('problems stand at the fields they name; a refusal without a shown field stands above', async () => {
  hasForm = true
  work.mockRejectedValueOnce(new ApiError(400, '姓名重复', [{ field: 'name', message: '姓名重复' }]))
  stage(<Screen />)
  await press('do')
  expect(await screen.findByText('姓名重复')).toBeTruthy()
  expect(screen.queryByText('姓名重复')?.className).toContain('ant-form-item-explain-error')
  work.mockRejectedValueOnce(new ApiError(400, '编号重复', [{ field: 'code', message: '编号重复' }]))
  await press('do')
  expect((await screen.findByRole('alert')).textContent).toContain('编号重复')
})

test('rows somebody else has moved on are read again although the work was refused', async () => {
  options = { changes: [['crud', 'pupil']] }
  work.mockRejectedValueOnce(new ApiError(400, '不可以'))
  stage(<Screen />)
  await waitFor(() => expect(read).toHaveBeenCalledOnce())
  await press('do')
  await screen.findByText('不可以')
  expect(read).toHaveBeenCalledOnce()
  work.mockRejectedValueOnce(new ApiError(409, '当前状态不能提交'))
  await press('do')
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2))
})
