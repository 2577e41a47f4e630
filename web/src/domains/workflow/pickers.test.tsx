import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactElement, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../platform/api/error.ts'
import { ChoicePicker } from './ChoicePicker.tsx'
import { GroupPicker } from './GroupPicker.tsx'

interface Asked {
  kind: string
  keyword: string
  keys: string
}

const { answer } = vi.hoisted(() => ({ answer: vi.fn() }))
vi.mock('../../platform/api/client.ts', async (original) => ({
  ...(await original<object>()),
  callApi: async (_call: unknown, input: Asked) => answer(input),
}))

const HR = { value: 'hr', label: '人事' }
const HEAD = { value: 'head', label: '校长' }
const never = () => new Promise(() => {})

beforeEach(() => {
  answer.mockReset()
})
afterEach(cleanup)

function show(picker: ReactElement): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(<QueryClientProvider client={client}>{picker}</QueryClientProvider>)
}

/** A picker, and a button that leads to a step with somebody else. */
function Steps() {
  const [value, setValue] = useState('1')
  return (
    <>
      <ChoicePicker kind="people" value={[value]} onChange={vi.fn()} />
      <button onClick={() => setValue('2')}>next</button>
    </>
  )
}

test('groups picked and offered stay, and the picker stays open to typing, while others are looked for', async () => {
  answer.mockImplementation(({ kind, keyword }: Asked) => (keyword ? never() : kind === 'role' ? [HR, HEAD] : []))
  show(<GroupPicker id="groups" value={['hr']} onChange={vi.fn()} />)
  await screen.findByText('人事')
  const box = screen.getByRole<HTMLInputElement>('combobox')
  fireEvent.change(box, { target: { value: '校' } })
  await expect.poll(() => answer).toHaveBeenCalledWith({ kind: 'role', keyword: '校', keys: 'hr' })
  expect(screen.getAllByText('人事').length).toBeGreaterThan(0)
  expect(screen.getByText('校长')).toBeDefined()
  expect(box.disabled).toBe(false)
})

test('groups that cannot be loaded are tried again', async () => {
  answer.mockRejectedValue(new ApiError(500, '系统繁忙'))
  show(<GroupPicker id="groups" value={['hr']} onChange={vi.fn()} />)
  expect(await screen.findByText('加载失败')).toBeDefined()
  fireEvent.mouseDown(screen.getByRole('combobox'))
  answer.mockImplementation(({ kind }: Asked) => (kind === 'role' ? [HR] : []))
  fireEvent.click(await screen.findByRole('button', { name: /重\s?试/ }))
  expect((await screen.findAllByText('人事')).length).toBeGreaterThan(0)
})

test('whom the next step names is being loaded, not gone, until the names are there', async () => {
  answer.mockImplementation(({ keys }: Asked) => (keys === '1' ? [{ value: '1', label: '甲' }] : never()))
  show(<Steps />)
  expect(await screen.findByText('甲')).toBeDefined()
  fireEvent.click(screen.getByText('next'))
  expect(await screen.findByText('加载中')).toBeDefined()
})

test('whom nobody knows any more is told to be gone', async () => {
  answer.mockResolvedValue([])
  show(<ChoicePicker kind="people" value={['1']} onChange={vi.fn()} />)
  expect(await screen.findByText('不存在，请重新选择')).toBeDefined()
})
