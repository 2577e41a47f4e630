import { registry } from '@xueheng/contract'
import type { CrudAction, CrudCall } from '@xueheng/contract/derive/crud-calls.ts'
import type { AnyCall, AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedDictionaries } from '../src/domains/settings/dict/seed-dict.ts'
import { MANAGED, whereRowsAre } from '../src/domains/tenancy/tenants.ts'
import { type Answer, type Client, OTHER_TENANT, TENANT, useTestApp } from './harness.ts'
import { type Row, RowMaker } from './rows.ts'

/** Who of the managing tenant reaches what of another one, over everything that is declared. */
const app = useTestApp({ ROLES: 'web' })
const MARK = 'FOREIGN'
const THIRD_TENANT = '200003'

let superuser: pg.Client
let manager: Client
let people: [string, Client][]
const rows = new Map<string, Row>()

beforeAll(async () => {
  superuser = new pg.Client({ connectionString: app().databaseUrl })
  await superuser.connect()
  manager = await app().user({ role: 'administrator' })
  const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  await seedDictionaries(app().app.database.tenant(OTHER_TENANT), OTHER_TENANT)
  const shared = new RowMaker(manager, 'SHARED', 900)
  const maker = new RowMaker(other, MARK, 0)
  const known = new Map<string, Row>()
  for (const { name, tenantless } of registry.entities) if (tenantless) known.set(name, await shared.parent(name))
  maker.know(known)
  for (const { name, tenantless } of registry.entities) if (!tenantless) rows.set(name, await maker.parent(name))
  people = [
    ['the managing administrator', manager],
    ['another role of the managing tenant', await app().user({ role: 'admin' })],
    ['the administrator of a third tenant', await app().user({ role: 'administrator', tenantId: THIRD_TENANT })],
  ]
})
afterAll(() => superuser.end())

const entities = registry.entities.filter((entity) => !entity.tenantless)

function callOf(entity: AnyEntity, action: CrudAction): AnyCall | undefined {
  return registry.calls.find((call) => {
    const derived = call as Partial<CrudCall>
    return derived.entity === entity.name && derived.action === action
  })
}

async function send(user: Client, call: AnyCall, input: Row): Promise<Answer> {
  const path = call.path.replaceAll(/:(\w+)/g, (_all, name: string) => String(input[name]))
  return call.method === 'GET' ? user.get(path, input) : user.post(path, input, { ids: input['ids'] })
}

async function stored({ table }: AnyEntity, id: string): Promise<unknown> {
  const found = await superuser.query<{ row: unknown }>(`select to_jsonb(t) as row from ${table} t where id = $1`, [id])
  return found.rows[0]?.row
}

/** A text that may be changed. */
function changeOf(entity: AnyEntity): Row {
  const found = Object.entries(entity.fields as Fields).find(
    ([, field]) => field.kind === 'text' && !field.editable && !field.check,
  )
  return found ? { [found[0]]: `R${MARK}` } : {}
}

describe.each(entities.map((entity) => [entity.name, entity] as const))(
  'rows of %s in another tenant',
  (name, entity) => {
    test('are reached by the managing administrator alone, and only where accounts hang on them', async () => {
      for (const [who, user] of people) {
        const mayReach = user === manager && MANAGED.has(entity)
        const id = String(rows.get(name)?.['id'])
        const detail = callOf(entity, 'detail')
        if (detail) {
          const answer = await send(user, detail, { id })
          expect([who, 'detail', (answer.data as Row | null)?.['id'] === id]).toEqual([who, 'detail', mayReach])
        }
        const list = callOf(entity, 'list')
        if (list) {
          const answer = await send(user, list, { tenantId: OTHER_TENANT, current: 1, size: 1000 })
          expect([who, 'list', JSON.stringify(answer.data ?? '').includes(id)]).toEqual([who, 'list', mayReach])
        }
        const before = await stored(entity, id)
        const submit = callOf(entity, 'submit')
        if (submit) {
          const answer = await send(user, submit, { id, ...changeOf(entity) })
          const isChanged = JSON.stringify(await stored(entity, id)) !== JSON.stringify(before)
          expect([who, 'submit', answer.msg, isChanged]).toEqual([who, 'submit', answer.msg, mayReach])
        }
        const remove = callOf(entity, 'remove')
        if (remove && !mayReach) {
          const now = await stored(entity, id)
          expect([who, 'remove', (await send(user, remove, { ids: id })).status >= 400]).toEqual([who, 'remove', true])
          expect(await stored(entity, id)).toEqual(now)
        }
      }
    })
  },
)

/** Where a tenant can be named: in the query of lists, in the bodies of forms. */
const named = registry.calls.filter(
  (call) => call.access !== 'public' && Object.hasOwn(call.input as Fields, 'tenantId') && call.body !== 'upload',
)

function inputOf(call: AnyCall): Row {
  const fields = Object.entries(call.input as Fields)
  const filled = fields
    .filter(([name, field]) => field.required && name !== 'tenantId')
    .map(([name, field]) => [name, valueOf(field)])
  return { ...Object.fromEntries(filled), size: 100, reason: '核对', tenantId: OTHER_TENANT }
}

function valueOf({ kind }: Field): unknown {
  if (kind === 'json') return []
  return kind === 'integer' || kind === 'flag' ? 1 : '1'
}

test('rows their own tenant alone looks after are led to no other tenant', async () => {
  const { database, ctxOf } = app().app
  const ctx = await ctxOf(TENANT, manager.userId)
  if (!ctx) throw new Error('the administrator is there')
  let done = 0
  const lead = (name: 'post' | 'basicSchool') =>
    whereRowsAre(
      { database, config: app().config },
      ctx,
      registry.entity(name),
      { tenantId: OTHER_TENANT },
      async () => (done += 1),
    )
  await expect(lead('basicSchool')).rejects.toThrow('rows of basicSchool are looked after by their own tenant alone')
  expect(done).toBe(0)
  expect(await lead('post')).toBe(1)
})

test('there are calls that name a tenant', () => {
  expect(named.map((call) => call.name)).toEqual(expect.arrayContaining(['user.page', 'user.submit', 'role.tree']))
})

test.each(named.map((call) => [call.name, call] as const))(
  '%s about another tenant is for the managing administrator',
  async (_name, call) => {
    for (const [who, user] of people.slice(1)) {
      const answer = await send(user, call, inputOf(call))
      const isSaid = answer.status < 400 && answer.raw.toString().includes(MARK)
      expect([who, isSaid]).toEqual([who, false])
    }
  },
)
