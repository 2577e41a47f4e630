import { messageStates } from '@xueheng/contract/domains/wecom/message-states.ts'
import { sendMessage, wecomMessage } from '@xueheng/contract/domains/wecom/message.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { MessageResults } from './MessageResults.tsx'
import { SendDialog } from './SendDialog.tsx'

/** 部门消息: written, looked at by whom it reaches, sent, and what became of each department. */
export function Page() {
  const [chosen, send] = useState<CrudRow>()
  const [looked, look] = useState<CrudRow>()
  const again = useAction((row: CrudRow) => callApi(sendMessage, { id: row.id }), {
    confirm: '再发没有发到的部门，已发到的不会收到两次，确定?',
    done: '已开始发送',
    changes: [wecomMessage],
  })
  const isWaiting = (row: CrudRow) => isAllowed(row, 'edit')
  return (
    <CrudPage entity={wecomMessage}>
      <ListToolbar />
      <ListRows
        isEditable={isWaiting}
        isRemovable={(row) => isAllowed(row, 'remove')}
        actions={[
          { code: 'wecommessage_send', label: '发送', isFor: isWaiting, run: send },
          { label: '结果', isFor: (row) => !isWaiting(row), run: look },
          {
            code: 'wecommessage_send',
            label: '再发',
            isFor: (row) => !isWaiting(row) && isAllowed(row, 'send') && Number(row['failNum']) > 0,
            run: (row) => void again.run(row),
          },
        ]}
      />
      {chosen && <SendDialog message={chosen} onClose={() => send(undefined)} />}
      {looked && <MessageResults id={looked.id} onClose={() => look(undefined)} />}
    </CrudPage>
  )
}

function isAllowed(row: CrudRow, action: keyof typeof messageStates.actions): boolean {
  return canDo(messageStates, action, Number(row['messageStatus']))
}
