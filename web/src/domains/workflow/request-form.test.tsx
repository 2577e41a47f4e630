import type { FormField, FormKind } from '@xueheng/contract/domains/workflow/form.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Verdict } from './Verdict.tsx'

const { sent } = vi.hoisted(() => ({ sent: [] as Record<string, unknown>[] }))
vi.mock('../../platform/api/client.ts', async (original) => ({
  ...(await original<object>()),
  callApi: async (_call: unknown, input: Record<string, unknown>) => sent.push(input),
}))

/** A form is checked field by field, which takes its time on a busy machine. */
const PLACE = { taskId: '1', processInstanceId: '2', businessId: '3' }
const field = (name: string, kind: FormKind): FormField => ({
  id: name,
  name,
  kind,
  isRequired: true,
  access: 'write',
  options: [],
})

beforeEach(() => {
  sent.splice(0)
})
afterEach(cleanup)

function show(fields: FormField[]): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Verdict place={PLACE} fields={fields} />
    </QueryClientProvider>,
  )
}

function comment(): void {
  fireEvent.change(screen.getByLabelText('批复意见'), { target: { value: '已阅' } })
}

test('an agreement waits for the fields of the step and carries them', async () => {
  show([field('经费来源', 'string'), field('人数', 'long')])
  comment()
  fireEvent.click(screen.getByRole('button', { name: /同\s?意/ }))
  expect(await screen.findByText('请输入经费来源')).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.change(screen.getByLabelText('经费来源'), { target: { value: '公用经费' } })
  fireEvent.change(screen.getByLabelText('人数'), { target: { value: '12' } })
  fireEvent.click(screen.getByRole('button', { name: /同\s?意/ }))
  await expect
    .poll(() => sent)
    .toMatchObject([{ ...PLACE, flag: 'ok', comment: '已阅', variables: { 经费来源: '公用经费' } }])
})

test('a refusal asks for words alone', async () => {
  show([field('经费来源', 'string')])
  fireEvent.click(screen.getByRole('button', { name: /驳\s?回/ }))
  expect(await screen.findByText('请先填写批复意见')).toBeDefined()
  comment()
  fireEvent.click(screen.getByRole('button', { name: /驳\s?回/ }))
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]).not.toHaveProperty('flag')
})
