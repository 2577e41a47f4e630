export { linkTo } from './file-link.ts'
export { createSms } from './sms/send.ts'
export { tenantStores } from './stores.ts'
