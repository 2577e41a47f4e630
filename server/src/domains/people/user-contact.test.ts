import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'

const app = useTestApp()
const USER = '/api/blade-user'

let admin: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})

describe('phone and e-mail', () => {
  const contact = { phone: '13812345678', email: 'zhang@example.cn' }
  const hidden = { phone: '138****5678', email: 'z***@example.cn' }
  const reason = '通知更换账号'

  test('are masked wherever others see them, and stay as they are when they come back so', async () => {
    const added = await admin.post(`${USER}/submit`, { account: 'zhang', name: '张', ...contact })
    expect(added.data).toMatchObject(hidden)
    const { id } = added.data
    const changed = await admin.post(`${USER}/update`, { id, name: '张三', ...hidden })
    expect(changed.data).toMatchObject({ name: '张三', ...hidden })
    expect((await admin.get(`${USER}/detail`, { id })).data).toMatchObject(hidden)
    expect((await admin.get(`${USER}/platform-detail`, { id })).data).toMatchObject(hidden)
    expect((await admin.get(`${USER}/page`, { account: 'zhang' })).data.records).toEqual([
      expect.objectContaining(hidden),
    ])
    const log = '/api/blade-log/operation'
    const [line] = (await admin.get(`${log}/list`, { rowId: id, call: 'user.add' })).data.records
    const { changes } = (await admin.get(`${log}/detail`, { id: line.id })).data
    expect(changes).toContainEqual({ field: 'phone', label: '手机号码', before: '', after: hidden.phone })
    expect(JSON.stringify(changes)).not.toContain(contact.email)
    const kept = await sql`select phone, email from sys_user where id = ${id}`.execute(
      app().app.database.tenant(TENANT),
    )
    expect(kept.rows).toEqual([contact])
  })

  test('are shown one by one for a reason, by right', async () => {
    const { id } = (await admin.get(`${USER}/page`, { account: 'zhang' })).data.records[0]
    const show = (user: Client, body: object) => user.post(`${USER}/reveal`, { id, field: 'phone', reason, ...body })
    expect((await show(admin, {})).data).toEqual({ value: contact.phone })
    expect((await show(admin, { field: 'email' })).data).toEqual({ value: contact.email })
    expect((await show(admin, { reason: '看' })).msg).toBe('请填写理由，至少4个字')
    expect((await show(admin, { field: 'password' })).status).toBe(404)
    expect((await show(await app().user({ role: 'exam', permissions: ['user_view'] }), {})).status).toBe(403)
    const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    expect((await show(other, {})).status).toBe(404)
    const lines =
      await sql`select row_id, new_values from operation_log where call = 'user.reveal' order by id`.execute(
        app().app.database.tenant(TENANT),
      )
    expect(lines.rows).toEqual([
      { rowId: id, newValues: { field: 'phone', reason } },
      { rowId: id, newValues: { field: 'email', reason } },
    ])
  })
})
