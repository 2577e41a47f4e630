// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { callsTo, serve, stage } from '../../platform/_stage.tsx'
import { WorkDialog } from './WorkDialog.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a refusal is told and keeps what is typed; closing asks before it is lost', async () => {
  const work = { id: '1', title: '秋夜', auditStatus: 0, score: null, updateTime: '2026-01-05 08:00:00' }
  serve({ detail: () => ({ data: work }), update: () => ({ code: 400, msg: '请填写驳回原因' }) })
  const onClose = vi.fn()
  stage(<WorkDialog id="1" onClose={onClose} />)
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  const award = await screen.findByRole<HTMLInputElement>('textbox', { name: '奖项' })
  await user.type(award, '一等奖')
  await user.click(screen.getByRole('button', { name: '驳回' }))
  await screen.findByText('请填写驳回原因')
  const sent = { id: '1', updateTime: work.updateTime, awardName: '一等奖', auditStatus: 2 }
  expect(callsTo('update')[0]?.body).toMatchObject(sent)
  expect(award.value).toBe('一等奖')
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await screen.findByText('填写的内容还没有保存，确定关闭?')
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})
