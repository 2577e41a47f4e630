import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useImperativeHandle } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { ModelDesk } from './ModelDesk.tsx'
import type { Modeler } from './Modeler.tsx'

const { answers } = vi.hoisted(() => ({ answers: [] as ((found: object) => void)[] }))
vi.mock('../../platform/api/client.ts', async (original) => ({
  ...(await original<object>()),
  callApi: () => new Promise((resolve) => answers.push(resolve)),
}))
vi.mock('./Modeler.tsx', () => ({
  Modeler({ ref, onChange }: Parameters<typeof Modeler>[0]) {
    useImperativeHandle(ref, () => ({ xml: async () => 'drawing' }))
    return <button onClick={onChange}>draw</button>
  },
}))

afterEach(cleanup)

async function check(): Promise<void> {
  answers.splice(0)
  fireEvent.click(screen.getByRole('button', { name: /检\s?查/ }))
  await expect.poll(() => answers).toHaveLength(1)
}

async function find(): Promise<void> {
  await act(async () => answers[0]?.({ faults: [], warnings: [] }))
}

test('what a check found is shown for the drawing it was begun with, not for a later one', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ModelDesk id="" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await check()
  await find()
  expect(screen.getByText('没有发现问题')).toBeDefined()
  await check()
  fireEvent.click(screen.getByText('draw'))
  await find()
  expect(screen.queryByText('没有发现问题')).toBeNull()
})
