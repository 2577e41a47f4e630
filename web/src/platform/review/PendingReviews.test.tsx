// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../_stage.tsx'
import { PendingReviews } from './PendingReviews.tsx'

afterEach(() => vi.unstubAllGlobals())

test('each queue in which something waits is a way there with its number', async () => {
  grant()
  const line = { review: 'a', step: 'b', title: '档案一审', link: '/portfolio/audit1', count: 12 }
  serve({ pending: () => ({ data: [line] }) })
  stage(<PendingReviews />)
  const way = await screen.findByRole('link', { name: /档案一审/ })
  expect(way.getAttribute('href')).toBe('/portfolio/audit1')
  expect(way.textContent).toContain('12')
})

test('nothing is drawn where nothing waits', async () => {
  grant()
  serve({ pending: () => ({ data: [] }) })
  stage(<PendingReviews />)
  await waitFor(() => expect(callsTo('pending')).toHaveLength(1))
  expect(screen.queryByText('待我审核')).toBeNull()
})
