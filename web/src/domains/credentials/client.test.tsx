import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { Screens } from '../../platform/crud/layout.ts'
import { credentialsLayouts } from '../../screens/credentials.ts'
import { Page } from './client.page.tsx'

const NOTICE =
  '其他客户端新增用户时不会显示首次密码：请在系统参数中以统一密码发放，或在本系统的用户管理中新增和重置密码'

beforeEach(() => {
  localStorage.clear()
  grant('client_view', 'client_add', 'client_edit')
  serve({
    list: () => ({ data: { records: [], total: 0, size: 10, current: 1, pages: 0 } }),
    submit: () => ({ data: { id: '1', notice: NOTICE } }),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a new client is made with what is typed, and its notice is shown', async () => {
  stage(
    <Screens value={credentialsLayouts}>
      <Page />
    </Screens>,
  )
  fireEvent.click(await screen.findByRole('button', { name: /新增/ }))
  const form = within(await screen.findByRole('dialog'))
  fireEvent.change(await form.findByLabelText('应用编号'), { target: { value: 'saber' } })
  fireEvent.change(form.getByLabelText('应用密钥'), { target: { value: 'a-long-secret' } })
  expect(form.queryByLabelText('资源集合')).toBeNull()
  fireEvent.click(form.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(callsTo('submit')[0]?.body).toMatchObject({ clientId: 'saber', proofMinutes: 10 }))
  expect(await screen.findByText(NOTICE)).toBeTruthy()
})
