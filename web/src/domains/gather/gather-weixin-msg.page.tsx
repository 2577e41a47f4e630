import { gatherWeixinMsg, pushWxMsg } from '@xueheng/contract/domains/gather/gather-weixin-msg.ts'
import { pushStates } from '@xueheng/contract/domains/gather/push-states.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { PushDialog } from './parents/PushDialog.tsx'
import { PushResults } from './parents/PushResults.tsx'

/** 家长消息: written, looked at by whom it reaches, pushed, and what became of each. */
export function Page() {
  const [pushed, push] = useState<CrudRow>()
  const [looked, look] = useState<CrudRow>()
  const again = useAction((row: CrudRow) => callApi(pushWxMsg, { ids: row.id }), {
    confirm: '再推没有送达的，已送达的不会收到两次，确定?',
    done: '已开始推送',
    changes: [gatherWeixinMsg],
  })
  const isWaiting = (row: CrudRow) => isAllowed(row, 'edit')
  return (
    <CrudPage entity={gatherWeixinMsg}>
      <ListToolbar />
      <ListRows
        isEditable={isWaiting}
        isRemovable={(row) => isAllowed(row, 'remove')}
        actions={[
          { code: 'gatherweixinmsg_push', label: '推送', isFor: isWaiting, run: push },
          { label: '结果', isFor: (row) => !isWaiting(row), run: look },
          {
            code: 'gatherweixinmsg_push',
            label: '再推',
            isFor: (row) => !isWaiting(row) && isAllowed(row, 'push') && Number(row['failNum']) > 0,
            run: again.run,
          },
        ]}
      />
      {pushed && <PushDialog id={pushed.id} onClose={() => push(undefined)} />}
      {looked && <PushResults id={looked.id} onClose={() => look(undefined)} />}
    </CrudPage>
  )
}

function isAllowed(row: CrudRow, action: keyof typeof pushStates.actions): boolean {
  return canDo(pushStates, action, Number(row['pushStatus']))
}
