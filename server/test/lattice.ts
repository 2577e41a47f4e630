import { sql } from 'kysely'
import { nextId } from '../src/platform/db/id.ts'
import { type Client, TENANT, type TestApp } from './harness.ts'

/*
 * A lattice of rights for tests: who acts, and accounts and roles that stand below, equal to, above or beside him.
 * Everything is made in the database itself, past the rules that are tested.
 */

/** Rights over accounts. */
const OVER_USERS = /^(user|userunit|registration|online)_/
/** Rights over what rights consist of. */
const OVER_ROLES = /^(role|datascope|apiscope|menu|topmenu|menupackage|param|client|tenant|socialprovider)_/

export interface Rights {
  permissions: string[]
  level: 'all' | 'area' | 'school' | 'class'
  schoolCode?: string
}

export type ActorName = 'tenantAdmin' | 'userClerk' | 'roleClerk' | 'schoolAdmin' | 'plain'

/** Who acts, in words for the titles of tests. */
export const ACTORS: Record<ActorName, string> = {
  tenantAdmin: 'a tenant administrator',
  userClerk: 'a clerk with all rights over users',
  roleClerk: 'a clerk with all rights over roles',
  schoolAdmin: 'a school administrator with rights over users and roles',
  plain: 'somebody with neither',
}

export type Relation = 'below' | 'equal' | 'self' | 'above' | 'beside' | 'wider' | 'elsewhere'
export const RELATIONS: Relation[] = ['below', 'equal', 'self', 'above', 'beside', 'wider', 'elsewhere']
/** The rule itself: what is within one's own rights may be given and touched. */
export const WITHIN: ReadonlySet<Relation> = new Set(['below', 'equal', 'self'])

export interface Holder {
  userId: string
  account: string
  roleId: string
  roleName: string
}

export type Actor = Holder & { client: Client; rights: Rights; name: ActorName }

/** What one lattice is made of in one running program. */
export class Lattice {
  /** Roles made since others were last taken away. */
  private made: string[] = []

  private constructor(
    private readonly test: TestApp,
    readonly schoolCode: string,
    readonly otherSchoolCode: string,
    private readonly codes: string[],
  ) {}

  static async open(test: TestApp, schoolCodes: [string, string]): Promise<Lattice> {
    const found = await sql<{ code: string }>`select code from menu where category = 2 and is_deleted = 0
      order by code`.execute(test.app.database.tenant(TENANT))
    return new Lattice(
      test,
      ...schoolCodes,
      found.rows.map((row) => row.code),
    )
  }

  private like(pattern: RegExp): string[] {
    return this.codes.filter((code) => pattern.test(code))
  }

  get db() {
    return this.test.app.database.tenant(TENANT)
  }

  async actor(name: ActorName): Promise<Actor> {
    const rights = await this.rightsOf(name)
    const holder = await this.holder(rights, name === 'tenantAdmin' ? 'admin' : undefined)
    // Signing in costs more than all else here: the token of somebody fresh is turned to the account that was made.
    const client = await this.test.user({ role: 'exam', permissions: [] })
    await sql`update auth_session set user_id = ${holder.userId} where user_id = ${client.userId}`.execute(this.db)
    return { ...holder, name, rights, client: { ...client, userId: holder.userId } }
  }

  private async rightsOf(name: ActorName): Promise<Rights> {
    switch (name) {
      case 'tenantAdmin':
        return { permissions: await this.permissionsOf('admin'), level: 'all' }
      case 'userClerk':
        return { permissions: this.like(OVER_USERS), level: 'all' }
      case 'roleClerk':
        return { permissions: this.like(OVER_ROLES), level: 'all' }
      case 'schoolAdmin':
        return {
          permissions: [...this.like(OVER_USERS), ...this.like(OVER_ROLES)],
          level: 'school',
          schoolCode: this.schoolCode,
        }
      case 'plain':
        return { permissions: ['notice_view', 'post_view'], level: 'all' }
    }
  }

  private async permissionsOf(alias: string): Promise<string[]> {
    const found = await sql<{ code: string }>`select m.code from role_menu g join menu m on m.id = g.menu_id
      join sys_role r on r.id = g.role_id where r.role_alias = ${alias} and r.is_deleted = 0 and m.category = 2`.execute(
      this.db,
    )
    return found.rows.map((row) => row.code)
  }

  /** An account, and a role it alone holds, that stand so to the actor; nothing where the relation says nothing of him. */
  async subject(actor: Actor, relation: Relation): Promise<Holder | undefined> {
    const { rights } = actor
    const lacking = this.codes.filter((code) => !rights.permissions.includes(code))
    const few = { ...rights, permissions: rights.permissions.slice(0, 1) }
    switch (relation) {
      case 'self':
        return actor
      case 'below':
        return this.holder(few)
      case 'equal':
        return this.holder(rights, actor.name === 'tenantAdmin' ? 'admin' : undefined)
      case 'above':
        return this.holder({ ...rights, permissions: [...rights.permissions, ...lacking.slice(0, 2)] })
      case 'beside':
        return this.holder({ ...rights, permissions: lacking.slice(0, 1) })
      case 'wider':
        return rights.level === 'all' ? this.superHolder() : this.holder({ ...few, level: 'all' })
      case 'elsewhere':
        return rights.level === 'all' ? undefined : this.holder({ ...few, schoolCode: this.otherSchoolCode })
    }
  }

  private async superHolder(): Promise<Holder> {
    return this.holder({ permissions: [], level: 'all' }, 'administrator')
  }

  /** `alias`: of a built-in role instead of one of its own. */
  async holder(rights: Rights, alias?: string): Promise<Holder> {
    const role = alias ? await this.builtIn(alias) : await this.role(rights)
    return this.userWith(role, rights.schoolCode)
  }

  async userWith(role?: { roleId: string; roleName: string }, schoolCode?: string): Promise<Holder> {
    const userId = nextId()
    const account = `h${userId}`
    await sql`insert into sys_user (id, tenant_id, account, password_hash, name, role_ids, user_type)
      values (${userId}, ${TENANT}, ${account}, 'none', ${account}, ${role ? [role.roleId] : []}::bigint[], 1)`.execute(
      this.db,
    )
    if (schoolCode) await this.link(userId, schoolCode)
    return { userId, account, roleId: role?.roleId ?? '', roleName: role?.roleName ?? '' }
  }

  async link(userId: string, schoolCode: string): Promise<string> {
    const id = nextId()
    await sql`insert into user_dept_role (id, tenant_id, user_id, dept_uscc, role_alias, class_codes)
      values (${id}, ${TENANT}, ${userId}, ${schoolCode}, 'teacher', '{}')`.execute(this.db)
    return id
  }

  private async builtIn(alias: string): Promise<{ roleId: string; roleName: string }> {
    const found = await sql<{ roleId: string; roleName: string }>`select id as role_id, role_name from sys_role
      where role_alias = ${alias} and is_deleted = 0`.execute(this.db)
    const [row] = found.rows
    if (!row) throw new Error(`no role ${alias}`)
    return row
  }

  async role({ permissions, level }: Rights): Promise<{ roleId: string; roleName: string }> {
    const roleId = nextId()
    const roleName = `r${roleId}`
    await sql`insert into sys_role (id, tenant_id, role_name, role_alias, scope_level, sort)
      values (${roleId}, ${TENANT}, ${roleName}, ${roleName}, ${level}, 1)`.execute(this.db)
    await sql`insert into role_menu (tenant_id, role_id, menu_id)
      select ${TENANT}, ${roleId}, unnest(array[id, parent_id]) from menu where code = any(${permissions})
      on conflict do nothing`.execute(this.db)
    this.made.push(roleId)
    return { roleId, roleName }
  }

  /** Takes the roles away that were made lately, but for these: what is given is judged against each that lives. */
  async clear(kept: string[]): Promise<void> {
    const roleIds = this.made.filter((id) => !kept.includes(id))
    this.made = []
    await sql`update sys_role set is_deleted = 1 where id = any(${roleIds}::bigint[])`.execute(this.db)
  }

  async builtInRoles(): Promise<{ id: string; alias: string }[]> {
    const found = await sql<{ id: string; alias: string }>`select id, role_alias as alias from sys_role
      where is_deleted = 0 and role_alias in ('administrator', 'admin', 'exam', 'area', 'school', 'teacher', 'hr', 'principal')
      order by sort`.execute(this.db)
    return found.rows
  }

  /** The built-in role of this name is gone. */
  async freeName(alias: string): Promise<void> {
    await sql`update sys_role set is_deleted = 1 where role_alias = ${alias}`.execute(this.db)
  }

  /** A row all tenants share of the kind a call is about, a removed one for what brings it back. */
  async sharedRow(call: string, id?: string): Promise<{ id: string; ids: string }> {
    const [kind = '', action] = call.split('.')
    const table = sql.table(
      { menu: 'menu', menuPackage: 'menu_package', tenant: 'tenant', client: 'oauth_client' }[kind] ?? kind,
    )
    const isRemoved = Number(action === 'restore')
    const living = kind === 'client' ? sql`true` : sql`is_deleted = ${isRemoved}`
    if (kind === 'menuPackage' && !id)
      await sql`insert into menu_package (id, package_name, sort, is_deleted)
        values (${nextId()}, ${nextId()}, 1, ${isRemoved})`.execute(this.db)
    if (kind === 'menu' && isRemoved === 1 && !id)
      await sql`insert into menu (id, code, name, sort, category, is_deleted)
        values (${nextId()}, ${nextId()}, ${nextId()}, 1, 1, 1)`.execute(this.db)
    const found = await sql<{ id: string }>`select id from ${table} t where ${living}
      and (${id ?? null}::bigint is null or id = ${id ?? null}::bigint) order by id desc limit 1`.execute(this.db)
    const row = found.rows[0]?.id ?? ''
    return { id: row, ids: row }
  }

  /** Another role of the same level and menus that nobody holds. */
  async twin(roleId: string, isRemoved = false): Promise<{ roleId: string; roleName: string }> {
    const made = await this.role({ permissions: [], level: await this.levelOf(roleId) })
    await sql`insert into role_menu (tenant_id, role_id, menu_id)
      select tenant_id, ${made.roleId}, menu_id from role_menu where role_id = ${roleId}`.execute(this.db)
    await sql`update sys_role set is_deleted = ${Number(isRemoved)} where id = ${made.roleId}`.execute(this.db)
    return made
  }

  async levelOf(roleId: string): Promise<Rights['level']> {
    const found = await sql<{ level: Rights['level'] }>`select scope_level as level from sys_role
      where id = ${roleId}`.execute(this.db)
    return found.rows[0]?.level ?? 'class'
  }

  async menusOf(roleId: string): Promise<string[]> {
    const found = await sql<{ id: string }>`select menu_id as id from role_menu where role_id = ${roleId}`.execute(
      this.db,
    )
    return found.rows.map((row) => row.id)
  }

  /** All that is kept of an account and a role, to see that a refusal changed nothing of it. */
  async kept({ userId, roleId }: Holder): Promise<string> {
    const found = await sql<{ kept: string }>`select jsonb_build_array(
      (select to_jsonb(u) from sys_user u where id = ${userId || '0'}),
      (select to_jsonb(r) from sys_role r where id = ${roleId || '0'}),
      (select jsonb_agg(menu_id order by menu_id) from role_menu where role_id = ${roleId || '0'}),
      (select jsonb_agg(data_scope_id order by 1) from role_data_scope where role_id = ${roleId || '0'}),
      (select jsonb_agg(api_scope_id order by 1) from role_api_scope where role_id = ${roleId || '0'}),
      (select jsonb_agg(to_jsonb(l) order by l.id) from user_dept_role l where user_id = ${userId || '0'}),
      (select jsonb_agg(a.id order by a.id) from social_account a where user_id = ${userId || '0'}),
      (select jsonb_agg(s.id order by s.id) from auth_session s where user_id = ${userId || '0'}))::text as kept`.execute(
      this.db,
    )
    return found.rows[0]?.kept ?? ''
  }

  /** What an account may do by now, read past all code of the product: buttons, level, schools. */
  async reach(userId: string): Promise<{ codes: string[]; level: number; schools: string[] }> {
    const found = await sql<{ codes: string[]; level: number; schools: string[] }>`select
        array(select distinct m.code from role_menu g join menu m on m.id = g.menu_id and m.category = 2
          join sys_role r on r.id = g.role_id and r.is_deleted = 0 where r.id = any(u.role_ids))::text[] as codes,
        coalesce((select max(array_position(array['class', 'school', 'area', 'all'], r.scope_level::text)
          + case when r.role_alias = 'administrator' then 4 else 0 end)
          from sys_role r where r.id = any(u.role_ids) and r.is_deleted = 0), 0) as level,
        array(select l.dept_uscc from user_dept_role l where l.user_id = u.id and l.is_deleted = 0)::text[] as schools
      from sys_user u where u.id = ${userId}`.execute(this.db)
    return found.rows[0] ?? { codes: [], level: 0, schools: [] }
  }
}
