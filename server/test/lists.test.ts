import { registry } from '@xueheng/contract'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import type { List } from '@xueheng/contract/kit/list.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { madeValue } from '../../contract/test/made-row.ts'
import { SUFFIXES } from '../src/platform/rows/filters.ts'
import { allFields } from '../src/platform/rows/rows.ts'
import { type Answer, type Client, useTestApp } from './harness.ts'
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
      // Below, fields are asked for together: each of them counts.
      [{ ascs: 'createTime,nope' }, refused('nope')],
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

function isOrdered(field: Field): boolean {
  return !isMasked(field) && field.kind !== 'json' && field.kind !== 'secret'
}

/** Digits are a text, and a key. */
function valueFor(name: string, field: Field): string {
  return field.kind === 'text' ? '1' : String(madeValue(name, field, 1))
}

/** Suffixes that most kinds refuse, all in one place: each of their fields is asked for alone with one of these in turn. */
const OF_DATES = Object.keys(SUFFIXES).filter((suffix) => suffix.startsWith('date'))

function hasDate([, field]: [string, Field]): boolean {
  return field.kind.startsWith('date')
}

function split<T>(all: T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

/**
 * Asks for all of these at once. What the server then refuses is asked for by halves, down to what it refuses alone, so that
 * each is either part of an answer or refused by itself.
 */
async function refusedOf<T>(all: T[], ask: (some: T[]) => Promise<Answer>): Promise<Map<T, Answer>> {
  if (all.length === 0) return new Map()
  const answer = await ask(all)
  if (answer.status === 200) return new Map()
  const [only] = all
  if (all.length === 1 && only !== undefined) return new Map([[only, answer]])
  const middle = Math.ceil(all.length / 2)
  const halves = [await refusedOf(all.slice(0, middle), ask), await refusedOf(all.slice(middle), ask)]
  return new Map(halves.flatMap((half) => [...half]))
}

describe.each(filtering)('the fields of %s', (_name, call, fields) => {
  test('order it in either spelling, up and down, unless they are masked or have no order', async () => {
    const values = await asked(call)
    const ordered = Object.entries(fields).filter(([, field]) => isOrdered(field))
    for (const [way, spell] of [
      ['ascs', String],
      ['descs', snake],
    ] as const) {
      const refused = await refusedOf(
        ordered.map(([name]) => spell(name)),
        (names) => admin.get(call.path, { ...values, [way]: names.join(), size: 1 }),
      )
      expect([...refused].map(([name, { msg }]) => [name, msg])).toEqual([])
      for (const [name, field] of Object.entries(fields)) {
        if (isOrdered(field)) continue
        const { status, msg } = await admin.get(call.path, { ...values, [way]: spell(name), size: 1 })
        expect([name, status, msg]).toEqual([name, 400, msg])
      }
    }
  })

  test('filter it with every suffix, and refuse what is no value of their kind', async () => {
    const values = await asked(call)
    const filtered = Object.entries(fields).filter(
      ([name, field]) => !Object.hasOwn(call.input, name) && field.kind !== 'json',
    )
    for (const suffix of ['', ...Object.keys(SUFFIXES).map((one) => `_${one}`)]) {
      const ask = (some: typeof filtered) => {
        const filters = some.map(([name, field]) => [`${name}${suffix}`, valueFor(name, field)])
        return admin.get(call.path, { ...values, ...Object.fromEntries(filters), size: 1 })
      }
      const ofDates = OF_DATES.indexOf(suffix.slice(1))
      const [together, others] = ofDates < 0 ? [filtered, []] : split(filtered, hasDate)
      const alone = others.filter((_one, at) => at % OF_DATES.length === ofDates)
      const refused = await refusedOf(together, ask)
      for (const one of alone) for (const [, answer] of await refusedOf([one], ask)) refused.set(one, answer)
      for (const [[name], { status, msg }] of refused)
        expect([`${name}${suffix}`, status, msg]).toEqual([`${name}${suffix}`, 400, msg])
      if (suffix === '' || suffix === '_equal')
        expect([...refused.keys()].map(([name]) => `${name}${suffix}`)).toEqual([])
    }
    for (const [name, field] of filtered) {
      const wrong = await admin.get(call.path, { ...values, [`${name}_ge`]: '\u0000', size: 1 })
      expect([name, wrong.status]).toEqual([name, field.kind === 'secret' ? 200 : 400])
    }
  })
})
