import { onlineKick, onlineUser } from '@xueheng/contract/domains/sign-in/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import { useMemo } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { message, showError } from '../../platform/ui/message.ts'
import { DEVICE_CELLS } from './DeviceCell.tsx'
import './online.css'

const FIRST = ['account', 'name', 'activeTime']

/** 在线用户: one line per sign-in, each of which can be ended; those idle for long only on demand. */
export function Page() {
  const t = useT()
  const client = useQueryClient()
  const [search, setSearch] = useTabSearch()
  const isAll = search.get('all') === '1'
  const fixedFilters = useMemo(() => (isAll ? { isAll: 1 } : {}), [isAll])

  async function kick(row: CrudRow): Promise<void> {
    if (!(await confirmBox(t('确定将该用户强制下线?'), { isDanger: true }))) return
    try {
      await callApi(onlineKick, { ids: row.id })
      message.success(t('操作成功'))
      await client.invalidateQueries({ queryKey: ['crud', onlineUser.name] })
    } catch (error) {
      showError(error)
    }
  }

  const toggle = (
    <label className="online-all">
      <Switch
        size="small"
        checked={isAll}
        onChange={(next) => setSearch({ all: next ? '1' : undefined, current: undefined })}
      />
      {t('含长时间未活动的登录')}
    </label>
  )
  return (
    <CrudPage
      entity={onlineUser}
      fixedFilters={fixedFilters}
      toolbar={toggle}
      firstFields={FIRST}
      cells={DEVICE_CELLS}
      rowActions={[{ code: 'online_kick', label: '强制下线', run: kick }]}
    />
  )
}
