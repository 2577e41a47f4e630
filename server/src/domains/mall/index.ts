export { orderClosing } from './order/closing.ts'
export { refundSending } from './refund/send.ts'
