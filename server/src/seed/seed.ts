import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../platform/config.ts'
import { nextId } from '../platform/db/id.ts'
import type { Database } from '../platform/db/pool.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../demo/accounts.ts'
import { CHOSEN, given, oncePassword, seedInitMode } from '../domains/credentials/index.ts'
import { seedQuotaItems } from '../domains/exam/index.ts'
import { seedMenu, seedRoles } from '../domains/rights/index.ts'
import { seedDictionaries, seedRegions, seedSharedDictionaries } from '../domains/settings/index.ts'
import { every, into } from '../platform/access/doors.ts'
import { user as userEntity } from '@xueheng/contract/domains/people/user.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'
import { client } from '@xueheng/contract/domains/credentials/client.ts'

const ACCOUNTS = every(userEntity, 'whether anybody is there yet')
const ROLES = every(role, 'the first accounts get the built-in roles')

/** What is said once at the first start; the password is empty where the operator has given it. */
export interface FirstAdmin {
  account: string
  password: string
}

/** Tenant, client, menu, built-in roles and dictionaries; safe to repeat at every start. Answers the first administrator, when there was none. */
export async function seedSystem(database: Database, config: Config): Promise<{ firstAdmin?: FirstAdmin }> {
  await sql`insert into ${into(tenant)} (id, tenant_id, tenant_name) values (${nextId()}, ${config.tenantId}, ${config.isDemo ? '云川市教育局（演示）' : '教育局'})
    on conflict (tenant_id) do nothing`.execute(database.open)
  const secretHash = createHash('sha256').update(config.client.secret).digest('hex')
  await sql`insert into ${into(client)} (client_id, secret_hash, grant_types) values (${config.client.id}, ${secretHash}, 'password,captcha,refresh_token,sms_code,social,mfa')
    on conflict (client_id) do update set secret_hash = excluded.secret_hash`.execute(database.open)
  const added = await seedMenu(database.open)
  await seedRoles(database.tenant(config.tenantId), config.tenantId, added)
  await seedDictionaries(database.tenant(config.tenantId), config.tenantId)
  await database.open.transaction().execute(seedSharedDictionaries)
  await seedRegions(database.open)
  await seedInitMode(database.tenant(config.tenantId), config.tenantId)
  await seedQuotaItems(database.tenant(config.tenantId), config.tenantId)
  return config.isDemo ? seedDemoAccounts(database, config) : seedFirstAdministrator(database, config)
}

async function seedDemoAccounts(database: Database, config: Config): Promise<{ firstAdmin?: FirstAdmin }> {
  const db = database.tenant(config.tenantId)
  const known = await sql`select 1 from ${ACCOUNTS} limit 1`.execute(db)
  if (known.rows.length > 0) return {}
  for (const demo of DEMO_ACCOUNTS)
    await addUser(database, config.tenantId, demo, await given(DEMO_PASSWORD), CHOSEN.byOwner)
  return {}
}

/** Outside demo mode the first administrator's password is given (ADMIN_PASSWORD) or made and printed once. */
async function seedFirstAdministrator(database: Database, config: Config): Promise<{ firstAdmin?: FirstAdmin }> {
  const known = await sql`select 1 from ${ACCOUNTS} limit 1`.execute(database.tenant(config.tenantId))
  if (known.rows.length > 0) return {}
  const made = config.adminPassword === undefined
  const password = config.adminPassword === undefined ? await oncePassword() : await given(config.adminPassword)
  const user = { account: config.adminAccount, name: '系统管理员', role: 'administrator' }
  // Nobody could issue another one: it waits for its owner as long as it takes.
  await addUser(database, config.tenantId, user, password, made ? CHOSEN.forOnce : CHOSEN.byOther)
  return { firstAdmin: { account: config.adminAccount, password: made ? password.text : '' } }
}

interface NewUser {
  account: string
  name: string
  role: string
  /** Roles beside it: these approve longer leave. */
  further?: string[]
}

async function addUser(
  database: Database,
  tenantId: string,
  user: NewUser,
  { hash }: { hash: string },
  isInitial: number,
): Promise<void> {
  await sql`insert into ${into(userEntity)} (id, tenant_id, account, password_hash, is_initial, name, real_name, role_ids)
    values (${nextId()}, ${tenantId}, ${user.account}, ${hash}, ${isInitial}, ${user.name}, ${user.name},
      array(select id from ${ROLES} where role_alias = any(${[user.role, ...(user.further ?? [])]}) and is_deleted = 0))`.execute(
    database.tenant(tenantId),
  )
}
