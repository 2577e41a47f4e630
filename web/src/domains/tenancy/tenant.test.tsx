// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { Page } from './tenant.page.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a tenant is given a data source from its row', async () => {
  const row = { id: '7', tenantId: '100001', tenantName: '青川县教育局' }
  grant('tenant_view', 'tenant_edit', 'datasource_view')
  serve({
    list: () => ({ data: { records: [row], total: 1, size: 10, current: 1, pages: 1 } }),
    select: ({ path }) => ({ data: path.includes('datasource') ? [{ id: '3', name: '报表库' }] : [row] }),
    datasource: () => ({ data: true }),
  })
  stage(<Page />)
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.click(await screen.findByRole('button', { name: /数据源/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('combobox', { name: '数据源' }))
  await user.click(await screen.findByText('报表库'))
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(callsTo('datasource')[0]?.body).toEqual({ tenantId: '100001', datasourceId: '3' }))
})
