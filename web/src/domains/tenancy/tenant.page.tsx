import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'
import { useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar, useList } from '../../platform/crud/CrudPage.tsx'
import { ListForm } from '../../platform/crud/EntityDialog.tsx'
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
  return (
    <CrudPage entity={tenant} Form={TenantForm}>
      <ListToolbar />
      <ListRows
        isRemovable={(row) => row.tenantId !== ownTenant}
        actions={[
          { code: 'tenant_edit', label: '管理员密码', run: (row) => choose(optionOf(row)) },
          ...(can('datasource_view') ? [{ code: 'tenant_edit', label: '数据源', run: chooseSourced }] : []),
        ]}
      />
      {chosen && <FirstPassword tenant={chosen} isNew={false} onClose={() => choose(undefined)} />}
      {sourced && <TenantSource row={sourced} onClose={() => chooseSourced(undefined)} />}
    </CrudPage>
  )
}

/** Who makes a tenant hands its administrator a password at once. */
function TenantForm() {
  const { dialog } = useList()
  const [made, setMade] = useState<TenantOption>()
  const isNew = dialog.state.mode === 'add'
  return (
    <>
      <ListForm onSaved={(answer) => isNew && setMade(optionOf(answer as CrudRow))} />
      {made && <FirstPassword tenant={made} isNew onClose={() => setMade(undefined)} />}
    </>
  )
}

function optionOf({ id, tenantId, tenantName }: CrudRow): TenantOption {
  return { id, tenantId: String(tenantId), tenantName: String(tenantName) }
}
