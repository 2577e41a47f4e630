export { findDeciders } from './find-deciders.ts'
export { type LoadedUser, loadUser } from './load-user.ts'
export { assertPackage, fitRoles } from './menu/menu-package.ts'
export { seedMenu } from './menu/seed-menu.ts'
export { existingIds, livingIds } from './roles/grants.ts'
export { rolesHolding } from './roles/role-holders.ts'
export { narrowRole } from './roles/narrow-role.ts'
export { seedRoles } from './roles/seed-roles.ts'
export { closeViews } from './view-as.ts'
export {
  type Beyond,
  assertAboveAll,
  assertWithinRights,
  rolesBeyond,
  usersBeyond,
  withinRights,
} from './within/assert-within.ts'
export { narrowedEntities } from './within/giver.ts'
