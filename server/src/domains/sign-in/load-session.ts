import { sql } from 'kysely'
import type { CtxUser, Duty } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { type LoadedUser, loadUser } from '../rights/index.ts'
import type { SessionLink } from '../../platform/http/session.ts'
import { CHOSEN, factorIsOn, passwordDue } from '../credentials/index.ts'
import { every } from '../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'

const everyUser = every(user, 'what is due of somebody comes before what he sees')
const everyTenant = every(tenant, 'what a tenant asks of its people')

export const GUEST_ID = '0'

const GUEST: CtxUser = {
  id: '',
  tenantId: '',
  account: '',
  name: '',
  deptId: '',
  roles: [],
  permissions: new Set(),
  isAdministrator: false,
  isReadOnly: false,
  rowGrants: new Map(),
  refusedPaths: new Set(),
  sessionId: '',
  duty: 'register',
}

/** Whom a session belongs to, with what is due before anything else: a guest has to register first. */
export async function loadSession(
  database: Database,
  tenantId: string,
  userId: string,
  session: SessionLink,
): Promise<LoadedUser | undefined> {
  if (userId === GUEST_ID) {
    return { user: { ...GUEST, sessionId: session.id }, scope: { level: 'class', schoolCodes: [], classCodes: [] } }
  }
  const loaded = await loadUser(database, tenantId, userId, session)
  // Where nothing may be written, nothing can be made good; who looks with another's eyes has no duties of theirs.
  if (!loaded || loaded.user.isReadOnly || loaded.user.viewer) return loaded
  const duty = await dutyOf(database, tenantId, userId)
  return duty ? { ...loaded, user: { ...loaded.user, duty } } : loaded
}

interface DutyRow {
  profile: string | null
  isDemanded: number
  isInitial: number
  passwordTime: Date
  hasFactor: boolean
}

export async function dutyOf(database: Database, tenantId: string, userId: string): Promise<Duty | undefined> {
  const found =
    await sql<DutyRow>`select t.password_profile as profile, t.second_factor as is_demanded, u.is_initial, u.password_time,
      ${factorIsOn(sql.ref('u.id'))} as has_factor
    from ${everyUser} u join ${everyTenant} t on t.tenant_id = u.tenant_id where u.id = ${userId}`.execute(
      database.tenant(tenantId),
    )
  const row = found.rows[0]
  if (!row) return undefined
  const password = {
    isInitial: row.isInitial !== CHOSEN.byOwner,
    isOnce: row.isInitial === CHOSEN.forOnce,
    changedAt: row.passwordTime,
  }
  if (passwordDue(row.profile, password, new Date())) return 'password'
  return row.isDemanded === 1 && !row.hasFactor ? 'factor' : undefined
}
