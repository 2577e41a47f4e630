// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { grant, serve, stage } from '../../platform/_stage.tsx'
import { UnitResults } from './UnitResults.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a typed value can be taken away, outlives a computation, and is kept as nothing', async () => {
  grant('examinfo_view', 'exammodel_compute')
  serve({ listall: () => ({ data: [{ id: '7', examName: '一模', examStatus: 7 }] }) })
  const compute = vi.fn(() => Promise.resolve())
  const keep = vi.fn(() => Promise.resolve())
  const line = { unitCode: 's1', unitName: '一中', areaName: null, rank: 1, n: 10, shown: 5, source: '' }
  const load = () => Promise.resolve([line])
  const props = { name: '满意度', code: 'i1', decimals: 2, valueTitle: '指标值', onClose: vi.fn() }
  stage(<UnitResults {...props} {...{ load, compute, keep }} />)
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  const input = await screen.findByRole<HTMLInputElement>('spinbutton', { name: '一中 指标值' })
  expect(input.value).toBe('5')
  await user.clear(input)
  expect(input.value).toBe('')
  await user.click(screen.getByRole('button', { name: '计算' }))
  await waitFor(() => expect(compute).toHaveBeenCalledWith('7'))
  await user.click(await screen.findByRole('button', { name: '保存录入' }))
  await waitFor(() => expect(keep).toHaveBeenCalledWith('7', [{ unitCode: 's1', value: null }]))
  await waitFor(() => expect(input.value).toBe('5'))
})
