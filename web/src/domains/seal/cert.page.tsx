import { cert, certRevoke } from '@xueheng/contract/domains/seal/cert.ts'
import { useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'

const ROOT = 1

/** 证书管理: certificates of the sign server; those issued here can be revoked. */
export function Page() {
  const t = useT()
  const [revoked, revoke] = useState<CrudRow>()
  const mayRevoke = (row: CrudRow) => !row['revokeTime'] && Number(row['certType']) !== ROOT && Boolean(row['issuerId'])
  return (
    <CrudPage entity={cert}>
      <ListToolbar />
      <ListRows actions={[{ code: 'cert_edit', label: '吊销', isFor: mayRevoke, run: revoke }]} />
      {revoked && (
        <CallDialog
          call={certRevoke}
          given={{ id: revoked.id }}
          changes={[cert, { name: 'crl' }]}
          okText={t('吊销')}
          isDanger
          onClose={() => revoke(undefined)}
        />
      )}
    </CrudPage>
  )
}
