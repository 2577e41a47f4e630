export { addGuest, admitGuest, removeGuest } from './guest-accounts.ts'
export { expiryTask } from './user-expiry.ts'
export { assertMadeInSight, usersInSight } from './user-sight.ts'
