export { tellRoles } from './tell-roles.ts'
