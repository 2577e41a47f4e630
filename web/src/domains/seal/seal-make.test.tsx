// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { Page as ApprovalPage } from './seal-approval.page.tsx'
import { Page as MakePage } from './seal-make.page.tsx'

afterEach(() => vi.unstubAllGlobals())

function queueOf(auditStatus: number) {
  const row = {
    id: '1',
    sealName: '学校公章',
    unitName: '第一中学',
    permitStatus: auditStatus,
    updateTime: '2026-01-05 08:00:00',
  }
  return () => ({ data: { records: [row], total: 1, size: 20, current: 1, pages: 1 } })
}

test('a step that refuses nothing names no key to refuse, and what it does is not said to have passed', async () => {
  grant('sesealpermit_make')
  serve({ list_make: queueOf(2), history: () => ({ data: [] }), make: () => ({ data: true }) })
  stage(<MakePage />)
  await userEvent.click(await screen.findByRole('button', { name: '制章' }))
  expect(await screen.findByText('操作成功')).toBeTruthy()
  expect(callsTo('make')).toHaveLength(1)
  expect(screen.getByText('↑↓ 换一条 · P 制章')).toBeTruthy()
})

test('a step with both ways names the keys of both', async () => {
  grant('sesealpermit_approval')
  serve({ list_approval: queueOf(1), history: () => ({ data: [] }) })
  stage(<ApprovalPage />)
  expect(await screen.findByText('↑↓ 换一条 · P 通过审核 · R 写原因 · Ctrl+Enter 驳回')).toBeTruthy()
})
