import { type gatherLinks, gatherLink, makeLinks, revokeLinks } from '@xueheng/contract/domains/gather/gather-link.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar, useList } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { LinkSheet } from './parents/LinkSheet.tsx'

type Link = NonNullable<Output<typeof gatherLinks>>['records'][number]

/** Over: revoked or run out. */
const OVER = [3, 4]

/** 家长链接: made for a class and handed out, who has answered, revoked. */
export function Page() {
  const t = useT()
  const can = useCan()
  const [isMaking, make] = useState(false)
  const [made, show] = useState<Output<typeof makeLinks>>([])
  const revoking = useAction((ids: string) => callApi(revokeLinks, { ids }), {
    confirm: { text: '作废后家长不能再打开，确定作废?', isDanger: true },
    changes: [gatherLink],
  })
  return (
    <CrudPage entity={gatherLink}>
      <ListToolbar>
        {can('gatherlink_add') && (
          <Button type="primary" onClick={() => make(true)}>
            {t('生成家长链接')}
          </Button>
        )}
        {can('gatherlink_delete') && <RevokePicked onRevoke={(ids) => void revoking.run(ids)} />}
      </ListToolbar>
      <ListRows
        isFlat
        actions={[
          {
            code: 'gatherlink_delete',
            label: '作废',
            isFor: (row: CrudRow) => !OVER.includes(Number((row as Partial<Link>).linkStatus)),
            run: (row) => revoking.run(row.id),
          },
        ]}
      />
      {isMaking && (
        <CallDialog
          call={makeLinks}
          given={{ ids: null }}
          changes={[gatherLink]}
          done=""
          onDone={(links) => show(links ?? [])}
          onClose={() => make(false)}
        />
      )}
      {made.length > 0 && <LinkSheet links={made} onClose={() => show([])} />}
    </CrudPage>
  )
}

function RevokePicked({ onRevoke }: { onRevoke: (ids: string) => void }) {
  const t = useT()
  const { selected } = useList()
  if (selected.length === 0) return null
  return (
    <Button danger onClick={() => onRevoke(selected.join())}>
      {t('作废所选')}
    </Button>
  )
}
