export { type GrantNode, GrantDialog } from './GrantDialog.tsx'
