import { useQuery } from '@tanstack/react-query'
import { wxAccount } from '@xueheng/contract/domains/mp/wx-account.ts'
import { Select } from 'antd'
import { useEffect } from 'react'
import { loadPage } from '../../platform/crud/crud-api.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { chosenAppid, currentAppid, keepAppid } from './appid-cookie.ts'
import { selectState } from '../../platform/ui/picker-state.tsx'
import './mp.css'

const MOST = 200

/**
 * 公众号选择, in the head of every public-account page: the saved account or the first; another one reloads the page. Who
 * may not see accounts works in the one the server takes.
 */
export function AccountSelect() {
  const can = useCan()
  return can('wxaccount_view') && <Choice />
}

function Choice() {
  const t = useT()
  const found = useQuery({
    queryKey: ['crud', wxAccount.name, 'select'],
    queryFn: () => loadPage(wxAccount, { current: 1, size: MOST, ascs: 'createTime' }),
  })
  const accounts = found.data?.records ?? []
  const saved = chosenAppid()
  const current = currentAppid(
    accounts.map((account) => account.appid),
    saved,
  )
  // Calls of these pages go to the account that is shown, also when nobody has chosen yet.
  useEffect(() => {
    if (current !== undefined && current !== saved) keepAppid(current)
  }, [current, saved])

  function choose(appid: string): void {
    keepAppid(appid)
    window.location.reload()
  }

  return (
    <label className="mp-account">
      <span>{t('公众号')}</span>
      <Select
        aria-label={t('公众号')}
        value={current}
        options={accounts.map((account) => ({ value: account.appid, label: account.name }))}
        {...selectState(found)}
        disabled={found.data?.records.length === 0}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t(found.isPending ? '加载中' : found.error ? '加载失败' : '还没有公众号')}
        onChange={choose}
      />
    </label>
  )
}
