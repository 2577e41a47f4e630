import { registry } from '@xueheng/contract'
import { crudCalls } from '@xueheng/contract/derive/crud-calls.ts'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import { changesData } from '../src/platform/http/changes.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  ACTORS,
  type Actor,
  type ActorName,
  type Holder,
  Lattice,
  RELATIONS,
  type Relation,
  WITHIN,
} from './lattice.ts'
import { useTestApp } from './harness.ts'
import type { Trial } from './lattice-trial.ts'
import { TRIALS } from './lattice-trials.ts'
import { RowMaker } from './rows.ts'

/**
 * Who may manage users or roles is not able to become more than he is: every call that touches accounts, roles and what
 * roles grant, tried by actors of a lattice on what stands below, equal to, above or beside them.
 */
const app = useTestApp({ ROLES: 'web' })
let lattice: Lattice

beforeAll(async () => {
  const maker = new RowMaker(await app().user({ role: 'administrator' }))
  const schools = [
    await maker.create(registry.entity('basicSchool')),
    await maker.create(registry.entity('basicSchool')),
  ]
  const [one = '', other = ''] = schools.map((school) => String(school['schoolCode']))
  lattice = await Lattice.open(app(), [one, other])
})

/** Calls of these domains touch accounts or rights, and those named from others. */
const DOMAINS = ['tenancy', 'credentials', 'rights', 'people', 'sign-in']
const ENTITIES = ['param']
const ELSEWHERE = /^userUnit\./

/** Writing calls that the matrix need not ask, and why. */
const APART: Record<string, RegExp> = {
  'changes the own account alone': /^(user\.(updateInfo|updatePassword|authBind)|online\.end\w+)$/,
  'the own second factor': /^secondFactor\.(confirm|enrol|recovery|remove)$/,
  'reads with a trace; what may be seen is tested there': /^(user\.reveal|viewAs\.\w+)$/,
  'for administrators of the managing tenant alone, as tested below': /^(tenant|client|menu|menuPackage)\.\w+$/,
  'gives no right': /^post\.\w+$/,
  'bounded by data scopes, tried in user-sight.test.ts': /^dept\.\w+$/,
}

describe('every writing call on accounts and rights', () => {
  test('is in the matrix, or stands apart for a reason', () => {
    const entities = registry.entities.filter((entity) => ENTITIES.includes(entity.name))
    const calls: AnyCall[] = [
      ...registry.domains
        .filter((domain) => DOMAINS.includes(domain.name))
        .flatMap((domain) => [...domain.calls, ...domain.entities.flatMap(crudCalls)]),
      ...entities.flatMap(crudCalls),
      ...registry.calls.filter((call) => ELSEWHERE.test(call.name)),
    ].filter((call) => changesData(call) && call.access !== 'public')
    const tried = new Set(TRIALS.map((trial) => trial.call))
    const apart = Object.values(APART)
    const names = [...new Set(calls.map((call) => call.name))]
    expect(names.filter((name) => !tried.has(name) && !apart.some((one) => one.test(name)))).toEqual([])
    expect([...tried].filter((name) => !names.includes(name))).toEqual([])
    expect(apart.filter((one) => !names.some((name) => one.test(name)))).toEqual([])
  })
})

const MANAGING = Object.values(APART)[3] as RegExp

describe('what all tenants share', () => {
  const calls = registry.calls.filter((call) => changesData(call) && MANAGING.test(call.name))

  test.each(calls.map((call) => [call.name, call] as const))(
    '%s is refused to a clerk who holds its right',
    async (_name, call) => {
      const { client, rights } = await lattice.actor('roleClerk')
      if (typeof call.access === 'object') expect(rights.permissions).toContain(call.access.permission)
      const { id, ids } = await lattice.sharedRow(call.name)
      const answer = await client.post(call.path, { id, ids, menuIds: [], accountNumber: 1, tenantId: id }, { ids })
      expect([400, 403, 404]).toContain(answer.status)
      expect(await lattice.sharedRow(call.name, id)).toEqual({ id, ids })
    },
  )
})

describe('a tenant administrator', () => {
  test('gives every built-in role but that of administrators', async () => {
    const { client } = await lattice.actor('tenantAdmin')
    const refused: string[] = []
    for (const { id, alias } of await lattice.builtInRoles()) {
      const { userId } = await lattice.userWith()
      const { status } = await client.post('/api/blade-user/submit', { id: userId, roleId: id })
      if (status !== 200) refused.push(alias)
    }
    expect(refused).toEqual(['administrator'])
  })
})

describe('a role of a built-in name', () => {
  test('is made by those who have what the program gives it', async () => {
    await lattice.freeName('principal')
    const body = { roleName: '新', roleAlias: 'principal', scopeLevel: 'class', sort: 1 }
    const refused = await (await lattice.actor('roleClerk')).client.post('/api/blade-system/role/submit', body)
    expect([refused.status, refused.msg]).toEqual([403, '角色别名「principal」为内置角色所用，其权限超出您的权限'])
    const { client } = await lattice.actor('tenantAdmin')
    expect((await client.post('/api/blade-system/role/submit', body)).status).toBe(200)
  })
})

interface Case {
  actor: ActorName
  trial: Trial
  relation: Relation
}

function relationsOf(actor: ActorName, trial: Trial): Relation[] {
  if (trial.isThing) return ['below']
  return RELATIONS.filter((relation) => actor === 'schoolAdmin' || relation !== 'elsewhere')
}

const CASES: [string, Case][] = TRIALS.flatMap((trial) =>
  (Object.keys(ACTORS) as ActorName[]).flatMap((actor) =>
    relationsOf(actor, trial).map((relation): [string, Case] => [
      `${ACTORS[actor]} ${trial.does}${trial.isThing ? '' : ` that is ${relation}`}: ${trial.call}`,
      { actor, trial, relation },
    ]),
  ),
)

/** The rule, as an oracle: the right of the call, and nothing beyond the own rights. */
function isAllowed(actor: Actor, { trial, relation }: Case): boolean {
  const holds = actor.rights.permissions.includes(trial.permission) || (trial.isOwn && relation === 'self') === true
  const isWithin = WITHIN.has(relation) || trial.besides?.(actor, relation) === true
  return holds && isWithin && !trial.never?.(actor, relation)
}

describe('the matrix', () => {
  afterEach(async () => {
    const actors = await Promise.all(known.values())
    await lattice.clear(actors.map(({ roleId }) => roleId))
  })

  test.each(CASES)('%s', async (_title, one) => {
    const actor = await actorOf(one)
    const subject = await lattice.subject(actor, one.relation)
    if (!subject) throw new Error('no subject')
    const prepared = await one.trial.prepare(lattice, actor, subject)
    const [mine, before] = [await lattice.reach(actor.userId), await keptOf(subject, prepared.touched)]
    const answer = await prepared.run()
    expect(answer.status, answer.msg).toBeLessThan(500)
    expect(answer.status === 200, `${answer.status} ${answer.msg}`).toBe(isAllowed(actor, one))
    if (answer.status !== 200) {
      expect(await keptOf(subject, prepared.touched)).toEqual(before)
      expect(answer.msg).toMatch(/[\u4e00-\u9fff]/)
    }
    const now = await lattice.reach(actor.userId)
    expect(now.codes.filter((code) => !mine.codes.includes(code))).toEqual([])
    // Whoever sees everything sees no more by a school.
    if (mine.level < 4) expect(now.schools.filter((code) => !mine.schools.includes(code))).toEqual([])
    expect(now.level).toBeLessThanOrEqual(mine.level)
  })
})

const known = new Map<ActorName, Promise<Actor>>()

/** One of each kind is enough, but for what he does to himself. */
function actorOf({ actor: name, trial, relation }: Case): Promise<Actor> {
  if (relation === 'self' || trial.isOnActor) return lattice.actor(name)
  const made = known.get(name) ?? lattice.actor(name)
  known.set(name, made)
  return made
}

async function keptOf(subject: Holder, touched: Holder[] = []): Promise<string[]> {
  const all: string[] = []
  for (const one of [subject, ...touched]) all.push(await lattice.kept(one))
  return all
}
