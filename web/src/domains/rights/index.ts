export { type GrantNode, GrantDialog } from './GrantDialog.tsx'
export { useUsers, userLabel } from './use-users.ts'
