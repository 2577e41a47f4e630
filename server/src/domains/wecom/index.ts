export { memberTelling } from './tell-members.ts'
