import { childAccess } from '@xueheng/contract/domains/log/child-access.ts'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { DONE } from './done-cells.ts'

/** 学生信息查阅记录: who saw data of which child. */
export function Page() {
  return (
    <CrudPage entity={childAccess}>
      <ListToolbar />
      <ListRows cells={DONE} />
    </CrudPage>
  )
}
