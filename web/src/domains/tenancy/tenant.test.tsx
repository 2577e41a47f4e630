// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { updateSession } from '../../platform/session/store.ts'
import { Page } from './tenant.page.tsx'

afterEach(() => vi.unstubAllGlobals())

const row = { id: '7', tenantId: '100001', tenantName: '青川县教育局' }

function serveTenants(): void {
  serve({
    list: () => ({ data: { records: [row], total: 1, size: 10, current: 1, pages: 1 } }),
    select: ({ path }) => ({ data: path.includes('datasource') ? [{ id: '3', name: '报表库' }] : [row] }),
    datasource: () => ({ data: true }),
  })
}

test.each(['tenant_edit', 'datasource_view'])('without the right %s no data source is offered', async (missing) => {
  grant(...['tenant_view', 'tenant_edit', 'datasource_view'].filter((code) => code !== missing))
  serveTenants()
  stage(<Page />)
  await screen.findByText('100001')
  expect(screen.queryByRole('button', { name: /数据源/ })).toBeNull()
})

test('the managing tenant is not offered for deletion, others are', async () => {
  grant('tenant_view', 'tenant_delete')
  serveTenants()
  for (const [tenantId, isOffered] of [
    ['100001', false],
    ['000000', true],
  ] as const) {
    updateSession({ tenantId })
    stage(<Page />)
    const line = (await screen.findByText('100001')).closest('tr') as HTMLElement
    expect(within(line).queryByRole('button', { name: '删除' }) !== null, tenantId).toBe(isOffered)
  }
})

test('a tenant is given a data source from its row', async () => {
  grant('tenant_view', 'tenant_edit', 'datasource_view')
  serveTenants()
  stage(<Page />)
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.click(await screen.findByRole('button', { name: /数据源/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('combobox', { name: '数据源' }))
  await user.click(await screen.findByText('报表库'))
  await user.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(callsTo('datasource')[0]?.body).toEqual({ tenantId: '100001', datasourceId: '3' }))
})

test('who makes a tenant is offered a password for that one, though another came meanwhile', async () => {
  grant('tenant_view', 'tenant_add', 'tenant_edit')
  const made = { ...row, id: '8', tenantId: '100002', tenantName: '河东区教育局' }
  const other = { ...row, id: '9', tenantId: '100003', tenantName: '别人新开的' }
  let records = [row]
  serve({
    list: () => ({ data: { records, total: records.length, size: 10, current: 1, pages: 1 } }),
    select: () => ({ data: records }),
    submit: () => {
      records = [other, made, row]
      return { data: made }
    },
    'admin-password': () => ({ data: { tenantId: '100002', account: 'admin', password: 'aaa-bbb' } }),
  })
  stage(<Page />)
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.click(await screen.findByRole('button', { name: /新增/ }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(await form.findByLabelText('租户名称'), '河东区教育局')
  await user.click(form.getByRole('button', { name: '保存' }))
  const issue = await screen.findByRole('button', { name: '发放首次密码' })
  await user.click(issue)
  await waitFor(() =>
    expect(callsTo('admin-password')[0]?.body ?? callsTo('admin-password')[0]?.query).toMatchObject({ id: '8' }),
  )
})
