import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { growDictionary } from './fixtures/grown-dictionary.ts'
import { type Client, useTestApp } from './harness.ts'
import { RowMaker } from './rows.ts'

/* Administrators may add entries to dictionaries that the program decides by: what it does not know it refuses. */

const app = useTestApp({ ROLES: 'web' })
let admin: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})

test('an entry of a portfolio is of a kind there is', async () => {
  await growDictionary(admin, 'portfolio_type', '99')
  const school = await new RowMaker(admin).create(registry.entity('basicSchool'))
  const teacher = await app().user({ role: 'teacher', schoolCode: String(school['schoolCode']) })
  const body = { portfolioType: 99, memo: '支教一年' }
  const { status, msg } = await teacher.post('/api/yzl-gather/teacherPortfolio/submit', body)
  expect([status, msg]).toEqual([400, '档案类别不是有效的选项'])
  expect((await sql`select 1 from teacher_portfolio`.execute(admin.db)).rows).toEqual([])
})

test('a rule of retention is about data there are', async () => {
  await growDictionary(admin, 'privacy_retain_kind', '99')
  const rule = { ruleName: '别的', dataKind: '99', keepYears: 3 }
  const made = await admin.post('/api/blade-privacy/retentionrule/submit', rule)
  const preview = await admin.get('/api/blade-privacy/retentionrule/preview', { id: made.data?.id })
  expect([made.msg, preview.status, preview.msg]).toEqual(['操作成功', 400, '这一类数据没有保留规则'])
})
