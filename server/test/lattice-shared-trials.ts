import { sql } from 'kysely'
import { nextId } from '../src/platform/db/id.ts'
import { TENANT } from './harness.ts'
import type { Actor, Holder, Lattice } from './lattice.ts'
import { GONE, type Trial } from './lattice-trial.ts'

/* Trials of what belongs to the whole tenant: scopes, parameters, the top menu, providers of sign-ins. */

const always = (): boolean => true
/** What holds for the whole tenant is not for a school. */
const inSchool = ({ rights }: Actor): boolean => rights.level !== 'all'

const SYSTEM = '/api/blade-system'

async function menuIdOf(lattice: Lattice, code: string): Promise<string> {
  const found = await sql<{ id: string }>`select id from menu where code = ${code}`.execute(lattice.db)
  return found.rows[0]?.id ?? ''
}

/** A row that is there, or was removed. */
async function dataScope(lattice: Lattice, roleId?: string, isRemoved = false): Promise<string> {
  const id = nextId()
  await sql`insert into data_scope (id, tenant_id, menu_id, scope_name, resource_code, scope_type, is_deleted)
    values (${id}, ${TENANT}, ${await menuIdOf(lattice, 'post')}, ${`d${id}`}, 'post', 1, ${Number(isRemoved)})`.execute(
    lattice.db,
  )
  if (roleId)
    await sql`insert into role_data_scope (tenant_id, role_id, data_scope_id)
      values (${TENANT}, ${roleId}, ${id})`.execute(lattice.db)
  return id
}

const dataScopes: Trial[] = [
  {
    call: 'dataScope.submit',
    permission: 'datascope_edit',
    does: 'changes a data scope held by a role',
    never: inSchool,
    prepare: async (lattice, { client }, { roleId }) => {
      const id = await dataScope(lattice, roleId)
      return { run: () => client.post(`${SYSTEM}/data-scope/submit`, { id, scopeType: 2 }) }
    },
  },
  ...GONE.map((action): Trial => ({
    call: `dataScope.${action}`,
    permission: 'datascope_delete',
    does: `${action}s a data scope nobody holds`,
    isThing: true,
    never: inSchool,
    prepare: async (lattice, { client }) => {
      const id = await dataScope(lattice, undefined, action === 'restore')
      return { run: () => client.post(`${SYSTEM}/data-scope/${action}`, undefined, { ids: id }) }
    },
  })),
]

/** A call that only administrators and clerks of roles may make: no built-in role but theirs loses it. */
const KEPT_CALL = `${SYSTEM}/menu/list`

/** Only the actor, the subject and a role of the subject's rights that may make the call as well are left: last of all. */
async function alone(lattice: Lattice, actor: Actor, subject: Holder): Promise<void> {
  await sql`delete from api_scope`.execute(lattice.db)
  await sql`update sys_role set is_deleted = 1 where role_alias ~ '^r[0-9]+$' and is_deleted = 0
    and not id = any(${[actor.roleId, subject.roleId]}::bigint[])`.execute(lattice.db)
  const { roleId } = await lattice.twin(subject.roleId)
  await sql`insert into role_menu (tenant_id, role_id, menu_id)
    values (${TENANT}, ${roleId}, ${await menuIdOf(lattice, 'menu_view')}) on conflict do nothing`.execute(lattice.db)
}

async function apiScope(lattice: Lattice, isRemoved: boolean): Promise<string> {
  const id = nextId()
  await sql`insert into api_scope (id, tenant_id, menu_id, scope_name, scope_path, scope_type, is_deleted)
    values (${id}, ${TENANT}, ${await menuIdOf(lattice, 'menu')}, ${`a${id}`}, ${KEPT_CALL}, 1, ${Number(isRemoved)})`.execute(
    lattice.db,
  )
  return id
}

/** Who lacks the call himself is below nobody who has it. */
const lacksCall = ({ rights }: Actor): boolean => rights.level !== 'all' || !rights.permissions.includes('menu_view')

const apiScopes: Trial[] = [
  {
    call: 'apiScope.submit',
    permission: 'apiscope_add',
    does: 'keeps a call from a role with the rights of one',
    isOnActor: true,
    never: lacksCall,
    prepare: async (lattice, actor, subject) => {
      await alone(lattice, actor, subject)
      const menuId = await menuIdOf(lattice, 'menu')
      const body = { menuId, scopeName: `a${nextId()}`, scopePath: KEPT_CALL, scopeType: 1 }
      return { run: () => actor.client.post(`${SYSTEM}/api-scope/submit`, body) }
    },
  },
  ...GONE.map((action): Trial => ({
    call: `apiScope.${action}`,
    permission: 'apiscope_delete',
    does: `${action}s what keeps a call from a role with the rights of one`,
    isOnActor: true,
    // To remove it would open the call for the actor himself, too.
    never: action === 'remove' ? always : lacksCall,
    prepare: async (lattice, actor, subject) => {
      await alone(lattice, actor, subject)
      const id = await apiScope(lattice, action === 'restore')
      return { run: () => actor.client.post(`${SYSTEM}/api-scope/${action}`, undefined, { ids: id }) }
    },
  })),
]

async function param(lattice: Lattice, key: string, isRemoved = false): Promise<string> {
  const id = nextId()
  await sql`insert into param (id, tenant_id, param_name, param_key, param_value, is_deleted)
    values (${id}, ${TENANT}, ${key}, ${key}, '1', ${Number(isRemoved)})`.execute(lattice.db)
  return id
}

/** Of the password accounts begin with, and of anything else. */
const params: Trial[] = (['account.', 'other.'] as const).flatMap((kind) => {
  const never = kind === 'account.' ? always : inSchool
  const common = { isThing: true, never }
  return [
    {
      ...common,
      call: 'param.submit',
      permission: 'param_edit',
      does: `changes a parameter ${kind}*`,
      prepare: async (lattice: Lattice, { client }: Actor) => {
        const id = await param(lattice, `${kind}${nextId()}`)
        return { run: () => client.post(`${SYSTEM}/param/submit`, { id, paramValue: '2' }) }
      },
    },
    ...GONE.map((action) => ({
      ...common,
      call: `param.${action}`,
      permission: 'param_delete',
      does: `${action}s a parameter ${kind}*`,
      prepare: async (lattice: Lattice, { client }: Actor) => {
        const id = await param(lattice, `${kind}${nextId()}`, action === 'restore')
        return { run: () => client.post(`${SYSTEM}/param/${action}`, undefined, { ids: id }) }
      },
    })),
  ]
})

async function topMenu(lattice: Lattice, isRemoved = false): Promise<string> {
  const id = nextId()
  await sql`insert into topmenu (id, tenant_id, code, name, sort, is_deleted)
    values (${id}, ${TENANT}, ${`t${id}`}, ${`t${id}`}, 1, ${Number(isRemoved)})`.execute(lattice.db)
  return id
}

const topMenus: Trial[] = [
  {
    call: 'topmenu.grant',
    permission: 'topmenu_setting',
    does: 'puts into the top menu the menus of a role',
    never: inSchool,
    prepare: async (lattice, { client }, { roleId }) => {
      const topMenuIds = [await topMenu(lattice)]
      const menuIds = await lattice.menusOf(roleId)
      return { run: () => client.post(`${SYSTEM}/topmenu/grant`, { topMenuIds, menuIds }) }
    },
  },
  {
    call: 'topmenu.submit',
    permission: 'topmenu_edit',
    does: 'renames an entry of the top menu',
    isThing: true,
    never: inSchool,
    prepare: async (lattice, { client }) => {
      const id = await topMenu(lattice)
      return { run: () => client.post(`${SYSTEM}/topmenu/submit`, { id, name: `n${id}` }) }
    },
  },
  ...GONE.map((action): Trial => ({
    call: `topmenu.${action}`,
    permission: 'topmenu_delete',
    does: `${action}s an entry of the top menu`,
    isThing: true,
    never: inSchool,
    prepare: async (lattice, { client }) => {
      const id = await topMenu(lattice, action === 'restore')
      return { run: () => client.post(`${SYSTEM}/topmenu/${action}`, undefined, { ids: id }) }
    },
  })),
]

async function provider(lattice: Lattice, isRemoved = false): Promise<string> {
  const id = nextId()
  await sql`insert into social_provider (id, tenant_id, source, title, kind, issuer, client_id, is_enabled, is_deleted)
    values (${id}, ${TENANT}, ${`s${id}`}, '统一身份', 'oidc', 'https://id.example.cn', 'x', 1, ${Number(isRemoved)})`.execute(
    lattice.db,
  )
  return id
}

/** Whoever is believed about who somebody is opens every account: nobody here is above all. */
const providers: Trial[] = (['submit', ...GONE] as const).map((action) => ({
  call: `socialProvider.${action}`,
  permission: action === 'submit' ? 'socialprovider_edit' : 'socialprovider_delete',
  does: `tries to ${action} a provider of sign-ins`,
  isThing: true,
  never: always,
  prepare: async (lattice, { client }) => {
    const id = await provider(lattice, action === 'restore')
    const path = `${SYSTEM}/social-provider/${action}`
    return {
      run: () =>
        action === 'submit' ? client.post(path, { id, title: '改' }) : client.post(path, undefined, { ids: id }),
    }
  },
}))

export const SHARED_TRIALS: Trial[] = [...dataScopes, ...params, ...topMenus, ...providers]

/** Last of all: they leave few roles. */
export const API_SCOPE_TRIALS = apiScopes
