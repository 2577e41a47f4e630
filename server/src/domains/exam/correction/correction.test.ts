import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { computeExam } from '../../../../test/fixtures/computed-exam.ts'
import { changeOf, hearEvents } from '../../../../test/fixtures/hear-events.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../../test/harness.ts'
import { openAnalytics } from '../../../platform/analytics/duckdb.ts'
import type { Manifest } from '../package/manifest.ts'

const BASE = '/api/bigdata-service'
const SCORES = '考号,语文,数学,外语\n0101,120,110,100\n0102,90,80,70\n0103,60,缺考,40\n0201,100,100,100\n'

const program = useTestApp()
let desk: Desk
/** Approves; nothing here is his own. */
let officer: Client
let examId = ''

beforeAll(async () => {
  desk = await openDesk(program())
  officer = await program().user({ role: 'exam' })
  examId = await desk.addExam('更正')
  await computeExam(desk, examId, SCORES)
  await desk.run('examinfo/execPackageExam', { examId })
  await desk.post('examinfo/publishExam', { examId })
})

interface Line {
  studentNumber: string
  courseName: string
  newScore: string
}

async function ask(lines: Line[], user = desk.user) {
  const { data } = await user.post<{ id: string; isDone: number; message: string }[]>(
    `${BASE}/examscorecorrection/submitBatch`,
    { examId, reason: '阅卷登分有误', lines },
  )
  return data
}

async function apply(studentNumber: string, courseName: string, newScore: string): Promise<string> {
  const [made] = await ask([{ studentNumber, courseName, newScore }])
  expect(made).toMatchObject({ isDone: 1, message: '' })
  return made?.id ?? ''
}

async function audit(id: string, user = officer) {
  const { status, msg } = await user.post(`${BASE}/examscorecorrection/audit`, {
    ids: id,
    pass: 1,
    approveOpinion: '属实',
  })
  return [status, msg]
}

async function exam() {
  return (await desk.user.get(`${BASE}/examinfo/detail`, { id: examId })).data
}

async function factOf(studentNumber: string, courseId: number) {
  const found = await sql`select c.score_status, c.score::float8 as score from exam_score_student_course c
    join exam_score_student s on s.exam_id = c.exam_id and s.sid = c.sid
    where c.exam_id = ${examId} and s.student_number = ${studentNumber} and c.course_id = ${courseId}`.execute(desk.db)
  return found.rows[0]
}

async function tasks(): Promise<Record<string, number>> {
  const { data } = await desk.user.get(`${BASE}/examdataprogresstask/listProgressTask`, { examId })
  return Object.fromEntries(
    data.map((task: { taskCode: string; taskState: number }) => [task.taskCode, task.taskState]),
  )
}

async function alertOf(user = desk.user): Promise<string> {
  const { data } = await user.get(`${BASE}/report/getScoreRank`, { examId, grain: 'student', size: 10 })
  return data.heading.alert
}

describe('a correction of an archived mark', () => {
  test('is asked for anew by every line, also by one that names an old one', async () => {
    const old = await apply('0201', '数学', '90')
    const refusal = { ids: old, pass: 0, approveOpinion: '卷面无误' }
    expect((await officer.post(`${BASE}/examscorecorrection/audit`, refusal)).status).toBe(200)
    const line = { id: old, studentNumber: '0201', courseName: '数学', newScore: '91' }
    const [made] = await ask([line])
    expect(made).toMatchObject({ isDone: 1 })
    expect(made?.id).not.toBe(old)
    const kept = await desk.user.get(`${BASE}/examscorecorrection/detail`, { id: old })
    expect(kept.data).toMatchObject({ newScore: '90', correctionStatus: 3 })
    const other = { ids: made?.id, pass: 0, approveOpinion: '卷面无误' }
    expect((await officer.post(`${BASE}/examscorecorrection/audit`, other)).status).toBe(200)
  })

  test('is of some lines, and of no more than can be judged', async () => {
    const line = { studentNumber: '0102', courseName: '数学', newScore: '1' }
    for (const lines of [[], 'x', Array.from({ length: 501 }, () => line)]) {
      const { status } = await desk.post('examscorecorrection/submitBatch', { examId, reason: '阅卷登分有误', lines })
      expect(status).toBe(400)
    }
  })

  test('approved, changes the fact and its stored row, expires what stands on marks, and marks the reports', async () => {
    const before = await exam()
    const id = await apply('0102', '数学', '88.5')
    expect(await factOf('0102', 2)).toEqual({ scoreStatus: 0, score: 80 })
    expect(await alertOf()).toBe('')
    expect(await audit(id)).toEqual([200, '操作成功'])
    expect(await factOf('0102', 2)).toEqual({ scoreStatus: 0, score: 88.5 })
    const after = await exam()
    expect(after).toMatchObject({ examStatus: 7, dataVersion: before.dataVersion + 1, packageVersion: 1 })
    expect(await tasks()).toMatchObject({
      ARC_STUDENT: 2,
      ARC_SCORE: 2,
      CALC_TOTAL: 5,
      CALC_RANK: 5,
      CALC_STDSCORE: 5,
      STAT_BASE: 5,
      STAT_PARAGRAPH: 5,
      STAT_AREA_FRONTN: 5,
      STAT_SCHOOL_FRONTN: 5,
      PACKAGE: 5,
    })
    const reader = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code })
    expect(await alertOf(reader)).toBe('数据已更新，待重新发布')
    const row = await desk.user.get(`${BASE}/examscorecorrection/detail`, { id })
    expect(row.data).toMatchObject({
      oldScore: '80',
      newScore: '88.5',
      studentName: '李·二',
      schoolCode: SCHOOLS[0]?.code,
      correctionStatus: 2,
      approverName: `u${officer.userId}`,
      approveOpinion: '属实',
      dataVersion: after.dataVersion,
    })
  })

  test('is what archiving the stored rows again would give', async () => {
    await desk.setStatus(examId, 3)
    await desk.run('examscorestudentcourseimport/archiveByExamId', { examId })
    expect(await factOf('0102', 2)).toEqual({ scoreStatus: 0, score: 88.5 })
    await desk.setStatus(examId, 7)
  })

  test('gives an absent student a mark and a student with a mark an absence; who sat is counted anew', async () => {
    expect(await audit(await apply('0103', '数学', '50'))).toEqual([200, '操作成功'])
    expect(await factOf('0103', 2)).toEqual({ scoreStatus: 0, score: 50 })
    const { studentNum } = await exam()
    for (const [courseName, courseId] of [
      ['语文', 1],
      ['数学', 2],
      ['外语', 3],
    ] as const) {
      expect(await audit(await apply('0201', courseName, '缺考'))).toEqual([200, '操作成功'])
      expect(await factOf('0201', courseId)).toEqual({ scoreStatus: 1, score: null })
    }
    expect((await exam()).studentNum).toBe(studentNum - 1)
    expect(await audit(await apply('0201', '语文', '100'))).toEqual([200, '操作成功'])
    expect((await exam()).studentNum).toBe(studentNum)
  })

  test('is published anew in one step, while readers keep the old version until then', async () => {
    const clerk = await program().user({ role: 'exam', permissions: ['examinfo_view', 'examinfo_package'] })
    expect((await clerk.post(`${BASE}/examinfo/execPackageExam`, { examId })).status).toBe(403)
    await desk.run('examinfo/execPackageExam', { examId })
    expect(await exam()).toMatchObject({ examStatus: 7, packageVersion: 2 })
    expect(await alertOf()).toBe('')
    const again = await desk.post('examinfo/execPackageExam', { examId })
    expect([again.status, again.msg]).toEqual([409, '当前状态为「已发布」，不能生成报表'])
  })
})

/** The events that two people hear while something is done, one of the tenant and one of another. */
async function eventsOf(work: () => Promise<unknown>): Promise<{ own: string[]; others: string[] }> {
  const { http } = program().app
  if (!http.server.listening) await http.listen({ port: 0, host: '127.0.0.1' })
  const users = [officer, await program().user({ role: 'exam', tenantId: OTHER_TENANT })]
  const streams = await Promise.all(users.map((user) => hearEvents(http.listeningOrigin, user)))
  await work()
  const [own, others] = streams.map(({ heard }) => heard)
  await expect.poll(() => own, { timeout: 30_000 }).toContain(changeOf('examInfo', examId))
  for (const { end } of streams) end()
  const changes = (heard: string[] = []) => [...new Set(heard.filter((event) => event.startsWith('event: change')))]
  return { own: changes(own).toSorted(), others: changes(others) }
}

describe('whoever of the tenant has the exam open hears', () => {
  test('that a correction is decided, and which exam it changes', async () => {
    const id = await apply('0102', '语文', '92')
    expect(await eventsOf(() => audit(id))).toEqual({
      own: [changeOf('examInfo', examId), changeOf('examScoreCorrection')],
      others: [],
    })
  })

  test('that the exam is in another state', async () => {
    for (const call of ['withdrawExam', 'publishExam']) {
      await desk.run('examinfo/execPackageExam', { examId })
      expect(await eventsOf(() => desk.post(`examinfo/${call}`, { examId }))).toEqual({
        own: [changeOf('examInfo', examId)],
        others: [],
      })
    }
  })

  test('that what is counted depends on other rules', async () => {
    await desk.setStatus(examId, 5)
    const body = { examId, ruleJson: { isCountOnly: 0 } }
    expect((await eventsOf(() => desk.post('examinfo/saveRule', body))).own).toEqual([changeOf('examInfo', examId)])
    await desk.setStatus(examId, 7)
  })
})

describe('what keeps a correction out', () => {
  test.each([
    [{ studentNumber: '0101', courseName: '语文', newScore: '150.5' }, '分数应在 0 到 150 之间'],
    [{ studentNumber: '0101', courseName: '语文', newScore: '90.3' }, '分数应为 0.5 的倍数'],
    [{ studentNumber: '0101', courseName: '语文', newScore: '优' }, '请填写分数，或缺考、作弊、违纪、缓考、免考'],
    [{ studentNumber: '0101', courseName: '语文', newScore: '120.0' }, '更正后的成绩与归档的成绩相同'],
    [{ studentNumber: '0999', courseName: '语文', newScore: '90' }, '考号 0999 不在归档的考生名单'],
    [{ studentNumber: '0101', courseName: '天文', newScore: '90' }, '考号 0101 没有「天文」的归档成绩'],
  ])('a line %j is refused with its reason, the others are taken', async (line, message) => {
    const good = { studentNumber: '0101', courseName: '外语', newScore: '99' }
    const [refused, taken] = await ask([line, good])
    expect(refused).toMatchObject({ isDone: 0, message, id: '' })
    expect(taken).toMatchObject({ isDone: 1 })
    const second = await ask([good])
    expect(second[0]?.message).toBe('考号 0101 的外语已有尚未办结的更正申请')
    await desk.post('examscorecorrection/withdraw', { ids: taken?.id })
    await desk.user.post(`${BASE}/examscorecorrection/remove`, undefined, { ids: taken?.id })
  })

  test('a school asks for its own students only; others answer like nobody', async () => {
    const school = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code })
    const results = await ask(
      [
        { studentNumber: '0101', courseName: '数学', newScore: '1' },
        { studentNumber: '0201', courseName: '数学', newScore: '1' },
      ],
      school,
    )
    expect(results.map(({ message }) => message)).toEqual(['', '考号 0201 不在归档的考生名单'])
    const marks = await school.get(`${BASE}/examscorecorrection/archivedScores`, { examId, studentNumber: '0201' })
    expect(marks.data).toEqual([])
    const own = await school.get(`${BASE}/examscorecorrection/archivedScores`, { examId, studentNumber: '0103' })
    expect(own.data.map((one: { oldScore: string }) => one.oldScore)).toEqual(['60', '50', '40'])
    expect((await audit(results[0]?.id ?? '', school))[0]).toBe(403)
  })

  test('whoever asked does not approve', async () => {
    const id = await apply('0102', '语文', '91')
    expect(await audit(id, desk.user)).toEqual([400, '不能审核本人的成绩更正'])
    await desk.post('examscorecorrection/withdraw', { ids: id })
    await desk.user.post(`${BASE}/examscorecorrection/remove`, undefined, { ids: id })
  })

  test('a mark that changed since it was asked for is refused, and nothing else is written', async () => {
    const id = await apply('0102', '外语', '71')
    await sql`update exam_score_student_course set score = 69 where exam_id = ${examId} and course_id = 3 and score = 70`.execute(
      desk.db,
    )
    const before = await exam()
    expect(await audit(id)).toEqual([409, '考号 0102 的外语申请时为「70」，现为「69」，请重新申请'])
    expect((await exam()).dataVersion).toBe(before.dataVersion)
    await sql`update exam_score_student_course set score = 70 where exam_id = ${examId} and course_id = 3 and score = 69`.execute(
      desk.db,
    )
    expect(await audit(id)).toEqual([200, '操作成功'])
  })

  test('a sealed exam and one that is being computed are refused by their state', async () => {
    const id = await apply('0102', '外语', '72')
    for (const [status, title] of [
      [9, '已封存'],
      [4, '计算中'],
    ] as const) {
      await desk.setStatus(examId, status)
      expect(await audit(id)).toEqual([409, `当前状态为「${title}」，不能更正成绩`])
      const [line] = await ask([{ studentNumber: '0103', courseName: '语文', newScore: '61' }])
      expect(line?.message).toBe(`当前状态为「${title}」，不能更正成绩`)
    }
    await desk.setStatus(examId, 7)
  })

  test('a job of the exam ends first', async () => {
    const id = await apply('0103', '外语', '41')
    await sql`insert into job (id, tenant_id, user_id, name, title, payload, singleton_key, state, heartbeat)
      values (1, ${TENANT}, ${desk.user.userId}, 'exam.build-package', '更正 生成报表', '{}', ${examId}, 'running', now() + interval '1 hour')`.execute(
      desk.db,
    )
    expect(await audit(id)).toEqual([409, '这次考试正在「更正 生成报表」，请等它完成后再办理'])
    await sql`update job set state = 'done' where id = 1`.execute(desk.db)
    expect(await audit(id)).toEqual([200, '操作成功'])
  })

  test('an exam that changes while a correction is approved is left as it was changed', async () => {
    const id = await apply('0103', '语文', '63')
    const before = await exam()
    const other = new pg.Client({ connectionString: program().databaseUrl })
    await other.connect()
    const raise = (by: number) =>
      other.query('update exam_info set data_version = data_version + $1 where id = $2', [by, examId])
    await other.query('begin')
    await raise(1)
    const answer = audit(id)
    const waiting = async () =>
      (await other.query('select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'))
        .rowCount
    await expect.poll(waiting).toBe(1)
    await other.query('commit')
    expect(await answer).toEqual([409, '考试的状态或数据刚刚有变化，请刷新后再办理'])
    expect([(await exam()).dataVersion, await factOf('0103', 1)]).toMatchObject([before.dataVersion + 1, { score: 60 }])
    await raise(-1)
    await other.end()
    await desk.post('examscorecorrection/withdraw', { ids: id })
    await desk.user.post(`${BASE}/examscorecorrection/remove`, undefined, { ids: id })
  })

  test('of two corrections approved at once both are kept', async () => {
    const before = await exam()
    const ids = [await apply('0103', '语文', '62'), await apply('0201', '外语', '12')]
    const other = await program().user({ role: 'exam' })
    const answers = await Promise.all([audit(ids[0] ?? ''), audit(ids[1] ?? '', other)])
    const late = answers.flatMap(([status], at) => (status === 200 ? [] : [ids[at] ?? '']))
    for (const id of late) expect(await audit(id)).toEqual([200, '操作成功'])
    expect((await exam()).dataVersion).toBe(before.dataVersion + 2)
    expect([await factOf('0103', 1), await factOf('0201', 3)]).toMatchObject([{ score: 62 }, { score: 12 }])
  })
})

describe('the package after a correction', () => {
  async function manifestOf(id: string): Promise<Manifest> {
    const { packageVersion } = (await desk.user.get(`${BASE}/examinfo/detail`, { id })).data
    const folder = join(program().dataDir, 'packages', TENANT, id, `v${packageVersion}`)
    return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  }
  const hashes = ({ files }: Manifest) => Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256]))

  test('equals, byte by byte, that of an exam archived and computed from the corrected marks', async () => {
    const whole = await desk.addExam('更正之后')
    const marks: Record<string, string> = {}
    for (const number of ['0101', '0102', '0103', '0201']) {
      const { data } = await desk.user.get(`${BASE}/examscorecorrection/archivedScores`, {
        examId,
        studentNumber: number,
      })
      marks[number] = data.map((one: { oldScore: string }) => one.oldScore).join()
    }
    const sheet = Object.entries(marks).map(([number, line]) => `${number},${line}\n`)
    await computeExam(desk, whole, `考号,语文,数学,外语\n${sheet.join('')}`)
    await desk.run('examinfo/execPackageExam', { examId: whole })
    await desk.run('examinfo/execPackageExam', { examId })
    expect(hashes(await manifestOf(examId))).toEqual(hashes(await manifestOf(whole)))
  })

  test('differs from the one before in nothing but what stands on the mark', async () => {
    const { packageVersion } = await exam()
    expect(await audit(await apply('0101', '外语', '98'))).toEqual([200, '操作成功'])
    await desk.run('examinfo/execPackageExam', { examId })
    const differing = await compareWith(packageVersion)
    // 语文 and 数学, whatever is asked of them
    for (const table of ['quota', 'paragraph', 'rank_lut', 'std_score', 'area_front', 'school_front'])
      expect([table, await differing(table, 'course_id', 'course_id in (1, 2)')]).toEqual([table, []])
    for (const table of ['unit', 'course', 'teacher']) expect([table, await differing(table, '1')]).toEqual([table, []])
    const others = "columns(c -> not regexp_matches(c, '_rank$|^(z|t|pr)$|^[rakl]3$'))"
    expect(await differing('student', 'student_number', 'true', others)).toEqual(['0101'])
    // the units of the student, and no others, by what is counted in them
    const counted = "columns(c -> not regexp_matches(c, 'rank|^above|^composite'))"
    const units = await differing(
      'quota',
      "grain || ' ' || course_id || ' ' || coalesce(area_name, '') || coalesce(school_name, '')",
      'true',
      counted,
    )
    const own = ['0', '3'].flatMap((id) => [
      `all ${id} `,
      `area ${id} 市直属`,
      `class ${id} 市直属第一中学`,
      `school ${id} 市直属第一中学`,
    ])
    expect(units).toEqual(own.toSorted())
  })

  /** What differs between a version and the next: `name` of every row that is in one of them only. */
  async function compareWith(version: number) {
    const folder = join(program().dataDir, 'packages', TENANT, examId)
    return async (table: string, name: string, where = 'true', columns = '*'): Promise<unknown[]> => {
      const rows = (n: number) =>
        `select ${name} as name, ${columns} from read_parquet('${folder}/v${n}/${table}.parquet') where ${where}`
      const [before, after] = [rows(version), rows(version + 1)]
      const analytics = await openAnalytics({
        memoryLimit: '512MB',
        threads: 1,
        tempFolder: join(program().dataDir, 'tmp'),
        connections: 1,
      })
      const found = await analytics.query<{ name: unknown }>(
        `select distinct name from ((${before} except all ${after}) union all (${after} except all ${before})) order by name`,
      )
      analytics.close()
      return found.map((row) => row.name)
    }
  }
})
