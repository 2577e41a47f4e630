import { errorLog } from '@xueheng/contract/domains/log/server-logs.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'

/** 错误日志: of the server and of browsers. */
export function Page() {
  return <CrudPage entity={errorLog} />
}
