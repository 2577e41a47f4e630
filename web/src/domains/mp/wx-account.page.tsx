import { wxAccount } from '@xueheng/contract/domains/mp/wx-account.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { AccountSelect } from './AccountSelect.tsx'

/** 公众号账号: the accounts of the tenant; their secrets go in and never out. */
export function Page() {
  const t = useT()
  return (
    <PageFrame isFilled title={t(wxAccount.title)} extra={<AccountSelect />}>
      <CrudPage entity={wxAccount} />
    </PageFrame>
  )
}
