import { retentionRule } from '@xueheng/contract/domains/privacy/retention-rule.ts'
import { useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { RetentionPreview } from './RetentionPreview.tsx'

/** 保留规则: how long data are kept, and what is past its time. */
export function Page() {
  const [looked, look] = useState<CrudRow>()
  const actions = [{ code: 'retentionrule_view', label: '预览到期数据', isFor: () => true, run: look }]
  return (
    <CrudPage entity={retentionRule}>
      <ListToolbar />
      <ListRows actions={actions} />
      {looked && <RetentionPreview rule={looked} onClose={() => look(undefined)} />}
    </CrudPage>
  )
}
