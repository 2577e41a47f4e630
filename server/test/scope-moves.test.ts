import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from './harness.ts'
import { type Row, RowMaker, pathOf, writePath } from './rows.ts'

/** Entities whose rows belong to a unit that a body may name. */
const scoped = registry.entities.filter((entity) => unitField(entity) !== undefined)

const app = useTestApp({ ROLES: 'web' })
const rows = new Map<string, { own: Row; foreign: Row }>()
let ownSchool: Row
let otherSchool: Row
let clerk: Client

function unitField(entity: AnyEntity): string | undefined {
  const { school, area } = (entity.scope ?? {}) as { school?: string; area?: string }
  const field = school ?? area
  return field && entity.name !== 'basicSchool' && entity.fields[field] ? field : undefined
}

function unitOf(entity: AnyEntity, school: Row): unknown {
  const field = unitField(entity) as string
  return field === entity.scope?.school ? school['schoolCode'] : school['areaCode']
}

beforeAll(async () => {
  const admin = await app().user({ role: 'administrator' })
  const maker = new RowMaker(admin)
  ownSchool = await maker.parent('basicSchool')
  const other = new RowMaker(admin, '他', 700)
  otherSchool = await otherArea(other)
  for (const entity of scoped) {
    const own = await maker.create(entity, unitBody(entity, ownSchool))
    const foreign = await other.create(entity, unitBody(entity, otherSchool))
    rows.set(entity.name, { own, foreign })
  }
  const permissions = registry.calls.flatMap((call) => (typeof call.access === 'object' ? call.access.permission : []))
  clerk = await app().user({
    role: 'school',
    schoolCode: String(ownSchool['schoolCode']),
    permissions: [...new Set(permissions)],
  })
})

/** A school in another area, so that rows of areas can be told apart too. */
async function otherArea(maker: RowMaker): Promise<Row> {
  for (let tries = 0; tries < 5; tries += 1) {
    const school = await maker.create(registry.entity('basicSchool'))
    if (school['areaCode'] !== ownSchool['areaCode']) {
      maker.know(new Map([['basicSchool', school]]))
      return school
    }
  }
  throw new Error('all schools lie in one area')
}

function unitBody(entity: AnyEntity, school: Row): Row {
  return { [unitField(entity) as string]: unitOf(entity, school) }
}

async function storedUnit(entity: AnyEntity, id: unknown): Promise<unknown> {
  const column = sql.ref(snake(unitField(entity) as string))
  const found = await sql<{ unit: unknown }>`select ${column} as unit from ${sql.table(entity.table)}
    where id = ${String(id)}`.execute(app().app.database.tenant(TENANT))
  return found.rows[0]?.unit
}

describe.each(scoped.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
  test('is not moved by a school to a unit that is not its own', async () => {
    const { own } = rows.get(entity.name) as { own: Row }
    const body = { ...own, ...unitBody(entity, otherSchool), updateTime: undefined }
    const { status } = await clerk.post(writePath(entity), body)
    expect(await storedUnit(entity, own['id']), `answered ${status}`).toEqual(unitOf(entity, ownSchool))
  })

  test('of another unit is neither changed, taken over nor removed by a school', async () => {
    const { foreign } = rows.get(entity.name) as { foreign: Row }
    const body = { ...foreign, ...unitBody(entity, ownSchool), updateTime: undefined }
    expect((await clerk.post(writePath(entity), body)).status).toBeGreaterThanOrEqual(400)
    expect(
      (await clerk.post(pathOf(entity, 'remove'), undefined, { ids: foreign['id'] })).status,
    ).toBeGreaterThanOrEqual(400)
    expect(await storedUnit(entity, foreign['id'])).toEqual(unitOf(entity, otherSchool))
  })

  test('is not made by a school in a unit that is not its own', async () => {
    const { foreign } = rows.get(entity.name) as { foreign: Row }
    const { id: _id, ...body } = foreign
    expect((await clerk.post(writePath(entity), body)).status).toBeGreaterThanOrEqual(400)
  })
})

test('most kinds of rows that belong to units were tried', () => {
  expect(scoped.length).toBeGreaterThan(6)
})
