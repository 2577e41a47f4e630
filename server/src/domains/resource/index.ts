export { assertEndpoint } from './endpoint.ts'
export { linkTo } from './file-link.ts'
export { createSms, hasSms } from './sms/send.ts'
export { tenantStores } from './stores.ts'
