import { apiLog } from '@xueheng/contract/domains/log/server-logs.ts'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { DONE } from './done-cells.ts'

/** 接口日志: calls that changed something. */
export function Page() {
  return (
    <CrudPage entity={apiLog}>
      <ListToolbar />
      <ListRows cells={DONE} />
    </CrudPage>
  )
}
