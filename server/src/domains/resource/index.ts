export { createSms } from './sms/send.ts'
