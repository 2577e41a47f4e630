import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { grant, serve, stage } from '../../platform/_stage.tsx'
import { Screens } from '../../platform/crud/layout.ts'
import { resetTabs } from '../../platform/tabs/store.ts'
import { SCREENS } from '../../screens/index.ts'
import { Page } from './teacher-portfolio.page.tsx'

const page = { records: [], total: 0, size: 10, current: 1, pages: 0 }

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  grant(...['view', 'add', 'edit', 'delete'].map((right) => `teacherportfolio_${right}`))
  serve({
    page: () => ({ data: page }),
    list: () => ({ data: page }),
    collected: () => ({ data: [] }),
    teachers: () => ({ data: [] }),
    dictionary: () => ({ data: [] }),
  })
  stage(
    <Screens value={SCREENS}>
      <Page />
    </Screens>,
  )
})
afterEach(() => vi.unstubAllGlobals())

async function kinds(): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: /新增$/ }))
  const head = await screen.findByText('选择档案类别')
  return head.closest('[role=dialog]') as HTMLElement
}

test('a kind of entry says beforehand whether it wants a photo', async () => {
  const dialog = within(await kinds())
  const noteOf = (title: string) => dialog.getByText(title).closest('button')?.querySelector('small')?.textContent
  expect(noteOf('学历')).toBe('需要照片')
  expect(noteOf('任教经历')).toBe('')
})

test('the chosen kind decides what a new entry asks for', async () => {
  const dialog = within(await kinds())
  fireEvent.click(dialog.getByText('学历'))
  const form = await waitFor(() => {
    const found = document.querySelector('[role=dialog] form')
    if (!found) throw new Error('no form yet')
    return found as HTMLElement
  })
  await within(form).findByText('学历')
  expect(within(form).queryByText('学位')).toBeNull()
  expect(screen.queryByText('选择档案类别')).toBeNull()
})
