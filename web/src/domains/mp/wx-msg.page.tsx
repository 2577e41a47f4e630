import { msgSync, wxMsg } from '@xueheng/contract/domains/mp/wx-msg.ts'
import { Button, Segmented } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { Chats } from './Chats.tsx'
import { messageText } from './message-text.ts'
import { MpPage } from './MpPage.tsx'

const CELLS: OwnCells = {
  detail: { width: 320, draw: (_value, row) => messageText(String(row['msgType']), row['detail']) },
}
const CHATS_KEY = ['mp', 'chats']

/** 公众号消息: conversations to be answered, and every message and event. */
export function Page() {
  const t = useT()
  const can = useCan()
  const [search, setSearch] = useTabSearch()
  const view = search.get('view') === 'all' ? 'all' : 'chats'
  const syncing = useAction(() => callApi(msgSync), {
    changes: [wxMsg, CHATS_KEY],
    done: (answer) => t('已补上{n}条消息', { n: answer?.count ?? 0 }),
  })
  return (
    <MpPage title={wxMsg.title}>
      <div className="mp-toolbar">
        <Segmented
          value={view}
          options={[
            { value: 'chats', label: t('会话') },
            { value: 'all', label: t('全部消息') },
          ]}
          onChange={(next) => setSearch({ view: next })}
        />
        {can('wxmsg_reply') && (
          <Button loading={syncing.isBusy} onClick={() => void syncing.run()}>
            {t('同步聊天记录')}
          </Button>
        )}
      </div>
      {view === 'chats' ? (
        <Chats />
      ) : (
        <CrudPage entity={wxMsg} prefix="m.">
          <ListToolbar />
          <ListRows isFlat cells={CELLS} />
        </CrudPage>
      )}
    </MpPage>
  )
}
