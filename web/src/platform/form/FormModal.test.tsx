import { Form, Input } from 'antd'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { grant, stage } from '../_stage.tsx'
import { FormModal } from './FormModal.tsx'

const QUESTION = '填写的内容还没有保存，确定关闭?'
const onClose = vi.fn()
const user = userEvent.setup({ pointerEventsCheck: 0 })

function Dialog({ isBusy = false, hasUnsaved }: { isBusy?: boolean; hasUnsaved?: boolean }) {
  const [form] = Form.useForm<{ name: string }>()
  return (
    <FormModal
      title="一个表单"
      form={form}
      initial={{}}
      okText="保存"
      isBusy={isBusy}
      {...(hasUnsaved !== undefined && { hasUnsaved })}
      onSubmit={() => undefined}
      onClose={onClose}
    >
      <Form.Item name="name" label="名称">
        <Input />
      </Form.Item>
    </FormModal>
  )
}

const leave = () => user.click(screen.getByRole('button', { name: '取消' }))

beforeEach(() => {
  onClose.mockReset()
  grant()
})

test('a form in which nothing was typed closes at once', async () => {
  stage(<Dialog />)
  await screen.findByLabelText('名称')
  await leave()
  expect(onClose).toHaveBeenCalledOnce()
})

test('what was typed is given up only after a yes', async () => {
  stage(<Dialog />)
  await user.type(await screen.findByLabelText('名称'), '甲')
  await leave()
  await screen.findByText(QUESTION)
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: /确\s*定/ }))
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
})

test('a form that knows itself what is unsaved decides whether it asks', async () => {
  stage(<Dialog hasUnsaved={false} />)
  await user.type(await screen.findByLabelText('名称'), '甲')
  await leave()
  expect(onClose).toHaveBeenCalledOnce()
})

test('while it is sent a form stays open', async () => {
  stage(<Dialog isBusy />)
  await screen.findByLabelText('名称')
  await leave()
  expect([onClose.mock.calls.length, screen.queryByText(QUESTION)]).toEqual([0, null])
})
