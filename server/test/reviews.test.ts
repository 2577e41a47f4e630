import { registry } from '@xueheng/contract'
import type { MenuNode } from '@xueheng/contract/kit/domain.ts'
import { findReviewCall, reviewCalls } from '@xueheng/contract/derive/review-calls.ts'
import { waitingStates } from '@xueheng/contract/derive/waiting-states.ts'
import type { Mark } from '@xueheng/contract/kit/review.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from './harness.ts'
import {
  OPINION,
  ReviewRows,
  type Way,
  closedStates,
  decide,
  decideEach,
  pathOf,
  statesOf,
  stepsOf,
  waysOf,
} from './reviews.ts'
import { RowMaker, type Row } from './rows.ts'

const app = useTestApp()
const STALE = '2020-01-01 00:00:00'
const MESSAGES = '/api/bigdata-service/sysMessage/top'
let maker: RowMaker
let rows: ReviewRows
let everyCode: string[]
/** Made the rows. */
let owner: Client
/** Holds every permission, sees everything, owns nothing. */
let decider: Client

beforeAll(async () => {
  const db = app().app.database.tenant(TENANT)
  const codes = await sql<{ code: string }>`select code from menu where category = 2 and is_deleted = 0`.execute(db)
  everyCode = codes.rows.map((row) => row.code)
  owner = await app().user({ role: 'administrator' })
  maker = new RowMaker(owner)
  decider = await app().user({ role: 'exam', permissions: everyCode })
  rows = new ReviewRows(db, maker, decider.userId)
})

const users = new Map<string, Promise<Client>>()
/** Tests share a user of each kind: rights over everything are a thousand rows, which would be written and read for each test. */
function once(kind: string, make: () => Promise<Client>): Promise<Client> {
  const user = users.get(kind) ?? make()
  users.set(kind, user)
  return user
}

/** Another one who may everything. */
function colleague(): Promise<Client> {
  return once('colleague', () => app().user({ role: 'exam', permissions: everyCode }))
}

/** May everything at a school that has none of the rows. */
function elsewhere(): Promise<Client> {
  return once('elsewhere', async () => {
    const { schoolCode } = await maker.create(registry.entity('basicSchool'))
    return app().user({ role: 'school', schoolCode: String(schoolCode), permissions: everyCode })
  })
}

function memberOf(schoolCode: string, role: string): Promise<Client> {
  return once(`${role} ${schoolCode}`, () => app().user({ role, schoolCode, permissions: everyCode }))
}

function pathsOf(node: MenuNode): string[] {
  return [node.path, ...(node.children ?? []).flatMap(pathsOf)]
}

describe.each(registry.reviews.map((review) => [review.name, review] as const))('review %s', (_name, review) => {
  const { column, entity } = review
  const ways = waysOf(review).map((way) => [way.name, way.verdict, way] as const)
  const queues = stepsOf(review).filter(([, step]) => step.link)

  test('names fields, actions and screens that exist, and no action twice', () => {
    const marked = Object.values((review.marks ?? {}) as Record<string, object>).flatMap((marks) => Object.keys(marks))
    const fields = [column, ...marked, review.owner, review.queueOrder].filter((name) => name !== undefined)
    expect(fields.filter((name) => !Object.hasOwn(entity.fields as object, name))).toEqual([])
    const actions = stepsOf(review).flatMap(([, { pass, reject }]) => [...pass, ...(reject ? [reject] : [])])
    expect(actions.filter((action) => !review.states.actions[action])).toEqual([])
    expect(actions).toHaveLength(new Set(actions).size)
    const links = [review.ownerLink, ...queues.map(([, step]) => step.link)].filter((link) => link !== undefined)
    const screens = registry.menu.flatMap(pathsOf)
    expect(links.filter((link) => !screens.includes(link.split('?')[0] ?? ''))).toEqual([])
  })

  test.each(ways)('%s, %s: the machine decides; from every other state it answers 409', async (_s, _v, way) => {
    for (const state of statesOf(review)) {
      const id = await rows.open(way)
      await rows.put(review, id, column, state.value)
      const { status, msg } = await decide(decider, way, [id])
      const isOpen = way.from.some((one) => one.name === state.name)
      expect([state.name, status]).toEqual([state.name, isOpen ? 200 : 409])
      expect(msg).toMatch(isOpen ? '操作成功' : new RegExp(`^当前状态为「${state.title}」，不能`))
      const ends = isOpen ? way.to.map(({ value }) => value) : [state.value]
      expect(ends).toContain(await rows.stateOf(review, id))
    }
  })

  test.each(stepsOf(review))('%s: without its permission 403, without a session 401', async (name, step) => {
    const permissions = everyCode.filter((code) => code !== step.permission)
    const other = await app().user({ role: 'exam', permissions })
    for (const call of reviewCalls(review).filter((one) => one.step === name)) {
      const send = (user: Client) => (call.method === 'GET' ? user.get(call.path) : user.post(call.path, { ids: '1' }))
      expect([call.path, (await send(other)).status]).toEqual([call.path, 403])
      expect([call.path, (await send(app().anonymous)).status]).toEqual([call.path, 401])
    }
  })

  test.each(ways)('%s, %s: a row outside of the data scope is not found and stays', async (_s, _v, way) => {
    if (!entity.scope) return
    const other = await elsewhere()
    const id = await rows.open(way)
    const { status, msg } = await decide(other, way, [id])
    expect([status, msg]).toEqual([404, '数据不存在或已被删除'])
    const { data } = await decideEach(other, way, [id])
    expect(data).toEqual([{ id, isDone: 0, message: '数据不存在或已被删除' }])
    expect(await rows.stateOf(review, id)).toBe(way.from[0]?.value)
  })

  test.each(ways)('%s, %s: whose row it is counts as declared', async (_s, _v, way) => {
    const { notOwn, ownOnly } = way.step
    if (!notOwn && !ownOnly) return
    const id = await rows.open(way)
    await rows.own(review, id, notOwn ? decider.userId : owner.userId)
    const { status, msg } = await decide(decider, way, [id])
    expect([status, msg]).toEqual([400, `${notOwn ? '不能审核' : '只能办理'}本人的${review.noun}`])
    expect(await rows.stateOf(review, id)).toBe(way.from[0]?.value)
  })

  test.each(ways)('%s, %s: a data scope narrower than declared is refused', async (_s, _v, way) => {
    const { narrowest } = way.step
    if (!narrowest) return
    const id = await rows.open(way)
    const stored = await rows.stored(review, id)
    const schoolCode = stored[entity.scope?.school ?? 'schoolCode']
    const role = narrowest === 'area' ? 'school' : 'teacher'
    const narrow = await memberOf(String(schoolCode), role)
    if (role === 'teacher') await rows.own(review, id, narrow.userId)
    const seen = await narrow.get(`${entity.paths[0]}/detail`, { id })
    const { status } = await decide(narrow, way, [id])
    if (seen.data?.id === id) expect(status).toBe(role === 'teacher' && way.step.notOwn ? 400 : 403)
    else expect(status).toBe(404)
    expect(await rows.stateOf(review, id)).toBe(way.from[0]?.value)
  })

  test.each(ways)('%s, %s: a declared reason is asked for before anything changes', async (_s, _v, way) => {
    const message: string | undefined = review.reasons?.[way.actions[0] ?? '']
    const id = await rows.open(way)
    const field = review.opinion[0] ?? ''
    const { status, msg, data } = await decide(decider, way, [id], { [field]: ' 差 ' })
    if (message === undefined) return expect(status).toBe(200)
    expect([status, msg, data.problems]).toEqual([400, message, [{ field, message }]])
    expect(await rows.stateOf(review, id)).toBe(way.from[0]?.value)
  })

  test.each(ways)('%s, %s: several rows are decided each for itself', async (_s, _v, way) => {
    const [good, wrong, late] = [await rows.open(way), await rows.open(way), await rows.open(way)]
    const [closed] = closedStates(way)
    await rows.put(review, wrong, column, closed?.value)
    const { data } = await decideEach(decider, way, [late, good, wrong, '1'], { seen: { [late]: STALE } })
    expect(data).toEqual([
      { id: late, isDone: 0, message: '数据已变更，请刷新' },
      { id: good, isDone: 1, message: '' },
      { id: wrong, isDone: 0, message: expect.stringMatching(/^当前状态为「.+」，不能/) },
      { id: '1', isDone: 0, message: '数据不存在或已被删除' },
    ])
    expect(await rows.stateOf(review, wrong)).toBe(closed?.value)
    const logs = await Promise.all([late, good, wrong].map((id) => rows.logOf(review, id)))
    expect(logs.map((log) => log.length)).toEqual([0, 1, 0])
  })

  test.each(ways)('%s, %s: a batch is decided as a whole or not at all', async (_s, _v, way) => {
    const [good, wrong] = [await rows.open(way), await rows.open(way)]
    await rows.put(review, wrong, column, closedStates(way)[0]?.value)
    expect((await decide(decider, way, [good, wrong])).status).toBe(409)
    expect(await rows.stateOf(review, good)).toBe(way.from[0]?.value)
    const none = await decide(decider, way, [])
    expect([none.status, none.msg]).toEqual([400, '请选择至少一条数据'])
  })

  test.each(ways)('%s, %s: the row and both logs keep who, when and why', async (_s, _v, way) => {
    const id = await rows.open(way)
    const before = await rows.stored(review, id)
    await decide(decider, way, [id])
    const after = await rows.stored(review, id)
    const action = actionTo(way, after[column])
    const who = `u${decider.userId}`
    for (const [field, mark] of Object.entries((review.marks?.[action] ?? {}) as Record<string, Mark>)) {
      expect([field, after[field]]).toEqual([field, markOf(mark, before[field])])
    }
    expect(String(after['updateTime']) > String(before['updateTime'])).toBe(true)
    const { title } = review.states.actions[action] ?? {}
    const line = { fromStatus: before[column], toStatus: after[column], action: title, opinion: OPINION, userName: who }
    expect(await rows.logOf(review, id)).toEqual([line])
    const history = await decider.get<Row[]>(findReviewCall(review, '', 'history').path, { id })
    expect(history.data).toMatchObject([line])
    const logged = await rows.operationsOf(id, `${entity.name}.${action}`)
    expect(logged).toEqual([{ account: who, newValues: { [column]: after[column], opinion: OPINION } }])
  })

  test.each(ways)('%s, %s: of two at once one is told', async (_s, _v, way) => {
    if (way.to.some((state) => way.from.some((one) => one.name === state.name))) return
    const id = await rows.open(way)
    const answers = await Promise.all([decide(decider, way, [id]), decide(decider, way, [id])])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.msg).toMatch(/^当前状态为「/)
  })

  test.each(ways)(
    '%s, %s: who looked at it before another decided is told who that was, when and how',
    async (_s, _v, way) => {
      const id = await rows.open(way)
      await rows.put(review, id, 'updateTime', STALE)
      const before = await rows.stored(review, id)
      await decide(decider, way, [id])
      const { status, msg } = await decide(decider, way, [id], { seen: { [id]: before['updateTime'] } })
      const { title } = review.states.actions[actionTo(way, (await rows.stored(review, id))[column])] ?? {}
      expect(status).toBe(409)
      expect(msg).toMatch(
        new RegExp(`^数据已变更，请刷新（最近：u${decider.userId}于\\d{4}-\\d\\d-\\d\\d [\\d:]{8}「${title}」）$`),
      )
    },
  )

  test.each(ways)('%s, %s: a row that changed since it was looked at is not decided', async (_s, _v, way) => {
    const id = await rows.open(way)
    const { status, msg } = await decide(decider, way, [id], { seen: { [id]: STALE } })
    expect([status, msg]).toEqual([409, '数据已变更，请刷新'])
    const { updateTime } = await rows.stored(review, id)
    expect((await decide(decider, way, [id], { seen: { [id]: updateTime } })).status).toBe(200)
  })

  test.each(queues)(
    '%s: the queue shows what waits, and the start page counts what the reader may decide',
    async (name) => {
      const way = waysOf(review).find((one) => one.name === name) as Way
      const waiting = await rows.make(review, way.from[0])
      const decided = await rows.make(review, closedStates(way)[0])
      const idsIn = async (query: Row): Promise<unknown[]> => {
        const { data } = await decider.get(pathOf(way, 'list'), { size: 1000, ...query })
        return data.records.map((row: Row) => row['id'])
      }
      const queue = await idsIn({})
      expect([queue.includes(waiting), queue.includes(decided)]).toEqual([true, false])
      expect(await idsIn({ [column]: closedStates(way)[0]?.value })).toContain(decided)
      const before = await pendingOf(way)
      expect(before).toMatchObject({ title: way.step.title, link: way.step.link })
      await rows.own(review, waiting, decider.userId)
      const after = (await pendingOf(way))?.['count'] ?? 0
      expect(Number(before?.['count']) - Number(after)).toBe(way.step.notOwn ? 1 : 0)
    },
  )

  test('owners hear of the decisions that are news to them', async () => {
    for (const way of waysOf(review)) {
      const id = await rows.open(way)
      await rows.own(review, id, way.step.ownOnly ? decider.userId : owner.userId)
      await decide(decider, way, [id])
      const said: string | undefined = review.news?.[actionTo(way, await rows.stateOf(review, id))]
      if (said === undefined) continue
      const { data } = await owner.get(MESSAGES, { size: 1 })
      const content = expect.stringContaining(OPINION)
      expect(data.records[0]).toMatchObject({ title: entity.title + said, link: review.ownerLink ?? '', content })
    }
  })

  test.each(queues)('%s: deciders hear of a queue that is no longer empty, once', async (name, step) => {
    const waiting = waitingStates(review, name)
    const way = waysOf(review).find(({ to }) => to.some(({ value }) => waiting.includes(value)))
    if (!step.announced || !way) return
    const other = await colleague()
    const heard = async (): Promise<number> => {
      const { data } = await decider.get(MESSAGES, { size: 1000 })
      return data.records.filter((row: Row) => row['link'] === step.link).length
    }
    await rows.empty(
      review,
      waiting,
      statesOf(review).find(({ value }) => !waiting.includes(value)),
    )
    const before = await heard()
    for (let n = 0; n < 2; n += 1) expect((await decide(other, way, [await rows.open(way)])).status).toBe(200)
    expect(await heard()).toBe(before + 1)
  })

  async function pendingOf(way: Way): Promise<Row | undefined> {
    const { data } = await decider.get<Row[]>('/api/blade-desk/review/pending')
    return data.find((one) => one['review'] === review.name && one['step'] === way.name)
  }

  function actionTo(way: Way, value: unknown): string {
    const state = statesOf(review).find((one) => one.value === value)
    return way.actions.find((action) => review.states.actions[action]?.to === state?.name) ?? ''
  }

  function markOf(mark: Mark, before: unknown): unknown {
    const marks = {
      userId: decider.userId,
      userName: `u${decider.userId}`,
      time: expect.stringMatching(/^\d{4}-/),
      opinion: OPINION,
      count: Number(before ?? 0) + 1,
      none: null,
    }
    return typeof mark === 'number' ? mark : marks[mark]
  }
})
