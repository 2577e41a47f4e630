import { json } from '@xueheng/contract/kit/field.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FilesInput } from './FilesInput.tsx'

const { upload, warning } = vi.hoisted(() => ({ upload: vi.fn(), warning: vi.fn() }))
vi.mock('../../platform/api/client.ts', async (original) => ({ ...(await original<object>()), upload }))
vi.mock('../../platform/ui/message.ts', async (original) => ({
  ...(await original<object>()),
  message: { warning },
}))

beforeEach(() => {
  upload.mockReset()
})
afterEach(cleanup)

function show(count: number): void {
  const value = Array.from({ length: count }, (_, at) => ({ id: `${at}`, name: `${at}.pdf` }))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FilesInput id="files" field={json('附件')} value={value} onChange={vi.fn()} />
    </QueryClientProvider>,
  )
}

function choose(...names: string[]): void {
  const picker = document.querySelector('input')
  if (picker) fireEvent.change(picker, { target: { files: names.map((name) => new File(['a'], name)) } })
}

test('attachments beyond the most are not sent, which is said', async () => {
  show(9)
  choose('a.pdf', 'b.pdf')
  await expect.poll(() => upload.mock.lastCall?.[2]).toMatchObject([{ name: 'a.pdf' }])
  expect(warning).toHaveBeenCalledExactlyOnceWith('最多上传10个附件，其余未上传')
})

test('while an attachment is on its way, none is removed', async () => {
  upload.mockReturnValue(new Promise(() => {}))
  show(1)
  choose('a.pdf')
  const remove = screen.getByRole<HTMLButtonElement>('button', { name: '移除0.pdf' })
  await expect.poll(() => remove.disabled).toBe(true)
})
