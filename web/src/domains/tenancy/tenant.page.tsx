import { useQuery } from '@tanstack/react-query'
import { tenant, tenantSelect } from '@xueheng/contract/domains/tenancy/tenant.ts'
import { useState } from 'react'
import { get } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useCan } from '../../platform/session/session.ts'
import { useSession } from '../../platform/session/store.ts'
import { FirstPassword, type TenantOption } from './FirstPassword.tsx'
import { TenantSource } from './TenantSource.tsx'

/** 租户管理: a new one gets its code, roles, a department, dictionaries and an administrator by itself. */
export function Page() {
  const [chosen, choose] = useState<TenantOption>()
  const [sourced, chooseSourced] = useState<CrudRow>()
  const can = useCan()
  const ownTenant = useSession((session) => session.tenantId)
  const opened = useOpened()
  const shown = chosen ?? opened.tenant
  function close(): void {
    choose(undefined)
    opened.forget()
  }
  return (
    <CrudPage entity={tenant}>
      <ListToolbar />
      <ListRows
        isRemovable={(row) => row.tenantId !== ownTenant}
        actions={[
          { code: 'tenant_edit', label: '管理员密码', run: (row) => choose(optionOf(row)) },
          ...(can('datasource_view') ? [{ code: 'tenant_edit', label: '数据源', run: chooseSourced }] : []),
        ]}
      />
      {shown && <FirstPassword key={shown.id} tenant={shown} isNew={!chosen} onClose={close} />}
      {sourced && <TenantSource row={sourced} onClose={() => chooseSourced(undefined)} />}
    </CrudPage>
  )
}

function optionOf({ id, tenantId, tenantName }: CrudRow): TenantOption {
  return { id, tenantId: String(tenantId), tenantName: String(tenantName) }
}

/** The tenant that has come since the page was opened: its administrator still needs a password. */
function useOpened() {
  const tenants = useQuery({
    queryKey: ['crud', tenant.name, 'known'],
    queryFn: () => get<TenantOption[]>(tenantSelect.path),
  })
  const [known, setKnown] = useState<ReadonlySet<string>>()
  const ids = tenants.data?.map((one) => one.id)
  if (ids && !known) setKnown(new Set(ids))
  return {
    tenant: known && tenants.data?.find((one) => !known.has(one.id)),
    forget: () => setKnown(new Set(ids)),
  }
}
