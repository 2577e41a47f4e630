import { tenant } from '@xueheng/contract/domains/system/tenant.ts'
import { useState } from 'react'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import { TenantSource } from './TenantSource.tsx'

/** 租户管理: a new one gets its code, roles, a department, dictionaries and the user admin by itself. */
export function Page() {
  const [chosen, choose] = useState<CrudRow>()
  return (
    <>
      <CrudPage
        entity={tenant}
        title="租户管理"
        rowActions={[{ code: 'datasource_view', label: '数据源', run: choose }]}
      />
      {chosen && <TenantSource key={chosen.id} row={chosen} onClose={() => choose(undefined)} />}
    </>
  )
}
