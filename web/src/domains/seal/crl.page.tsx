import { crl, crlDownload, crlIssue } from '@xueheng/contract/domains/seal/crl.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { download } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar, useList } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'

/** 证书吊销列表: taken in, or issued by an authority whose key is kept here. */
export function Page() {
  const [isIssuing, issue] = useState(false)
  const fetching = useAction((row: CrudRow) => download(crlDownload.path, { id: row.id }), { done: '' })
  return (
    <CrudPage entity={crl}>
      <ListToolbar>
        <IssueButton onClick={() => issue(true)} />
      </ListToolbar>
      <ListRows actions={[{ code: 'crl_view', label: '下载', run: fetching.run }]} />
      {isIssuing && <CallDialog call={crlIssue} changes={[crl]} onClose={() => issue(false)} />}
    </CrudPage>
  )
}

function IssueButton({ onClick }: { onClick: () => void }) {
  const t = useT()
  const { rights } = useList()
  return rights.canAdd && <Button onClick={onClick}>{t('签发吊销列表')}</Button>
}
