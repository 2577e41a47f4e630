import { tenant } from '@xueheng/contract/domains/system/tenant.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'

/** 租户管理: a new one gets its code, roles, a department, dictionaries and the user admin by itself. */
export function Page() {
  return <CrudPage entity={tenant} title="租户管理" />
}
