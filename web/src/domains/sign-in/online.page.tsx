import { onlineKick, onlineUser } from '@xueheng/contract/domains/sign-in/session.ts'
import { Switch } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { DEVICE_CELLS } from './DeviceCell.tsx'
import './online.css'

/** 在线用户: one line per sign-in, each of which can be ended; those idle for long only on demand. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const isAll = search.get('all') === '1'
  const kicking = useAction((row: CrudRow) => callApi(onlineKick, { ids: row.id }), {
    confirm: { text: '确定将该用户强制下线?', isDanger: true },
    changes: [onlineUser],
  })
  return (
    <CrudPage entity={onlineUser} where={isAll ? { isAll: 1 } : {}}>
      <ListToolbar>
        <label className="online-all">
          <Switch
            size="small"
            checked={isAll}
            onChange={(next) => setSearch({ all: next ? '1' : undefined, current: undefined })}
          />
          {t('含长时间未活动的登录')}
        </label>
      </ListToolbar>
      <ListRows cells={DEVICE_CELLS} actions={[{ code: 'online_kick', label: '强制下线', run: kicking.run }]} />
    </CrudPage>
  )
}
