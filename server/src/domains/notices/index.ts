export { reviewNotifier } from './review-notifier.ts'
export { tellRoles } from './tell-roles.ts'
export { type Message, sendMessage } from './send-message.ts'
