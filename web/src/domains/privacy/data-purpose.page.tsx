import { dataPurpose } from '@xueheng/contract/domains/privacy/data-purpose.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'

/** 处理目的登记: why which data of people are processed. */
export function Page() {
  return <CrudPage entity={dataPurpose} />
}
