import { registry } from '@xueheng/contract'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { visibleRows } from '../src/platform/access/scope.ts'
import { viewOf } from '../src/platform/db/large-tables.ts'
import { pageOfRows } from '../src/platform/rows/page.ts'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from './harness.ts'
import type { Row } from './rows.ts'

const app = useTestApp({ ROLES: 'web' })
const LIST = '/api/bigdata-service/basicstudent/list'
const NAMES = ['王小明', '王晓敏', '汪洋', '李小明', '欧阳修', '曾乐', '单于丹', 'Tom Wang', '阿依古丽·买买提', '吕布']
let staff: Client

beforeAll(async () => {
  staff = await app().user({ role: 'administrator' })
  await addStudents(TENANT, 400)
  await addStudents(OTHER_TENANT, 20)
})

/** Students whose names come round again, in nine classes; grade and year of every seventh are blank or another. */
async function addStudents(tenant: string, count: number): Promise<void> {
  await sql`insert into basic_student (id, tenant_id, student_code, student_name, gender, area_code, school_code, stage, enter_year,
      grade_code, class_code, student_no, is_sealed)
    select n + ${tenant === TENANT ? 0 : 1000}, ${tenant}, 'G' || n, (${NAMES}::text[])[1 + n % ${NAMES.length}], '1', '510000',
      'S' || n % 3, '3', 2020 + n % 4, case when n % 7 > 0 then (n % 3 + 1)::text end, 'C' || n % 9, n::text, 0
    from generate_series(1, ${count}::int) n`.execute(app().app.database.tenant(tenant))
}

async function found(query: object): Promise<Row[]> {
  const { data, status, msg } = await staff.get(LIST, { size: 1000, ...query })
  expect([status, msg]).toEqual([200, '操作成功'])
  expect(data.total).toBe(data.records.length)
  return data.records
}

async function namesFor(text: string): Promise<string[]> {
  const names = (await found({ studentName: text })).map((row) => String(row['studentName']))
  return [...new Set(names)].toSorted()
}

describe('a name is found', () => {
  test.each([
    ['one character', '明', ['李小明', '王小明']],
    ['two', '小明', ['李小明', '王小明']],
    ['all of it', '王小明', ['王小明']],
    ['three that do not stand together', '王明小', []],
    ['a part of a long one', '古丽·买', ['阿依古丽·买买提']],
    ['Latin letters, in any case', 'tom w', ['Tom Wang']],
    ['a sign of patterns', '%', []],
    ['pinyin in full', 'wangxiaoming', ['王小明']],
    ['pinyin of the given name', 'xiaoming', ['李小明', '王小明']],
    ['first letters', 'wxm', ['王小明', '王晓敏']],
    ['first letters of a part', 'xm', ['李小明', '王小明', '王晓敏']],
    ['a mixture', 'wangxmin', ['王晓敏']],
    ['a surname with a reading of its own', 'zengle', ['曾乐']],
    ['a letter with dots', 'lvbu', ['吕布']],
    ['letters of a name and of pinyin alike', 'wang', ['Tom Wang', '汪洋', '王小明', '王晓敏']],
    ['first letters of a long name', 'aygl', ['阿依古丽·买买提']],
  ])('by %s', async (_title, text, names) => {
    expect(await namesFor(text)).toEqual(names.toSorted())
  })

  test('by a suffix as it is spelt, not by pinyin', async () => {
    expect(await found({ studentName_like: 'wxm' })).toEqual([])
    expect((await found({ studentName_like: '小明' })).length).toBe(80)
  })

  test('in small lists by pinyin as well', async () => {
    await sql`insert into basic_school (id, tenant_id, school_code, school_name, area_code, school_type, sort)
      values (1, ${TENANT}, 'S1', '东湖中学', '510000', '1', 1), (2, ${TENANT}, 'S2', '西山小学', '510000', '1', 2)`.execute(
      app().app.database.tenant(TENANT),
    )
    const { data } = await staff.get('/api/bigdata-service/basicschool/list', { schoolName: 'zhongxue' })
    expect(data.records.map((row: Row) => row['schoolName'])).toEqual(['东湖中学'])
  })
})

test.each([
  {},
  { ascs: 'studentName' },
  { ascs: 'gradeCode' },
  { ascs: 'gender' },
  { descs: 'studentName', gradeCode: '2' },
  { studentName: '明' },
  { studentName: '明', descs: 'id' },
  { studentName: '明', ascs: 'gradeCode,gradeCode,studentName' },
])('pages near and far under %j are those of the whole', async (query) => {
  const all = (await found(query)).map((row) => row['id'])
  const read: unknown[] = []
  for (let current = 1; read.length < all.length; current += 1) {
    const { data } = await staff.get(LIST, { ...query, current, size: 30 })
    expect(data.total).toBe(all.length)
    read.push(...data.records.map((row: Row) => row['id']))
  }
  expect(read).toEqual(all)
})

test.each(['studentName', 'gradeCode', 'enterYear', 'schoolCode', 'className'])(
  'downwards by %s is upwards turned round',
  async (name) => {
    const ids = async (query: object) => (await found(query)).map((row) => row['id'])
    expect(await ids({ descs: name })).toEqual((await ids({ ascs: name })).toReversed())
  },
)

test('the view shows the rows of the tenant alone, and none without one', async () => {
  const rows = async (tenant: string) => {
    const { rows: seen } = await sql<{ tenantId: string }>`select distinct tenant_id from basic_student_rows`.execute(
      app().app.database.tenant(tenant),
    )
    return seen.map((row) => row.tenantId)
  }
  expect(await rows(TENANT)).toEqual([TENANT])
  expect(await rows(OTHER_TENANT)).toEqual([OTHER_TENANT])
  expect(await rows('-')).toEqual([])
  const write = sql`update basic_student_rows set remark = 'x'`.execute(app().app.database.tenant(TENANT))
  await expect(write).rejects.toThrow('permission denied')
})

/** The plan of a statement for one of the program's connections, as text. */
async function planOf(statement: RawBuilder<unknown>): Promise<string> {
  return app()
    .app.database.tenant(TENANT)
    .transaction()
    .execute(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db)
      const { rows } = await sql<{ queryPlan: string }>`explain ${statement}`.execute(db)
      return rows.map((row) => Object.values(row)[0]).join('\n')
    })
}

test('a search by part goes through the index of pieces', async () => {
  const plan = await planOf(
    sql`select id from basic_student_rows where name_pieces(student_name) @> ${['小明']}::text[]`,
  )
  expect(plan).toContain('Bitmap Index Scan on basic_student_student_name_pieces')
})

/** Names of entities and columns searched by part. All other indexes are of rows that are not removed, which the statement does not ask for. */
const SEARCHED = registry.entities.flatMap((entity) =>
  entity.large
    ? Object.entries(entity.fields as Fields).flatMap(([name, field]) =>
        field.search === 'name' ? [[entity.name, snake(name), entity] as const] : [],
      )
    : [],
)

test.each(SEARCHED)(
  'what bureau and school see of %s leaves the index of pieces of %s its use',
  async (_name, column, entity) => {
    const users = [staff, await app().user({ role: 'school', schoolCode: 'S1' })]
    for (const { userId } of users) {
      const ctx = await app().app.ctxOf(TENANT, userId)
      if (!ctx) throw new Error('no such user')
      const plan = await planOf(
        sql`select id from ${sql.table(viewOf(entity))} where name_pieces(${sql.ref(column)}) @> ${['小明']}::text[] and ${visibleRows(entity, ctx)}`,
      )
      expect(plan).toContain(`Bitmap Index Scan on ${entity.table}_${column}_pieces`)
    }
  },
)

test('every entity that is declared large says in what order its list stands', () => {
  const large = registry.entities.filter((entity) => entity.large)
  expect(large.map((entity) => entity.name)).toContain('basicStudent')
  for (const entity of large) expect(entity.order, entity.name).toBeDefined()
})

describe('a total', () => {
  const numbers = (count: number) => ({
    columns: sql`id`,
    source: sql`(select n as id from generate_series(1, ${sql.lit(count)}) n) numbers`,
    condition: sql`true`,
    order: sql`id`,
  })
  const pageAt = (count: number, query: Row) =>
    pageOfRows<{ id: number }>({ db: app().app.database.tenant(TENANT) }, query, numbers(count))

  test('of few rows is sent as ever', async () => {
    const { data } = await staff.get(LIST, { size: 1 })
    expect(Object.keys(data).toSorted()).toEqual(['current', 'pages', 'records', 'size', 'total'])
  })

  test('is exact up to a hundred thousand', async () => {
    const page = await pageAt(100_000, {})
    expect(page).toMatchObject({ total: 100_000, pages: 10_000 })
    expect(page.isEstimated).toBeUndefined()
  })

  test('is estimated beyond, and says so', async () => {
    expect(await pageAt(1_234_567, {})).toMatchObject({ total: 1_230_000, isEstimated: true, pages: 123_000 })
    expect(await pageAt(1_234_567, { current: 100_000 })).toMatchObject({ total: 1_230_000, isEstimated: true })
  })

  test('is exact again on the last page and beyond it', async () => {
    const last = await pageAt(1_234_567, { current: 123_457 })
    expect([last.records.length, last.total, last.isEstimated]).toEqual([7, 1_234_567, undefined])
    const beyond = await pageAt(1_234_567, { current: 900_000 })
    expect([beyond.records.length, beyond.total, beyond.isEstimated]).toEqual([0, 1_234_567, undefined])
  })

  test.each([9_999, 10_000, 10_001, 25_000])(
    'of a search that finds %d rows stands with the same rows, whether those are put in order or the order is walked',
    async (count) => {
      const parts = { ...numbers(count), order: sql`id desc`, hasId: true, searched: sql`id` }
      const db = app().app.database.tenant(TENANT)
      for (const current of [1, 3, 600]) {
        const page = await pageOfRows<{ id: number }>({ db }, { current }, parts)
        const first = count - (current - 1) * 10
        expect(page.records.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_none, i) => first - i))
        expect([page.total, page.isEstimated]).toEqual(
          count > 10_000 ? [Number(count.toPrecision(3)), true] : [count, undefined],
        )
      }
      const beyond = await pageOfRows<{ id: number }>({ db }, { current: 2501 }, parts)
      expect([beyond.records, beyond.total, beyond.isEstimated]).toEqual([[], count, undefined])
    },
  )
})
