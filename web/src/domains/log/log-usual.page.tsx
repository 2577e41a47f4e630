import { usualLog } from '@xueheng/contract/domains/log/server-logs.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'

/** 通用日志: what the server noted of itself. */
export function Page() {
  return <CrudPage entity={usualLog} />
}
