import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../test/harness.ts'
import { TEST, makeBureau } from './bureau.ts'
import { loadBase } from './load-base.ts'
import { furnishOffice } from './office.ts'
import { at } from './random.ts'

const app = useTestApp()

test('the office is furnished: every tree hangs together, and everybody has a seat and news', async () => {
  const { database, ctxOf } = app().app
  const db = database.tenant(TENANT)
  const admin = await sql<{ id: string }>`select id from sys_user where account = 'admin'`.execute(db)
  const ctx = await ctxOf(TENANT, at(admin.rows, 0).id)
  if (!ctx) throw new Error('no administrator')
  const bureau = makeBureau(TEST)
  const home = at(at(bureau.schools, 0).classes, 0)
  await db.transaction().execute((trx) => loadBase({ db: trx, tenantId: TENANT }, bureau))
  await furnishOffice(ctx, bureau, home)

  for (const table of ['dept', 'organize', 'newclasses', 'appresource']) {
    const loose = await sql`select 1 from ${sql.table(table)} child
      left join ${sql.table(table)} above on above.id = child.parent_id
      where child.ancestors is distinct from coalesce(above.ancestors || ',' || above.id, '0')`.execute(db)
    expect(loose.rows, table).toEqual([])
  }
  const rows = async (table: string) =>
    Number((await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]?.n)
  expect(await rows('organize')).toBe(1 + bureau.areas.length + bureau.schools.length)
  expect(await rows('newclasses')).toBe(3 + home.school.classes.length)
  const seats = await sql<{ account: string; dept: string; post: string }>`
    select account, dept_name as dept, post_name as post from sys_user
    join dept on dept.id = any(dept_ids) join post on post.id = any(post_ids) order by account`.execute(db)
  expect(seats.rows.map((row) => `${row.account} ${row.dept} ${row.post}`)).toEqual([
    'admin 信息中心 科长',
    'exam 教育考试院 科长',
    `school ${home.school.shortName} 教务主任`,
    `teacher ${home.school.shortName} 任课教师`,
  ])
  const teacher = await app().user({ role: 'teacher' })
  const news = await teacher.get<{ unread: number }>('/api/blade-desk/notice/unread')
  expect(news.data.unread).toBe(3)
})
