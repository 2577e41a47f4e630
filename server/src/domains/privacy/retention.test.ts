import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp, waitForJob } from '../../../test/harness.ts'
import { RowMaker } from '../../../test/rows.ts'
import { inTransaction } from '../../platform/db/pool.ts'
import { retentionJob } from './retention.ts'

const app = useTestApp()
const BASE = '/api/blade-privacy/retentionrule'
const REQUEST = '/api/blade-privacy/personalrequest'

interface Preview {
  cutoff: string
  total: number
  years: { studyYear: number; num: number }[]
  keptTotal: number
  stays: { reason: string; num: number }[]
  digest: string
  phrase: string
}

let admin: Client
let studentId = ''
let ruleId = ''

/** A request that was answered on a day long ago. */
async function addAnswered(day: string): Promise<string> {
  const { status, msg, data } = await admin.post<{ id: string }>(`${REQUEST}/submit`, {
    studentId,
    requestKind: 'access',
    requesterName: '王芳',
    relation: '2',
    identityCheck: '1',
    content: '查阅',
    receivedDate: '2018-01-01',
  })
  expect(status, msg).toBe(200)
  await sql`update personal_request set answer_time = ${day}::timestamp, open_until = null, request_status = 2
    where id = ${data.id}`.execute(admin.db)
  return data.id
}

async function preview(user = admin, id = ruleId): Promise<Preview> {
  const { status, msg, data } = await user.get<Preview>(`${BASE}/preview`, { id })
  expect(status, msg).toBe(200)
  return data
}

async function living(): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from personal_request where is_deleted = 0`.execute(
    admin.db,
  )
  return found.rows[0]?.n ?? 0
}

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  studentId = String((await new RowMaker(admin).parent('basicStudent'))['id'])
  const made = await admin.post<{ id: string }>(`${BASE}/submit`, {
    ruleName: '已办结的请求',
    dataKind: '3',
    keepYears: 3,
  })
  expect(made.status, made.msg).toBe(200)
  ruleId = made.data.id
  await addAnswered('2020-08-31 10:00:00')
  await addAnswered('2020-09-01 10:00:00')
  await addAnswered('2021-03-01 10:00:00')
  await addAnswered('2026-10-01 10:00:00')
})

describe('the preview', () => {
  test('counts by study year what is past its years, and shows the rows masked', async () => {
    const shown = await preview()
    expect(shown).toMatchObject({ total: 3, phrase: '清理3条' })
    expect(shown.years).toEqual([
      { studyYear: 2019, num: 1 },
      { studyYear: 2020, num: 2 },
    ])
    const { data } = await admin.get(`${BASE}/rows`, { ruleId })
    expect(data.records.map((row: { eventDate: string }) => row.eventDate)).toEqual([
      '2020-08-31',
      '2020-09-01',
      '2021-03-01',
    ])
    expect(data.records[0].studentCode).toContain('*')
    const kept = await sql<{ name: string }>`select s.school_name as name from basic_student c
      join basic_school s on s.school_code = c.school_code where c.id = ${studentId}`.execute(admin.db)
    expect(data.records[0].schoolName).toBe(kept.rows[0]?.name)
  })

  test('is for those who may look at such rows, and shows those in sight alone', async () => {
    const blind = await app().user({ role: 'exam', permissions: ['retentionrule_view'] })
    expect((await blind.get(`${BASE}/preview`, { id: ruleId })).status).toBe(403)
    const permissions = ['retentionrule_view', 'personalrequest_view']
    const other = await app().user({ role: 'school', schoolCode: 'S-other', permissions })
    expect(await preview(other)).toMatchObject({ total: 0, years: [] })
    expect((await other.get(`${BASE}/rows`, { ruleId })).data.total).toBe(0)
  })
})

describe('carrying out', () => {
  test('wants the words of the preview and the right, and removes nothing without them', async () => {
    const { digest, phrase } = await preview()
    const before = await living()
    const loose = await admin.post(`${BASE}/run`, { id: ruleId, digest, confirm: '是' })
    expect(loose.msg).toContain('清理3条')
    const clerk = await app().user({ role: 'exam', permissions: ['retentionrule_view', 'personalrequest_view'] })
    expect((await clerk.post(`${BASE}/run`, { id: ruleId, digest, confirm: phrase })).status).toBe(403)
    expect(await living()).toBe(before)
  })

  test('removes nothing when there are others than the preview showed', async () => {
    const { digest, phrase } = await preview()
    await addAnswered('2019-10-01 10:00:00')
    const before = await living()
    const late = await admin.post(`${BASE}/run`, { id: ruleId, digest, confirm: phrase })
    expect(late.status).toBe(409)
    expect(late.msg).toContain('预览以后数据有变化')
    expect(await living()).toBe(before)
  })

  test('removes what the preview showed and no more, into the recycle bin, with a line of the log', async () => {
    const { digest, phrase, total } = await preview()
    const before = await living()
    const { status, msg, data } = await admin.post<{ jobId: string }>(`${BASE}/run`, {
      id: ruleId,
      digest,
      confirm: phrase,
    })
    expect(status, msg).toBe(200)
    expect((await waitForJob(admin, data.jobId))['text']).toContain(`已清理${total}条`)
    expect(await living()).toBe(before - total)
    expect(await preview()).toMatchObject({ total: 0 })
    const lines = await sql<{ newValues: object }>`select new_values from operation_log
      where call = 'retentionRule.run'`.execute(admin.db)
    expect(lines.rows.map(({ newValues }) => newValues)).toEqual([
      expect.objectContaining({ rows: total, digest, dataKind: '3' }),
    ])
    expect((await admin.get(`${BASE}/detail`, { id: ruleId })).data).toMatchObject({ lastRunNum: total })
    const { digest: none, phrase: nothing } = await preview()
    const again = await admin.post(`${BASE}/run`, { id: ruleId, digest: none, confirm: nothing })
    expect([again.status, again.msg]).toEqual([400, '没有可以清理的数据'])
  })

  test('removes nothing where rows changed before the job came to it, nor by a rule that is switched off', async () => {
    await addAnswered('2020-01-01 10:00:00')
    const { cutoff, digest, phrase, total } = await preview()
    await addAnswered('2020-01-02 10:00:00')
    const before = await living()
    const ctx = await app().app.ctxOf(TENANT, admin.userId)
    if (!ctx) throw new Error('the administrator is there')
    const jobId = await ctx.jobs.start(ctx, retentionJob, { id: ruleId, cutoff, digest, total }, '清理')
    await expect(waitForJob(admin, jobId)).rejects.toThrow('预览以后数据有变化，没有清理任何数据，请重新预览')
    const switchTo = async (isEnabled: number) => {
      const { updateTime } = (await admin.get(`${BASE}/detail`, { id: ruleId })).data
      expect((await admin.post(`${BASE}/submit`, { id: ruleId, updateTime, isEnabled })).msg).toBe('操作成功')
    }
    await switchTo(0)
    const off = await admin.post(`${BASE}/run`, { id: ruleId, digest, confirm: phrase })
    expect([off.status, off.msg]).toEqual([409, '规则没有启用'])
    expect(await living()).toBe(before)
    await switchTo(1)
  })
})

test('a row that changes while the job takes hold of it keeps all of them', async () => {
  const changing = await addAnswered('2020-01-03 10:00:00')
  await addAnswered('2020-01-04 10:00:00')
  const { digest, phrase } = await preview()
  const before = await living()
  const started = await inTransaction(admin.db, async (db) => {
    await sql`update personal_request set answer_time = now() where id = ${changing}`.execute(db)
    const { data } = await admin.post<{ jobId: string }>(`${BASE}/run`, { id: ruleId, digest, confirm: phrase })
    const waiting = () =>
      sql`select 1 from pg_locks join pg_stat_activity a using (pid)
        where a.datname = current_database() and not granted`.execute(admin.db)
    await expect.poll(async () => (await waiting()).rows.length).toBeGreaterThan(0)
    return data
  })
  await expect(waitForJob(admin, started.jobId)).rejects.toThrow('预览以后数据有变化，没有清理任何数据，请重新预览')
  expect(await living()).toBe(before)
})

/** A rule of five years for a kind of data. */
async function addRule(dataKind: string): Promise<string> {
  const made = await admin.post<{ id: string }>(`${BASE}/submit`, {
    ruleName: `规则${dataKind}`,
    dataKind,
    keepYears: 5,
  })
  expect(made.status, made.msg).toBe(200)
  return made.data.id
}

async function carryOut(id: string): Promise<void> {
  const { digest, phrase } = await preview(admin, id)
  const { status, msg, data } = await admin.post<{ jobId: string }>(`${BASE}/run`, { id, digest, confirm: phrase })
  expect(status, msg).toBe(200)
  await waitForJob(admin, data.jobId)
}

/** Those of the rows that are not removed, in their order. */
async function livingOf(table: string, ids: string[]): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from ${sql.table(table)}
    where is_deleted = 0 and id = any(${ids}::bigint[])`.execute(admin.db)
  const left = new Set(found.rows.map(({ id }) => id))
  return ids.filter((id) => left.has(id))
}

async function keptRows(id: string): Promise<{ id: string; reason: string }[]> {
  const { data } = await admin.get(`${BASE}/rows`, { ruleId: id, isKept: 1 })
  return data.records.map((row: { id: string; reason: string }) => ({ id: row.id, reason: row.reason }))
}

describe('what stays although its years are over', () => {
  test('a student whom a living row refers to stays, the reason is told, and goes once that row is removed', async () => {
    const maker = new RowMaker(admin)
    const student = async () => String((await maker.create(registry.entity('basicStudent')))['id'])
    const [wanted, free] = [await student(), await student()]
    const consent = await maker.create(registry.entity('guardianConsent'), { studentId: wanted })
    await sql`update basic_student set enrol_status = '3', update_time = localtimestamp - interval '6 years'
      where id = any(${[wanted, free]}::bigint[])`.execute(admin.db)
    const rule = await addRule('2')
    const reason = '「监护人同意」中还有引用'
    expect(await preview(admin, rule)).toMatchObject({ total: 1, keptTotal: 1, stays: [{ reason, num: 1 }] })
    expect(await keptRows(rule)).toEqual([{ id: wanted, reason }])
    await carryOut(rule)
    expect(await livingOf('basic_student', [wanted, free])).toEqual([wanted])
    const gone = await admin.post('/api/blade-privacy/guardianconsent/remove', {}, { ids: consent['id'] })
    expect(gone.status, gone.msg).toBe(200)
    expect(await preview(admin, rule)).toMatchObject({ total: 1, keptTotal: 0 })
  })

  test('collected rows stay while the collection runs or they are under audit; archived ones go and can come back', async () => {
    const maker = new RowMaker(admin)
    const [open, over] = [
      await maker.create(registry.entity('gatherTask')),
      await maker.create(registry.entity('gatherTask')),
    ]
    const row = async (task: object & { id?: unknown }) =>
      String((await maker.create(registry.entity('gatherStudent'), { gatherTaskId: task.id }))['id'])
    const [running, audited, archived] = [await row(open), await row(over), await row(over)]
    await sql`update gather_task set task_status = 2 where id = ${over['id']}`.execute(admin.db)
    for (const [id, state] of [
      [running, 5],
      [audited, 2],
      [archived, 5],
    ]) {
      await sql`update gather_student set gather_status = ${state}, create_time = localtimestamp - interval '6 years'
        where id = ${id}`.execute(admin.db)
    }
    const rule = await addRule('1')
    expect(await preview(admin, rule)).toMatchObject({ total: 1, keptTotal: 2 })
    expect(new Map((await keptRows(rule)).map(({ id, reason }) => [id, reason]))).toEqual(
      new Map([
        [running, '采集任务还没有关闭'],
        [audited, '当前状态为「待复审」，不能到期清理'],
      ]),
    )
    await carryOut(rule)
    expect(await livingOf('gather_student', [running, audited, archived])).toEqual([running, audited])
    const line = await sql<{ old: object }>`select old_values as old from operation_log
      where call = 'gatherStudent.remove' and row_id = ${archived}`.execute(admin.db)
    expect(line.rows.map(({ old }) => old)).toEqual([{}])
    const back = await admin.post('/api/yzl-gather/gatherStudent/restore', {}, { ids: archived })
    expect(back.status, back.msg).toBe(200)
    expect(await livingOf('gather_student', [archived])).toEqual([archived])
  })

  test('nothing goes when a row of the preview is referred to before the job begins', async () => {
    const maker = new RowMaker(admin)
    const student = String((await maker.create(registry.entity('basicStudent')))['id'])
    await sql`update basic_student set enrol_status = '3', update_time = localtimestamp - interval '8 years'
      where id = ${student}`.execute(admin.db)
    const found = await admin.get(`${BASE}/list`, { dataKind: '2' })
    const rule = String(found.data.records[0].id)
    const { digest, phrase } = await preview(admin, rule)
    await maker.create(registry.entity('guardianConsent'), { studentId: student })
    const late = await admin.post(`${BASE}/run`, { id: rule, digest, confirm: phrase })
    expect([late.status, late.msg]).toEqual([409, expect.stringContaining('预览以后数据有变化')])
    expect(await livingOf('basic_student', [student])).toEqual([student])
  })
})
