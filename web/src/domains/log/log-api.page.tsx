import { apiLog } from '@xueheng/contract/domains/log/server-logs.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'

/** 接口日志: calls that changed something. */
export function Page() {
  return <CrudPage entity={apiLog} />
}
