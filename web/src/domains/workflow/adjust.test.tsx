import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../platform/api/error.ts'
import { LeaveAdjust } from './LeaveAdjust.tsx'

const { completed } = vi.hoisted(() => ({ completed: vi.fn() }))
vi.mock('../../platform/api/client.ts', async (original) => ({
  ...(await original<object>()),
  callApi: async (_call: unknown, input: object) => ('taskId' in input ? completed(input) : []),
}))

afterEach(cleanup)

const LEAVE = {
  taskUser: '2',
  taskUserName: '甲',
  startTime: '2026-05-06 08:00:00',
  endTime: '2026-05-07 18:00:00',
  reason: '探亲',
}

test('the field of a changed request for leave shows what the server found wrong with it', async () => {
  completed.mockRejectedValue(new ApiError(400, '参数有误', [{ field: 'taskUser', message: '审批人员不能是本人' }]))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LeaveAdjust place={{ taskId: '1', processInstanceId: '2', businessId: '3' }} leave={LEAVE} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: '重新提交' }))
  const fault = await screen.findByText('审批人员不能是本人')
  expect(fault.closest('.ant-form-item')?.textContent).toContain('审批人员')
  expect(fault.className).toContain('explain-error')
})
