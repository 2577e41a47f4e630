import { certInfo } from '@xueheng/contract/domains/seal/cert-info.ts'
import { useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { CertCheck } from './CertCheck.tsx'

/** 证书信息: certificates issued elsewhere; each can be checked as of now. */
export function Page() {
  const [checked, check] = useState<CrudRow>()
  return (
    <CrudPage entity={certInfo}>
      <ListToolbar />
      <ListRows actions={[{ code: 'certinfo_view', label: '检验证书', run: check }]} />
      {checked && <CertCheck id={checked.id} onClose={() => check(undefined)} />}
    </CrudPage>
  )
}
