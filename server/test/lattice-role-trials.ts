import { nextId } from '../src/platform/db/id.ts'
import type { Actor, Relation } from './lattice.ts'
import { GONE, type Trial, ofUnits, targets } from './lattice-trial.ts'

/* Trials of roles: what they are, and the menus they give. */

const ROLE = '/api/blade-system/role'

/** Nor are menus, for the level of a role that has them. */
const ofMenus = ({ rights }: Actor, relation: Relation): boolean =>
  rights.level !== 'all' && ['elsewhere', 'wider'].includes(relation)

const roles: Trial[] = [
  targets('role.submit', 'role_edit', 'renames a role', ({ client }, { roleId }) =>
    client.post(`${ROLE}/submit`, { id: roleId, roleName: `n${nextId()}` }),
  ),
  {
    ...targets('role.submit', 'role_edit', 'widens a role', ({ client }, { roleId }) =>
      client.post(`${ROLE}/submit`, { id: roleId, scopeLevel: 'all' }),
    ),
    never: ({ rights }) => rights.level !== 'all',
  },
  {
    ...targets('role.submit', 'role_add', 'makes a role as wide as one', ({ client }) => client.post('')),
    // Its level is all that is given.
    besides: ({ rights }, relation) => rights.level === 'all' || relation !== 'wider',
    prepare: async (lattice, { client }, { roleId }) => {
      const [name, scopeLevel] = [`w${nextId()}`, await lattice.levelOf(roleId)]
      return {
        run: () => client.post(`${ROLE}/submit`, { roleName: name, roleAlias: name, scopeLevel, sort: 1 }),
      }
    },
  },
  {
    call: 'role.grant',
    permission: 'role_edit',
    does: 'empties a role',
    never: ({ name }, relation) => name === 'tenantAdmin' && relation !== 'below',
    prepare: async (_of, { client }, { roleId }) => ({
      run: () => client.post(`${ROLE}/grant`, { roleIds: [roleId], menuIds: [] }),
    }),
  },
  {
    call: 'role.grant',
    permission: 'role_edit',
    does: 'gives a role the menus of one',
    besides: ofMenus,
    prepare: async (lattice, { client, rights }, subject) => {
      const taker = await lattice.holder({ ...rights, permissions: [] })
      const menuIds = await lattice.menusOf(subject.roleId)
      return { touched: [taker], run: () => client.post(`${ROLE}/grant`, { roleIds: [taker.roleId], menuIds }) }
    },
  },
]

/** A role of the same rights that nobody holds. */
const unheld: Trial[] = GONE.map((action) => ({
  call: `role.${action}`,
  permission: 'role_delete',
  does: `${action}s a role nobody holds, with the rights of one`,
  besides: ofUnits,
  prepare: async (lattice, { client }, subject) => {
    const role = await lattice.twin(subject.roleId, action === 'restore')
    const touched = { ...subject, userId: '', ...role }
    return { touched: [touched], run: () => client.post(`${ROLE}/${action}`, undefined, { ids: role.roleId }) }
  },
}))

export const ROLE_TRIALS: Trial[] = [...roles, ...unheld]
