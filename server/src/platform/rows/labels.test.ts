import { registry } from '@xueheng/contract'
import { labelField } from '@xueheng/contract/derive/label-field.ts'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { RowMaker, type Row } from '../../../test/rows.ts'

const app = useTestApp({ ROLES: 'web' })
const entity = registry.entity('userinfo')
let admin: Client
let row: Row

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  row = await new RowMaker(admin).create(entity, {})
})

async function organizationInBook(): Promise<unknown> {
  const { raw, status } = await admin.get(`${entity.paths[0]}/export`, { reason: '核对用户信息' })
  expect(status).toBe(200)
  const [sheet] = (await readXlsx(raw)).sheets
  const head = sheet?.rows.find((cells) => cells.includes(entity.fields.organizeId.title)) ?? []
  return sheet?.rows.at(-1)?.[head.indexOf(entity.fields.organizeId.title)]
}

test('a workbook names the row another row points to, and leaves the cell empty where the reader sees none', async () => {
  const db = app().app.database.tenant(TENANT)
  const organization = registry.entity('organize')
  const { data } = await admin.get(`${organization.paths[0]}/detail`, { id: row['organizeId'] })
  expect(await organizationInBook()).toBe(data[labelField(organization)])
  await sql`update organize set is_deleted = 1 where id = ${row['organizeId']}`.execute(db)
  expect((await organizationInBook()) ?? '').toBe('')
})
