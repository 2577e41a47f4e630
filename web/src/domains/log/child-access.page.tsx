import { childAccess } from '@xueheng/contract/domains/log/child-access.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'

/** 学生信息查阅记录: who saw data of which child. */
export function Page() {
  return <CrudPage entity={childAccess} />
}
