import { sql } from 'kysely'
import { nextId } from '../src/platform/db/id.ts'
import { writeWorkbook } from '../src/platform/sheet/write.ts'
import type { Answer } from './harness.ts'
import { TENANT } from './harness.ts'
import type { Actor, Holder, Lattice, Relation } from './lattice.ts'
import { API_SCOPE_TRIALS, SHARED_TRIALS } from './lattice-shared-trials.ts'
import { ROLE_TRIALS } from './lattice-role-trials.ts'
import { type Trial, ofUnits, targets } from './lattice-trial.ts'

const USER = '/api/blade-user'
const LINKS = '/api/bigdata-service/user_dept_role'

const onSelf = (_actor: Actor, relation: Relation): boolean => relation === 'self'

/** Of calls that give a role to somebody who has none yet. */
function gives(
  call: string,
  permission: string,
  run: (actor: Actor, role: Holder, taker: Holder) => Promise<Answer>,
): Trial {
  return {
    call,
    permission,
    does: 'gives a role',
    prepare: async (lattice, actor, subject) => {
      const taker = await lattice.userWith(undefined, await schoolOf(lattice, subject))
      return { touched: [taker], run: () => run(actor, subject, taker) }
    },
  }
}

/** Who is given a role works where the one works who holds it. */
async function schoolOf(lattice: Lattice, { userId }: Holder): Promise<string | undefined> {
  return (await lattice.reach(userId)).schools[0]
}

async function workbook(rows: Record<string, string>[]) {
  const header = ['账户', '昵称', '角色名称'].map((title) => ({ title, key: title }))
  return [{ name: '用户.xlsx', body: await writeWorkbook([{ name: '用户', title: ['用户导入'], header, rows }]) }]
}

const users: Trial[] = [
  targets('user.submit', 'user_edit', 'edits an account', ({ client }, { userId }) =>
    client.post(`${USER}/submit`, { id: userId, realName: '改' }),
  ),
  targets('user.update', 'user_edit', 'edits an account', ({ client }, { userId }) =>
    client.post(`${USER}/update`, { id: userId, name: '改' }),
  ),
  targets('user.update', 'user_edit', 'takes the roles of an account', ({ client }, { userId }) =>
    client.post(`${USER}/update`, { id: userId, roleId: '' }),
  ),
  targets('user.updatePlatform', 'user_edit', 'sets the platform of an account', ({ client }, { userId }) =>
    client.post(`${USER}/update-platform`, undefined, { userId, userType: 2 }),
  ),
  targets(
    'user.remove',
    'user_delete',
    'removes an account',
    ({ client }, { userId }) => client.post(`${USER}/remove`, undefined, { ids: userId }),
    onSelf,
  ),
  targets(
    'user.lock',
    'user_reset',
    'locks an account',
    ({ client }, { userId }) => client.post(`${USER}/lock`, undefined, { userIds: userId }),
    onSelf,
  ),
  targets('user.resetPassword', 'user_reset', 'resets the password of an account', ({ client }, { userId }) =>
    client.post(`${USER}/reset-password`, undefined, { userIds: userId }),
  ),
  targets('secondFactor.reset', 'user_reset', 'takes the second factor of an account', ({ client }, { userId }) =>
    client.post('/api/blade-auth/second-factor/reset', undefined, { userIds: userId }),
  ),
  targets('user.grant', 'user_role', 'takes the roles of an account', ({ client }, { userId }) =>
    client.post(`${USER}/grant`, undefined, { userIds: userId, roleIds: '' }),
  ),
  {
    ...targets(
      'user.unlock',
      'user_reset',
      'unlocks a locked account',
      ({ client }, { userId }) => client.post(`${USER}/unlock`, undefined, { userIds: userId }),
      onSelf,
    ),
    prepare: async (lattice, { client }, { userId }) => {
      await sql`update sys_user set status = 0 where id = ${userId}`.execute(lattice.db)
      return { run: () => client.post(`${USER}/unlock`, undefined, { userIds: userId }) }
    },
  },
  {
    ...targets('user.submit', 'user_edit', 'edits a locked account', ({ client }) => client.post('')),
    never: onSelf,
    prepare: async (lattice, { client }, { userId }) => {
      await sql`update sys_user set status = 0 where id = ${userId}`.execute(lattice.db)
      return { run: () => client.post(`${USER}/submit`, { id: userId, realName: '改' }) }
    },
  },
  {
    call: 'user.authRemove',
    permission: 'user_edit',
    does: 'unbinds an account',
    isOwn: true,
    prepare: async (lattice, { client }, { userId }) => {
      const uuid = nextId()
      await sql`insert into social_account (id, tenant_id, source, uuid, user_id, username, avatar)
        values (${nextId()}, ${TENANT}, 'oidc', ${uuid}, ${userId}, '', '')`.execute(lattice.db)
      return { run: () => client.post(`${USER}/auth-remove`, undefined, { userId, uuid, source: 'oidc' }) }
    },
  },
  {
    call: 'online.kick',
    permission: 'online_kick',
    does: 'signs out an account',
    prepare: async (lattice, { client }, { userId }) => {
      const id = nextId()
      await sql`insert into auth_session (id, token_hash, refresh_hash, tenant_id, user_id, access_expire, refresh_expire, way)
        values (${id}, ${id.padEnd(64, '0')}, ${id.padEnd(64, '1')}, ${TENANT}, ${userId}, now() + interval '1 hour',
          now() + interval '1 hour', 'password')`.execute(lattice.db)
      return { run: () => client.post('/api/blade-auth/online/kick', undefined, { ids: id }) }
    },
  },
]

const gifts: Trial[] = [
  gives('user.submit', 'user_edit', ({ client }, { roleId }, { userId }) =>
    client.post(`${USER}/submit`, { id: userId, roleId }),
  ),
  gives('user.update', 'user_edit', ({ client }, { roleId }, { userId }) =>
    client.post(`${USER}/update`, { id: userId, roleId: [roleId] }),
  ),
  gives('user.grant', 'user_role', ({ client }, { roleId }, { userId }) =>
    client.post(`${USER}/grant`, undefined, { userIds: userId, roleIds: roleId }),
  ),
  gives('user.importUser', 'user_add', async ({ client }, { roleName }, { account }) =>
    client.upload(
      `${USER}/import-user`,
      { isCovered: 1 },
      await workbook([{ 账户: account, 昵称: '改', 角色名称: roleName }]),
    ),
  ),
  {
    call: 'user.importCommit',
    permission: 'user_add',
    does: 'imports a new account with a role',
    // A new account works nowhere: only the role itself can be too much.
    besides: ofUnits,
    prepare: async (lattice, { client }, { roleName }) => {
      const files = await workbook([{ 账户: `i${nextId()}`, 昵称: '新', 角色名称: roleName }])
      const checked = await client.upload(`${USER}/import-check`, {}, files)
      return {
        run: () => client.post(`${USER}/import-commit`, undefined, { fileId: String(checked.data?.fileId ?? '1') }),
      }
    },
  },
  {
    call: 'user.importMend',
    permission: 'user_add',
    does: 'mends the role of an account to be imported',
    besides: ofUnits,
    prepare: async (_lattice, { client, roleName: mine }, { roleName }) => {
      const files = await workbook([{ 账户: `i${nextId()}`, 昵称: '新', 角色名称: mine }])
      const checked = await client.upload(`${USER}/import-check`, {}, files)
      const fileId = String(checked.data?.fileId ?? '1')
      const rowNo = Number(checked.data?.rows?.[0]?.rowNo ?? 3)
      const run = async () => {
        const mended = await client.post(`${USER}/import-mend`, {
          fileId,
          mends: [{ rowNo, values: { roleId: roleName } }],
        })
        return mended.status === 200 ? client.post(`${USER}/import-commit`, undefined, { fileId }) : mended
      }
      return { run }
    },
  },
  {
    ...targets('user.submit', 'user_add', 'makes an account with a role', ({ client }, { roleId }) =>
      client.post(`${USER}/submit`, { account: `n${nextId()}`, name: '新', roleId }),
    ),
    besides: ofUnits,
  },
  {
    ...targets('user.grant', 'user_role', 'gives himself a role', ({ client, userId, roleId: mine }, { roleId }) =>
      client.post(`${USER}/grant`, undefined, { userIds: userId, roleIds: [mine, roleId].join() }),
    ),
    isOnActor: true,
    besides: ofUnits,
  },
  {
    call: 'registration.approve',
    permission: 'registration_audit',
    does: 'lets in an applicant with a role',
    besides: ofUnits,
    prepare: async (lattice, { client }, { roleId }) => {
      const guest = await lattice.userWith()
      const id = await apply(lattice, guest)
      return {
        touched: [guest],
        run: () => client.post(`${USER}/registration/approve`, { id, roleIds: roleId }),
      }
    },
  },
  {
    call: 'registration.refuse',
    permission: 'registration_audit',
    does: 'refuses an applicant whose account has a role',
    prepare: async (lattice, { client }, subject) => {
      const id = await apply(lattice, subject)
      return { run: () => client.post(`${USER}/registration/refuse`, { id, reason: '核对身份' }) }
    },
  },
]

async function apply(lattice: Lattice, guest: Holder): Promise<string> {
  const [id, socialId] = [nextId(), nextId()]
  await sql`insert into social_account (id, tenant_id, source, uuid, user_id, username, avatar)
    values (${socialId}, ${TENANT}, 'oidc', ${socialId}, ${guest.userId}, '', '')`.execute(lattice.db)
  await sql`insert into guest_registration (id, tenant_id, social_id, user_id, account, name)
    values (${id}, ${TENANT}, ${socialId}, ${guest.userId}, ${guest.account}, '客')`.execute(lattice.db)
  return id
}

const units: Trial[] = [
  {
    call: 'userUnit.submit',
    permission: 'userunit_edit',
    does: 'ties to a school an account',
    prepare: async (lattice, { client }, { userId }) => ({
      run: () => client.post(`${LINKS}/submit`, { userId, deptUscc: lattice.schoolCode, roleAlias: 'teacher' }),
    }),
  },
  ...(['userUnit.remove', 'userUnit.removeUserDeptRole'] as const).map((call): Trial => ({
    call,
    permission: 'userunit_delete',
    does: 'unties from a school an account',
    prepare: async (lattice, { client }, { userId }) => {
      const id = await lattice.link(userId, lattice.schoolCode)
      const one = { userId, deptUscc: lattice.schoolCode, roleAlias: 'teacher' }
      return {
        run: () =>
          call === 'userUnit.remove'
            ? client.post(`${LINKS}/remove`, undefined, { ids: id })
            : client.post('/api/bigdata-service/sys_user/removeUserDeptRole', undefined, one),
      }
    },
  })),
]

export const TRIALS: Trial[] = [...users, ...gifts, ...units, ...ROLE_TRIALS, ...SHARED_TRIALS, ...API_SCOPE_TRIALS]
