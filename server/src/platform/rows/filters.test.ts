import * as field from '@xueheng/contract/kit/field.ts'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import { assertSortable, escapeLike, filterConditions } from './filters.ts'

/* Which conditions parameters of a list become, and which are no values of their field. */

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (one) => new PostgresIntrospector(one),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const FIELDS = {
  name: field.text('名称'),
  code: field.text('编号', { search: 'equal' }),
  num: field.integer('数量'),
  price: field.decimal('价格'),
  rate: field.percent('比例'),
  isOpen: field.flag('开放'),
  day: field.date('日期'),
  moment: field.dateTime('时间'),
  stage: field.dict('学段', 'stage', { numeric: true }),
  kind: field.dict('类型', 'kind'),
  kinds: field.dict('类型', 'kind', { multiple: true }),
  userId: field.ref('用户', 'user'),
  schoolCode: field.ref('学校', 'basicSchool', { value: 'schoolCode' }),
  picture: field.image('图片'),
  extra: field.json<object>('附加'),
  appKey: field.secret('密钥'),
  phone: field.text('电话', { personal: 'phone' }),
}

type Reach = Parameters<typeof filterConditions>[2]

function conditionOf(query: Record<string, unknown>, reach?: Reach): [string, readonly unknown[]] {
  const all = filterConditions(FIELDS, query, reach)
  const { sql: text, parameters } = sql.join(all, sql` and `).compile(db)
  return [text, parameters]
}

test.each<[Record<string, unknown>, string, unknown[]]>([
  [{ name: '一_%\\' }, '"name"::text ilike $1', [String.raw`%一\_\%\\%`]],
  [{ code: 'a' }, '"code" = $1', ['a']],
  [{ code: 'a,b' }, '"code" = any($1)', [['a', 'b']]],
  [{ code: ['a', 'b,c'] }, '"code" = any($1)', [['a', 'b', 'c']]],
  [{ code_like: 'a' }, '"code"::text ilike $1', ['%a%']],
  [{ name_equal: 'a,b' }, '"name" = $1', ['a,b']],
  [{ name_notequal: 'a' }, '"name" is distinct from $1', ['a']],
  [{ name_notlike: 'a' }, `coalesce("name"::text, '') not ilike $1`, ['%a%']],
  [{ name_likeleft: 'a' }, '"name"::text ilike $1', ['%a']],
  [{ name_likeright: 'a' }, '"name"::text ilike $1', ['a%']],
  [{ name_null: 'x' }, '"name" is null', []],
  [{ name_notnull: 'x' }, '"name" is not null', []],
  [{ num_ge: 1 }, '"num" >= $1', [1]],
  [{ num_le: 1 }, '"num" <= $1', [1]],
  [{ num_gt: 1 }, '"num" > $1', [1]],
  [{ num_lt: 1 }, '"num" < $1', [1]],
  [{ moment_datege: '2026-01-01' }, '"moment" >= $1::timestamp', ['2026-01-01']],
  [{ moment_datele: '2026-01-01' }, '"moment" <= $1::timestamp', ['2026-01-01']],
  [{ moment_dategt: '2026-01-01' }, '"moment" > $1::timestamp', ['2026-01-01']],
  [{ moment_datelt: '2026-01-01' }, '"moment" < $1::timestamp', ['2026-01-01']],
  [{ moment_dateequal: '2026-01-01' }, '"moment"::date = $1::date', ['2026-01-01']],
  [{ kinds: '1' }, '"kinds" ?| $1::text[]', [['1']]],
  [{ kinds: [1, 2] }, '"kinds" ?| $1::text[]', [['1', '2']]],
  [{ isOpen: '1', stage: '1,2' }, '"is_open" = $1 and "stage" = any($2)', ['1', ['1', '2']]],
  [{ picture: 'a' }, '"picture"::text ilike $1', ['%a%']],
])('%j is asked as a condition', (query, text, parameters) => {
  expect(conditionOf(query)).toEqual([text, parameters])
})

test('blanks, names that are no parameters and secrets are no conditions', () => {
  const blanks = { name: '', code: null, num: undefined }
  const others = { other: 1, 'name;drop': 1, name_other: 1, name_ignore: 1, _like: 'a', appKey: 'a', appKey_like: 'a' }
  expect(filterConditions(FIELDS, { ...blanks, ...others })).toEqual([])
})

test.each<[Record<string, unknown>, boolean]>([
  [{ num: '123456789' }, true],
  [{ num: '-1,2' }, true],
  [{ num: '1234567890' }, false],
  [{ num: '1.5' }, false],
  [{ num: '1,x' }, false],
  [{ stage: '12' }, true],
  [{ stage: 'a' }, false],
  [{ kind: 'a' }, true],
  [{ isOpen: '-1' }, true],
  [{ isOpen: '12345' }, false],
  [{ isOpen: 'true' }, false],
  [{ userId: '999999999999999999' }, true],
  [{ userId: '8999999999999999999' }, true],
  [{ userId: '9223372036854775808' }, false],
  [{ userId: '12345678901234567890' }, false],
  [{ schoolCode: 'any code' }, true],
  [{ price: '123456789012345.25' }, true],
  [{ price: '1234567890123456' }, false],
  [{ rate: '-1.' }, false],
  [{ rate: '1,2' }, false],
  [{ day: '2028-02-29' }, true],
  [{ day: '2026-02-29' }, false],
  [{ day: '2026-2-9' }, false],
  [{ moment: '2026-02-09 10:00' }, true],
  [{ moment: '2026-02-09T10:00:59' }, true],
  [{ moment: '2026-02-09 25:00' }, false],
  [{ moment: '2026-02-09 10' }, false],
  [{ moment_datege: '2026-02-30' }, false],
  [{ name_datege: '2026-02-01' }, false],
  [{ num_null: 'whatever' }, true],
  [{ extra: '{}' }, false],
  [{ name: 'a\u0000' }, false],
  [{ name: { a: 1 } }, false],
  [{ name: [['a']] }, false],
  [{ kinds: ['1', { a: 1 }] }, false],
])('%j is a value of its field: %s', (query, isReadable) => {
  const ask = () => filterConditions(FIELDS, query)
  if (isReadable) expect(ask).not.toThrow()
  else expect(ask).toThrow(/^请求参数格式错误: /)
})

test('what is shown masked is found by its whole value alone, but by those who are not kept from it', () => {
  expect(conditionOf({ phone: '138' })).toEqual(['"phone" = $1', ['138']])
  expect(conditionOf({ phone_notequal: '138' })).toEqual(['"phone" is distinct from $1', ['138']])
  expect(conditionOf({ phone_null: '1' })).toEqual(['"phone" is null', []])
  for (const reach of ['masked', 'large'] as const) {
    for (const suffix of ['like', 'likeleft', 'ge', 'lt'])
      expect(() => conditionOf({ [`phone_${suffix}`]: '138' }, reach)).toThrow('电话已脱敏，只能按完整内容查询')
  }
  expect(conditionOf({ phone: '138' }, 'whole')).toEqual(['"phone"::text ilike $1', ['%138%']])
  expect(conditionOf({ phone_likeright: '138' }, 'whole')).toEqual(['"phone"::text ilike $1', ['138%']])
})

test('what is shown masked puts no rows in order', () => {
  expect(() => assertSortable(FIELDS.phone)).toThrow('电话已脱敏，不能排序')
  expect(() => assertSortable(FIELDS.name)).not.toThrow()
})

test('a letter of a pattern stands for itself', () => {
  expect(escapeLike(String.raw`a%b_c\d`)).toBe(String.raw`a\%b\_c\\d`)
})
