import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Client, useTestApp } from '../../../../test/harness.ts'

const PARTING = new URL('../../../../migrations/20261123T0806_parts_of_the_exam_menu.sql', import.meta.url)
const app = useTestApp({ ROLES: 'web' })
let admin: Client

interface Branch {
  code: string
  children?: Branch[]
}

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})

async function childrenOf(code: string): Promise<string[] | undefined> {
  const { data } = await admin.get('/api/blade-system/menu/routes')
  return (data as Branch[]).find((one) => one.code === code)?.children?.map((one) => one.code)
}

test('an older menu, with all screens of exams in one list, is parted; a group without screens is not shown', async () => {
  const db = app().app.database.open
  const scores = await childrenOf('score')
  const office = await childrenOf('exam_office')
  await sql`update menu set parent_id = (select id from menu where code = 'exam')
    where parent_id in (select id from menu where code in ('score', 'exam_office'))`.execute(db)
  expect([await childrenOf('score'), await childrenOf('exam_office')]).toEqual([undefined, undefined])
  const { data } = await admin.get('/api/blade-system/menu/routes')
  expect((data as Branch[]).map(({ code }) => code)).not.toContain('score')
  await sql`delete from menu where code in ('score', 'exam_office')`.execute(db)
  await sql`update menu set parent_id = 0 where code = 'exam_line_target'`.execute(db)
  await sql.raw(readFileSync(PARTING, 'utf8')).execute(db)
  expect(new Set(await childrenOf('score'))).toEqual(new Set(scores?.filter((code) => code !== 'exam_line_target')))
  expect(await childrenOf('exam_office')).toEqual(
    office?.filter((code) => code.startsWith('exam_task') && code !== 'exam_task_mark'),
  )
})
