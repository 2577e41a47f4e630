import { wxAccount } from '@xueheng/contract/domains/mp/wx-account.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'
import { AccountSelect } from './AccountSelect.tsx'

/** 公众号账号: the accounts of the tenant; their secrets go in and never out. */
export function Page() {
  return <CrudPage entity={wxAccount} headExtra={<AccountSelect />} />
}
