import { msgTemplate, templateSync } from '@xueheng/contract/domains/mp/msg-template.ts'
import { SyncOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { MpPage } from './MpPage.tsx'
import { SendDialog } from './SendDialog.tsx'

/** 消息模板: read from the platform, filled in and sent to many. */
export function Page() {
  const [sent, send] = useState<CrudRow>()
  return (
    <MpPage title={msgTemplate.title}>
      <CrudPage entity={msgTemplate}>
        <ListToolbar>
          <SyncButton />
        </ListToolbar>
        <ListRows
          actions={[{ code: 'msgtemplate_send', label: '群发', run: send, isFor: (row) => row['isEnabled'] === 1 }]}
        />
      </CrudPage>
      {sent && <SendDialog template={sent} onClose={() => send(undefined)} />}
    </MpPage>
  )
}

function SyncButton() {
  const t = useT()
  const can = useCan()
  const syncing = useAction(() => callApi(templateSync), {
    changes: [msgTemplate],
    done: (answer) => t('已同步{n}个模板', { n: answer?.count ?? 0 }),
  })
  if (!can('msgtemplate_edit')) return null
  return (
    <Button icon={<SyncOutlined />} loading={syncing.isBusy} onClick={() => void syncing.run()}>
      {t('同步消息模板')}
    </Button>
  )
}
