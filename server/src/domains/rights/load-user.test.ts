import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { SCHOOLS } from '../../../test/fixtures/import-fixture.ts'
import { openDesk } from '../../../test/fixtures/import-desk.ts'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { findDeciders } from './find-deciders.ts'
import { loadAccounts, loadUsers } from './load-user.ts'

/* Who somebody is, what he may do and where he works, as it stands now; and who of them may decide. */

const app = useTestApp({ ROLES: 'web' })
const db = () => app().app.database.tenant(TENANT)
const [here = '', there = ''] = SCHOOLS.map((school) => school.code)
const area = SCHOOLS[0]?.area ?? ''
let admin: Client

beforeAll(async () => {
  admin = (await openDesk(app())).user
})

const loaded = async (user: Client) => (await loadUsers(db(), [user.userId]))[0]

async function change(user: Client, set: ReturnType<typeof sql>): Promise<void> {
  await sql`update sys_user set ${set} where id = ${user.userId}`.execute(db())
}

/** A second kind of work of somebody. */
async function tie(
  user: Client,
  roleAlias: string,
  more: { deptUscc?: string; areaCode?: string; classCodes?: string[] },
) {
  const { deptUscc = null, areaCode = null, classCodes = [] } = more
  await sql`insert into user_dept_role (id, tenant_id, user_id, dept_uscc, role_alias, area_code, class_codes)
    values (${nextId()}, ${TENANT}, ${user.userId}, ${deptUscc}, ${roleAlias}, ${areaCode}, ${classCodes})`.execute(
    db(),
  )
}

describe('somebody', () => {
  test.each([
    ['removed', sql`is_deleted = 1`, 0],
    ['locked', sql`status = 2`, 1],
    ['over since a moment', sql`expire_time = localtimestamp - interval '1 second'`, 1],
  ])('who is %s is not loaded, and as an account only while he is not removed', async (_title, set, accounts) => {
    const user = await app().user({ role: 'exam' })
    expect(await loaded(user)).toBeDefined()
    await change(user, set)
    expect(await loaded(user)).toBeUndefined()
    expect(await loadAccounts(db(), [user.userId])).toHaveLength(accounts)
  })

  test('whose time ends is known with the moment, be it the own or that of the tenant', async () => {
    const inMinutes = async (user: Client, tenantId = TENANT) => {
      const [one] = await loadUsers(app().app.database.tenant(tenantId), [user.userId])
      return Math.round(((one?.changesAt ?? 0) - Date.now()) / 60_000)
    }
    const user = await app().user({ role: 'exam' })
    expect((await loaded(user))?.changesAt).toBe(Infinity)
    await change(user, sql`expire_time = localtimestamp + interval '10 minutes'`)
    expect(await inMinutes(user)).toBe(10)
    const other = await app().user({ role: 'exam', tenantId: OTHER_TENANT })
    const ends = (when: string) =>
      sql`update tenant set expire_time = localtimestamp + ${when}::interval where tenant_id = ${OTHER_TENANT}`.execute(
        app().app.database.open,
      )
    await ends('5 minutes')
    expect(await inMinutes(other, OTHER_TENANT)).toBe(5)
    const isReadOnly = async () =>
      (await loadUsers(app().app.database.tenant(OTHER_TENANT), [other.userId]))[0]?.user.isReadOnly
    expect(await isReadOnly()).toBe(false)
    await ends('-1 second')
    expect(await isReadOnly()).toBe(true)
    expect((await loaded(user))?.user.isReadOnly).toBe(false)
  })

  test('has the rights of the roles and buttons that are still there', async () => {
    const user = await app().user({ role: 'exam', permissions: ['post_view', 'post_edit'] })
    const rights = async () => [...((await loaded(user))?.user.permissions ?? [])].toSorted()
    const setRemoved = (isDeleted: number) =>
      sql`update menu set is_deleted = ${isDeleted} where code = 'post_edit'`.execute(app().app.database.open)
    expect(await rights()).toEqual(['post_edit', 'post_view'])
    await setRemoved(1)
    expect(await rights()).toEqual(['post_view'])
    await setRemoved(0)
    await sql`update sys_role set is_deleted = 1 where id = (select role_ids[1] from sys_user where id = ${user.userId})`.execute(
      db(),
    )
    expect(await loaded(user)).toMatchObject({ user: { roles: [] }, scope: { level: 'class', schoolCodes: [] } })
    expect(await rights()).toEqual([])
  })

  test('sees by the widest of the roles, in all units he is tied to and no more', async () => {
    const user = await app().user({ role: 'teacher', schoolCode: here, classCodes: ['C1'] })
    expect((await loaded(user))?.scope).toEqual({ level: 'class', schoolCodes: [here], classCodes: ['C1'] })
    await tie(user, 'teacher', { deptUscc: there, classCodes: ['C2', 'C3'] })
    await tie(user, 'area', { areaCode: area })
    const scope = { level: 'class', schoolCodes: [here, there], classCodes: ['C1', 'C2', 'C3'] }
    expect((await loaded(user))?.scope).toEqual(scope)
    const widen = (alias: string) =>
      change(user, sql`role_ids = role_ids || (select id from sys_role where role_alias = ${alias})`)
    await widen('school')
    expect((await loaded(user))?.scope).toEqual({ level: 'school', schoolCodes: [here, there] })
    await widen('area')
    expect((await loaded(user))?.scope).toEqual({ level: 'area', areaCodes: [area] })
    await sql`update user_dept_role set is_deleted = 1 where user_id = ${user.userId} and area_code is not null`.execute(
      db(),
    )
    expect((await loaded(user))?.scope).toEqual({ level: 'area', areaCodes: [] })
    await widen('exam')
    expect((await loaded(user))?.scope).toEqual({ level: 'all' })
  })
})

describe('a decision', () => {
  const RIGHT = 'post_edit'
  let ctx: Ctx
  beforeAll(async () => {
    const found = await app().app.ctxOf(TENANT, admin.userId)
    if (!found) throw new Error('no administrator')
    ctx = found
  })
  const asked = async (unit = { areaCode: area, schoolCode: here }) =>
    (await findDeciders(ctx, RIGHT, unit)).map(({ user }) => user.id)

  test('is for those who hold the right, and look after everything or work at the unit', async () => {
    const holder = (role: string, more: object = {}) => app().user({ role, permissions: [RIGHT], ...more })
    const everywhere = await holder('exam')
    const inSchool = await holder('school', { schoolCode: here })
    const inArea = await holder('area', { areaCode: area })
    const elsewhere = await holder('school', { schoolCode: there })
    const without = await app().user({ role: 'exam', permissions: ['post_view'] })
    const ids = await asked()
    const mine = [everywhere, inSchool, inArea].map((user) => user.userId)
    expect(ids.filter((id) => mine.includes(id))).toEqual(mine)
    for (const user of [elsewhere, without, admin]) expect(ids).not.toContain(user.userId)
    expect(ids).toEqual(ids.toSorted((a, b) => Number(BigInt(a) - BigInt(b))))
    expect(await asked({ areaCode: 'nowhere', schoolCode: there })).toContain(elsewhere.userId)
    expect(await asked({ areaCode: 'nowhere', schoolCode: there })).not.toContain(inArea.userId)
  })

  test.each([
    ['is removed', (id: string) => sql`update sys_user set is_deleted = 1 where id = ${id}`],
    ['is locked', (id: string) => sql`update sys_user set status = 2 where id = ${id}`],
    [
      'is over',
      (id: string) => sql`update sys_user set expire_time = localtimestamp - interval '2 seconds' where id = ${id}`,
    ],
    ['works there no more', (id: string) => sql`update user_dept_role set is_deleted = 1 where user_id = ${id}`],
    [
      'lost the role',
      (id: string) =>
        sql`update sys_role set is_deleted = 1 where id = (select role_ids[1] from sys_user where id = ${id})`,
    ],
  ])('is not for somebody who %s', async (_title, ended) => {
    const { userId } = await app().user({ role: 'school', permissions: [RIGHT], schoolCode: here })
    expect(await asked()).toContain(userId)
    await ended(userId).execute(db())
    expect(await asked()).not.toContain(userId)
  })

  test('is for nobody once the button is gone', async () => {
    const { userId } = await app().user({ role: 'exam', permissions: [RIGHT] })
    const setRemoved = (isDeleted: number) =>
      sql`update menu set is_deleted = ${isDeleted} where code = ${RIGHT}`.execute(app().app.database.open)
    expect(await asked()).toContain(userId)
    await setRemoved(1)
    expect(await asked()).toEqual([])
    await setRemoved(0)
  })
})
