import { defineCall } from '@xueheng/contract/kit/call.ts'
import { integer, paragraph, text } from '@xueheng/contract/kit/field.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../_stage.tsx'
import { CallDialog } from './CallDialog.tsx'

const adjust = defineCall('points.adjust', {
  method: 'POST',
  path: '/api/test/points/adjust',
  title: '调整积分',
  access: 'signedIn',
  input: {
    parentId: text('家长', { required: true }),
    point: integer('积分', { required: true, min: -100, max: 100, help: '正数增加，负数扣减' }),
    description: paragraph('原因', { required: true, length: 200 }),
    remark: text('备注'),
  },
})

const onClose = vi.fn()
const user = userEvent.setup({ pointerEventsCheck: 0 })

beforeEach(() => {
  onClose.mockReset()
  grant()
  serve({ adjust: () => ({ data: null }) })
})
afterEach(() => vi.unstubAllGlobals())

async function open(): Promise<void> {
  stage(<CallDialog call={adjust} given={{ parentId: '7' }} onClose={onClose} />)
  await screen.findByRole('dialog', { name: '调整积分' })
}

async function fill(point: string, reason: string): Promise<void> {
  // What stands in for the control takes text too, but not all of it where the control comes midway.
  await user.type(await screen.findByRole('spinbutton', { name: '积分' }), point)
  await user.type(screen.getByLabelText('原因'), reason)
}

const send = () => user.click(screen.getByRole('button', { name: '确定' }))

test('labels, hints and bounds are those the call declares; what is given is not asked for', async () => {
  await open()
  expect(screen.queryByLabelText('家长')).toBeNull()
  expect(screen.getByText('正数增加，负数扣减')).toBeTruthy()
  await fill('101', '多给')
  await send()
  expect(await screen.findByText('积分不能大于100')).toBeTruthy()
  expect(callsTo('adjust')).toHaveLength(0)
})

test('what was typed is sent with what is given, without blanks, and the dialog closes', async () => {
  await open()
  await fill('5', '家长会')
  await send()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(callsTo('adjust')[0]?.body).toEqual({ parentId: '7', point: 5, description: '家长会' })
  expect(screen.getByText('操作成功')).toBeTruthy()
})

test('a refusal stands at its field and everything typed stays', async () => {
  serve({ adjust: () => ({ code: 400, msg: '积分不足', problems: [{ field: 'point', message: '积分不足' }] }) })
  await open()
  await fill('-5', '扣减')
  await send()
  expect(await screen.findByText('积分不足')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  expect((screen.getByLabelText('原因') as HTMLTextAreaElement).value).toBe('扣减')
})

test('closing what was typed into asks first', async () => {
  await open()
  await user.click(screen.getByRole('button', { name: '取消' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  await fill('5', '家长会')
  await user.click(screen.getByRole('button', { name: '取消' }))
  expect(await screen.findByText('填写的内容还没有保存，确定关闭?')).toBeTruthy()
  expect(onClose).toHaveBeenCalledOnce()
})
