import { smsLog } from '@xueheng/contract/domains/resource/sms.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'

/** 短信记录: what was handed to the provider, and what it answered. */
export function Page() {
  return <CrudPage entity={smsLog} />
}
