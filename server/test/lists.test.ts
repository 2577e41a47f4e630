import { registry } from '@xueheng/contract'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import type { List } from '@xueheng/contract/kit/list.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { madeValue } from '../../contract/test/made-row.ts'
import { SUFFIXES } from '../src/platform/rows/filters.ts'
import { allFields } from '../src/platform/rows/rows.ts'
import { type Client, useTestApp } from './harness.ts'
import { RowMaker, type Row } from './rows.ts'

const app = useTestApp({ ROLES: 'web' })
let admin: Client
let maker: RowMaker

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  maker = new RowMaker(admin)
})

const derived = registry.calls.filter((call) => 'entity' in call && call.method === 'GET' && call.answer === 'page')
const lists = registry.calls.filter((call): call is AnyCall & List => 'fields' in call && call.answer === 'page')
const others = registry.calls.filter(
  (call) => call.answer === 'page' && call.method === 'GET' && !lists.includes(call as List) && !derived.includes(call),
)

function entityOf(call: AnyCall): string {
  return 'entity' in call ? String(call.entity) : ''
}

/** What lists are asked about: rows of other entities, by name of the call. */
const ABOUT: Record<string, [input: string, entity: string, column: string]> = {
  'notice.receipts': ['id', 'notice', 'id'],
  'appUserAuth.list': ['appCode', 'appBiz', 'appCode'],
  'retentionRule.rows': ['ruleId', 'retentionRule', 'id'],
  'userparentinfo.getIntegralRecordPage': ['parentId', 'userparentinfo', 'id'],
}

/** Words a list is asked for that only it knows. */
const WORDS: Record<string, Row> = { 'gatherStudent.listAnalysed': { finding: 'missNum' } }

/** Values for what a call cannot do without. */
async function asked(call: AnyCall): Promise<Row> {
  const [input, entity, column] = ABOUT[call.name] ?? []
  if (input && entity && column) return { [input]: (await maker.parent(entity))[column] }
  // Their lists are of one public account.
  if (call.path.startsWith('/api/yzl-mpweixin/')) await maker.parent('wxAccount')
  const required = Object.entries(call.input as Fields).filter(([, field]) => field.required)
  const values: Row = {}
  for (const [name, field] of required) {
    const row = field.ref ? await maker.parent(field.ref) : undefined
    values[name] = row ? row[field.value ?? 'id'] : madeValue(name, field, 1)
  }
  return { ...values, ...WORDS[call.name] }
}

function isMasked(field: Field): boolean {
  return field.personal !== undefined
}

test('there are lists of each sort', () => {
  expect(derived.length).toBeGreaterThan(20)
  expect(lists.length).toBeGreaterThan(5)
})

describe.each([...derived, ...lists, ...others].map((call) => [call.name, call] as const))('%s', (_name, call) => {
  test('takes an order by its fields and the common ones, and refuses others by name', async () => {
    const values = await asked(call)
    const plain = await admin.get(call.path, values)
    const refused = (name: string): [number, string] => [400, `不能按「${name}」排序`]
    for (const [order, wanted] of [
      [{ ascs: 'create_time' }, [plain.status, plain.msg]],
      [{ descs: 'createTime' }, [plain.status, plain.msg]],
      [{ ascs: 'nope,createTime' }, refused('nope')],
      [{ descs: 'id;drop' }, refused('id;drop')],
      [{ ascs: 'constructor' }, refused('constructor')],
    ] as const) {
      const answer = await admin.get(call.path, { ...values, ...order })
      expect([order, answer.status, answer.msg]).toEqual([order, ...wanted])
    }
    if (!others.includes(call)) expect([plain.status, plain.msg]).toEqual([200, '操作成功'])
  })
})

const filtering = [
  ...derived.map((call) => [call.name, call, allFields(registry.entity(entityOf(call)))] as const),
  ...lists.map((call) => [call.name, call, call.fields] as const),
]

describe.each(filtering)('the fields of %s', (_name, call, fields) => {
  test('order it in either spelling, up and down, unless they are masked or have no order', async () => {
    const values = await asked(call)
    for (const [name, field] of Object.entries(fields)) {
      const isOrdered = !isMasked(field) && field.kind !== 'json' && field.kind !== 'secret'
      for (const order of [{ ascs: name }, { descs: snake(name) }]) {
        const { status, msg } = await admin.get(call.path, { ...values, ...order, size: 1 })
        expect([name, status, msg]).toEqual([name, isOrdered ? 200 : 400, msg])
      }
    }
  })

  test('filter it with every suffix, and refuse what is no value of their kind', async () => {
    const values = await asked(call)
    for (const [name, field] of Object.entries(fields)) {
      if (Object.hasOwn(call.input, name) || field.kind === 'json') continue
      for (const suffix of ['', ...Object.keys(SUFFIXES).map((one) => `_${one}`)]) {
        // Digits are a text, and a key.
        const value = field.kind === 'text' ? '1' : madeValue(name, field, 1)
        const { status, msg } = await admin.get(call.path, { ...values, [`${name}${suffix}`]: String(value), size: 1 })
        expect([200, 400], `${name}${suffix} ${msg}`).toContain(status)
        if (suffix === '' || suffix === '_equal')
          expect([`${name}${suffix}`, status]).toEqual([`${name}${suffix}`, 200])
      }
      const wrong = await admin.get(call.path, { ...values, [`${name}_ge`]: '\u0000', size: 1 })
      expect([name, wrong.status]).toEqual([name, field.kind === 'secret' ? 200 : 400])
    }
  })
})
