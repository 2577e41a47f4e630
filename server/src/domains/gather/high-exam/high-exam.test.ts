import { highExamStates } from '@xueheng/contract/domains/gather/high-exam-states.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { narrow } from '../../../../test/fixtures/narrow.ts'
import { type Client, TENANT, useTestApp } from '../../../../test/harness.ts'
import { wallTime } from '../../../platform/clock.ts'
import { nextId } from '../../../platform/db/id.ts'

const program = useTestApp()
const BASE = '/api/yzl-gather'
const SCORE = `${BASE}/gatherHighExamScore`
const DAY = 86_400_000
const at = (days: number) => wallTime(new Date(Date.now() + days * DAY))
/** 123.5 + 120 + 110 + 80 + 70 + 65 = 568.5. */
const MARKS = { yuwen: 123.5, shuxue: 120, waiyu: 110, firstCourseScore: 80, secondScore1: 70, secondScore2: 65 }
const TOTAL = 568.5
const [FIRST, SECOND] = SCHOOLS.map(({ code }) => code)

let desk: Desk
let bureau: Client
let clerk: Client
let other: Client
let taskId = ''
let made = 0

beforeAll(async () => {
  desk = await openDesk(program())
  bureau = desk.user
  clerk = await program().user({ role: 'school', schoolCode: FIRST ?? '' })
  other = await program().user({ role: 'school', schoolCode: SECOND ?? '' })
  await register(FIRST ?? '', SCHOOLS[0]?.area ?? '', 4)
  await register(SECOND ?? '', SCHOOLS[1]?.area ?? '', 1)
  taskId = await addTask('高考成绩')
})

async function register(school: string, area: string, num: number): Promise<void> {
  for (let i = 0; i < num; i += 1)
    await sql`insert into basic_student (id, tenant_id, student_code, student_name, gender, area_code, school_code, stage,
        enter_year, grade_code, class_code, class_name, enrol_status)
      values (${nextId()}, ${TENANT}, ${`${school}${i}`}, '某', '1', ${area}, ${school}, '3', 2023, '12', 'C1', '高三(1)班', '1')`.execute(
      desk.db,
    )
}

async function addTask(taskName: string, change: object = {}): Promise<string> {
  const body = {
    taskName,
    taskType: 3,
    studyYear: 2025,
    gradeCodes: ['12'],
    askedFields: ['totalScore', 'provinceRank'],
    requiredFields: ['provinceRank'],
    auditLevels: 2,
    beginTime: at(-1),
    endTime: at(1),
    ...change,
  }
  const { data, msg } = await bureau.post(`${BASE}/gatherTask/submit`, body)
  expect(msg).toBe('操作成功')
  expect((await bureau.post(`${BASE}/gatherTask/open`, { id: data.id })).msg).toBe('操作成功')
  return data.id
}

async function add(studentName: string, change: object = {}, user = clerk): Promise<any> {
  made += 1
  const row = { gatherTaskId: taskId, candidateNumber: `26${String(made).padStart(12, '0')}`, schoolCode: FIRST }
  const { data, msg } = await user.post(`${SCORE}/submit`, {
    ...row,
    studentName,
    provinceRank: 1000 + made,
    ...MARKS,
    ...change,
  })
  expect(msg).toBe('操作成功')
  return data
}

const rowOf = async (id: string, user = bureau) => (await user.get(`${SCORE}/detail`, { id })).data
const change = async (id: string, values: object, user = clerk) =>
  user.post(`${SCORE}/submit`, { id, updateTime: (await rowOf(id)).updateTime, ...values })
const act = (user: Client, call: string, ids: string, more: object = {}) =>
  user.post(`${SCORE}/${call}`, { ids, ...more })
const PASS = { status: 1 }
const reject = (msg: string) => ({ status: 2, msg })

/** A row that passed what it was asked to pass. */
async function passed(studentName: string, values: object = {}): Promise<any> {
  const { id } = await add(studentName, values)
  await act(clerk, 'send', id)
  await act(clerk, 'audit1', id, PASS)
  await act(bureau, 'audit2', id, PASS)
  return rowOf(id)
}

describe('scores of the gaokao', () => {
  test('sum up to their total, and have their place and year from school and task', async () => {
    const row = await add('甲')
    expect(row).toMatchObject({
      totalScore: TOTAL,
      examYear: 2026,
      areaCode: SCHOOLS[0]?.area,
      auditStatus: 0,
      archiveStatus: 0,
    })
    const wrong = await change(row.id, { totalScore: 568 })
    expect([wrong.status, wrong.msg]).toEqual([400, '总分与各科之和568.5不一致'])
    const strange = await change(row.id, { classCode: `${SECOND}-3202301` })
    expect(strange.status).toBe(400)
    await sql`insert into school_classes (id, tenant_id, school_code, study_year, stage, enter_year, grade_code, class_no, class_code, class_name)
      values (${nextId()}, ${TENANT}, ${SECOND}, 2025, '3', 2023, '12', 91, 'ELSEWHERE', '高三(1)班')`.execute(desk.db)
    const elsewhere = await change(row.id, { classCode: 'ELSEWHERE' }, bureau)
    expect([elsewhere.status, elsewhere.msg]).toEqual([400, '班级不在这所学校'])
    await sql`update school_classes set school_code = ${FIRST} where class_code = 'ELSEWHERE'`.execute(desk.db)
    expect((await change(row.id, { classCode: 'ELSEWHERE' }, bureau)).msg).toBe('操作成功')
    await sql`update school_classes set is_deleted = 1 where class_code = 'ELSEWHERE'`.execute(desk.db)
    const dissolved = await change(row.id, { yuwen: 124, totalScore: 569 }, bureau)
    expect([dissolved.status, dissolved.msg]).toEqual([400, '没有这个班级'])
    expect(dissolved.data.problems).toEqual([{ field: 'classCode', message: '没有这个班级' }])
    expect(await rowOf(row.id)).toMatchObject({ totalScore: TOTAL, classCode: 'ELSEWHERE' })
    expect((await change(row.id, { yuwen: 124, totalScore: 569, classCode: '' }, bureau)).msg).toBe('操作成功')
    expect(await rowOf(row.id)).toMatchObject({ totalScore: 569, classCode: null, className: null })
    const twice = await clerk.post(`${SCORE}/submit`, { ...row, id: undefined, studentName: '又' })
    expect(twice.msg).toBe('该采集任务考生号已存在')
  })

  test('of a school are seen and written by nobody of another', async () => {
    const { id, candidateNumber, updateTime } = await add('乙')
    const seen = await other.get(`${SCORE}/list`, { candidateNumber })
    expect(seen.data.total).toBe(0)
    expect((await rowOf(id, other)) ?? {}).toEqual({})
    for (const call of ['send', 'audit1', 'auditStudentScore', 'auditArtStudentScore', 'remove']) {
      const answer = await other.post(`${SCORE}/${call}`, { ids: id, id, updateTime, status: 1 })
      expect([call, answer.status]).toEqual([call, 404])
    }
    const [each] = (await act(other, 'auditStudents', id, PASS)).data
    expect(each).toEqual({ id, isDone: 0, message: '数据不存在或已被删除' })
    const foreign = await other.post(`${SCORE}/submit`, {
      gatherTaskId: taskId,
      candidateNumber: 'X',
      schoolCode: FIRST,
      studentName: '假',
    })
    expect(foreign.status).toBe(403)
  })

  test('are audited by the school, then by the bureau; a refusal reaches who handed in, with its reason', async () => {
    const { id } = await add('丙', { provinceRank: null })
    expect((await act(clerk, 'send', id)).msg).toBe('丙还没有填写位次')
    await change(id, { provinceRank: 5 })
    expect((await act(clerk, 'send', id)).msg).toBe('操作成功')
    expect((await change(id, { yuwen: 100, totalScore: 545 })).msg).toBe(
      '丙的文化成绩正在审核（待初审），修改后从初审重新审核，请确认是否修改',
    )
    expect((await act(bureau, 'audit2', id, PASS)).status).toBe(409)
    await act(clerk, 'audit1', id, PASS)
    expect((await act(clerk, 'audit2', id, PASS)).status).toBe(403)
    expect((await act(bureau, 'audit2', id, { status: 2 })).msg).toBe('请填写驳回原因')
    await act(bureau, 'audit2', id, reject('位次与成绩单不符'))
    expect(await rowOf(id)).toMatchObject({ auditStatus: 12, rejectReason: '位次与成绩单不符' })
    const { data } = await clerk.get('/api/bigdata-service/sysMessage/top')
    expect(JSON.stringify(data)).toContain('位次与成绩单不符')
  })

  test('are decided in bulk with a result for each, by the step the row waits for', async () => {
    const rows = [await add('丁'), await add('戊'), await add('己')]
    const [first, second, draft] = rows.map(({ id }) => id)
    await act(clerk, 'send', `${first},${second}`)
    const school = await act(clerk, 'auditStudents', [first, second, draft].join(), PASS)
    expect(school.data.map((one: any) => [one.isDone, one.message])).toEqual([
      [1, ''],
      [1, ''],
      [0, '当前状态为「草稿」，不能初审通过'],
    ])
    // The second auditor of the school is told that it was decided, and does not decide for the bureau.
    const again = await act(clerk, 'auditStudents', first ?? '', PASS)
    expect(again.data[0].message).toBe('当前状态为「待复审」，不能初审通过')
    await act(bureau, 'auditStudents', `${first},${second}`, PASS)
    expect([(await rowOf(first ?? '')).auditStatus, (await rowOf(second ?? '')).auditStatus]).toEqual([3, 3])
    expect((await act(bureau, 'auditStudents', first ?? '', { status: 7 })).msg).toBe('审核结论不是有效的选项')
  })

  test('of two auditors at once one decides, the other is told', async () => {
    const { id } = await add('庚')
    await act(clerk, 'send', id)
    const { updateTime } = await rowOf(id)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => clerk.post(`${SCORE}/auditStudentScore`, { id, updateTime, status: 1 })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)])
    expect((await clerk.get(`${SCORE}/history`, { id })).data).toHaveLength(2)
  })

  test('are mended by an auditor while they wait; what was mended is told', async () => {
    const { id } = await add('辛')
    await act(clerk, 'send', id)
    const wrong = await clerk.post(`${SCORE}/auditStudentScore`, { id, yuwen: 124, status: 1 })
    expect(wrong.msg).toBe('总分与各科之和569不一致')
    const right = await clerk.post(`${SCORE}/auditStudentScore`, {
      id,
      yuwen: 124,
      totalScore: 569,
      status: 1,
      msg: '核对成绩单',
    })
    expect(right.msg).toBe('操作成功')
    expect(await rowOf(id)).toMatchObject({ yuwen: 124, totalScore: 569, auditStatus: 2 })
    const [line] = (await clerk.get(`${SCORE}/history`, { id })).data
    expect(line.opinion).toBe('核对成绩单；更正：语文：123.5→124；总分：568.5→569')
    const late = await clerk.post(`${SCORE}/auditStudentScore`, { id, yuwen: 1, totalScore: 446, status: 1 })
    expect([late.status, (await rowOf(id)).yuwen]).toEqual([409, 124])
    const reader = await program().user({
      role: 'school',
      schoolCode: FIRST ?? '',
      permissions: ['gatherhighexamscore_view'],
    })
    expect((await reader.post(`${SCORE}/auditStudentScore`, { id, status: 1 })).status).toBe(403)
  })

  test('of the arts have a chain of their own', async () => {
    const { id } = await add('壬', { artType: '美术', artScore: 230 })
    const plain = await add('癸')
    const arts = (await clerk.get(`${SCORE}/listArts`, { gatherTaskId: taskId })).data.records
    expect(arts.map((row: any) => row.studentName)).toEqual(['壬'])
    expect((await act(clerk, 'sendArt', plain.id)).msg).toBe('癸不是艺术类考生')
    await act(clerk, 'sendArt', id)
    expect(await rowOf(id)).toMatchObject({ auditStatus: 0, artAuditStatus: 1 })
    // The other chain is still open.
    expect((await change(id, { bonusScore: 5 })).msg).toBe('操作成功')
    expect((await change(id, { artScore: 231 })).msg).toBe(
      '壬的艺术成绩正在审核（待初审），修改后从初审重新审核，请确认是否修改',
    )
    expect((await clerk.post(`${SCORE}/auditArtStudentScore`, { id, artScore: 232, status: 1 })).msg).toBe('操作成功')
    expect((await bureau.post(`${SCORE}/auditArtStudentScore`, { id, ...reject('专业分有误') })).msg).toBe('操作成功')
    expect(await rowOf(id)).toMatchObject({
      auditStatus: 0,
      artAuditStatus: 12,
      artScore: 232,
      artRejectReason: '专业分有误',
    })
    expect((await clerk.get(`${SCORE}/artHistory`, { id })).data).toHaveLength(3)
    expect((await clerk.get(`${SCORE}/history`, { id })).data).toHaveLength(0)
  })

  test('pass finally after as many audits as the task asks for', async () => {
    const one = await addTask('只审一次', { auditLevels: 1 })
    const none = await addTask('不审', { auditLevels: 0 })
    const [first, second] = [await add('一', { gatherTaskId: one }), await add('二', { gatherTaskId: none })]
    await act(clerk, 'send', `${first.id},${second.id}`)
    expect((await rowOf(second.id)).auditStatus).toBe(3)
    await act(clerk, 'audit1', first.id, PASS)
    expect((await rowOf(first.id)).auditStatus).toBe(3)
    const sent = await clerk.post(`${SCORE}/sendAll`, { gatherTaskId: one })
    expect(sent.msg).toBe('没有要提交的高考成绩')
  })

  test('are taken back by the school before an audit, by the bureau after it', async () => {
    const { id } = await add('子')
    await act(clerk, 'send', id)
    expect((await act(clerk, 'withdraw', id)).msg).toBe('操作成功')
    await act(clerk, 'send', id)
    await act(clerk, 'audit1', id, PASS)
    expect((await act(clerk, 'withdraw', id)).status).toBe(409)
    await act(bureau, 'audit2', id, PASS)
    expect((await act(clerk, 'revoke', id, { msg: '有误，撤销' })).status).toBe(403)
    expect((await act(bureau, 'revoke', id)).msg).toBe('请填写撤销原因')
    await act(bureau, 'revoke', id, { msg: '有误，撤销' })
    expect(await rowOf(id)).toMatchObject({ auditStatus: 12, rejectReason: '有误，撤销' })
  })

  test('answer 409 for every step that their state does not know', async () => {
    const { id } = await add('丑')
    const steps = { send: {}, withdraw: {}, audit1: PASS, audit2: PASS, revoke: { msg: '原因' } }
    const actions = {
      send: 'submit',
      withdraw: 'withdraw',
      audit1: 'passSchool',
      audit2: 'passBureau',
      revoke: 'revoke',
    } as const
    for (const [name, state] of Object.entries(highExamStates.states)) {
      for (const [step, action] of Object.entries(actions)) {
        const from: readonly string[] = highExamStates.actions[action].from
        if (from.includes(name)) continue
        await sql`update gather_high_exam_score set audit_status = ${state.value} where id = ${id}`.execute(desk.db)
        const { status, msg } = await act(bureau, step, id, steps[step as keyof typeof steps])
        expect([name, step, status]).toEqual([name, step, 409])
        expect(msg).toMatch(new RegExp(`^当前状态为「${state.title}」，不能`))
      }
    }
  })

  test('are not handed in without their total, nor those of the arts without the mark of theirs', async () => {
    const none = Object.fromEntries(Object.keys(MARKS).map((name) => [name, null]))
    const { id } = await add('无总分', none)
    expect(await act(clerk, 'send', id)).toMatchObject({ status: 400, msg: '无总分还没有填写总分' })
    const art = await add('无专业分', { artType: '美术' })
    expect(await act(clerk, 'sendArt', art.id)).toMatchObject({ status: 400, msg: '无专业分还没有填写专业分' })
    expect(await rowOf(id)).toMatchObject({ auditStatus: 0 })
    expect(await rowOf(art.id)).toMatchObject({ artAuditStatus: 0 })
  })
})

describe('archived scores of the gaokao', () => {
  const library = async () =>
    (
      await sql<any>`select candidate_number, student_name, total_score, final_score, art_type, exam_class, check_status, archive_status
      from exam_score_high_exam where is_deleted = 0 order by student_name`.execute(desk.db)
    ).rows

  test('are archived, and taken back, by the bureau alone, whatever rights a school was given', async () => {
    const permissions = ['gatherhighexamscore_view', 'gatherhighexamscore_archive']
    const eager = await program().user({ role: 'school', schoolCode: FIRST ?? '', permissions })
    const { id } = await passed('学校归档')
    expect((await eager.get(`${SCORE}/differences`, { gatherTaskId: taskId })).status).toBe(403)
    expect((await eager.post(`${SCORE}/archive`, { gatherTaskId: taskId })).status).toBe(403)
    expect((await eager.post(`${SCORE}/takeBack`, { ids: id })).status).toBe(403)
    expect((await bureau.post(`${SCORE}/takeBack`, { ids: '987654321' })).status).toBe(404)
    expect(await rowOf(id)).toMatchObject({ archiveStatus: 0 })
  })

  test('show their differences first, need both chains, and are all or nothing', async () => {
    await sql`delete from gather_high_exam_score`.execute(desk.db)
    const plain = await passed('归甲', { bonusScore: 5 })
    const art = await passed('归乙', { artType: '音乐', artScore: 200 })
    await add('未审')
    const ask = async () => (await bureau.get(`${SCORE}/differences`, { gatherTaskId: taskId })).data
    // The one of the arts waits for its own chain.
    expect((await ask()).map((line: any) => [line.studentName, line.isNew])).toEqual([['归甲', 1]])
    await act(clerk, 'sendArt', art.id)
    await clerk.post(`${SCORE}/auditArtStudentScore`, { id: art.id, status: 1 })
    await bureau.post(`${SCORE}/auditArtStudentScore`, { id: art.id, status: 1 })
    await bureau.post('/api/bigdata-service/examscorehighexam/submit', {
      candidateNumber: art.candidateNumber,
      examYear: 2026,
      studentName: '归乙',
      schoolCode: FIRST,
      totalScore: 500,
      bonusScore: 10,
    })
    expect(await ask()).toEqual([
      { candidateNumber: plain.candidateNumber, studentName: '归甲', isNew: 1, changes: '', problem: '' },
      {
        candidateNumber: art.candidateNumber,
        studentName: '归乙',
        isNew: 0,
        changes: `语文：空→123.5；数学：空→120.0；外语：空→110.0；首选科目分：空→80.0；再选科目一分：空→70.0；再选科目二分：空→65.0；总分：500.0→568.5；位次：空→${art.provinceRank}；艺术类别：空→音乐；专业分：空→200.0；投档分：510.0→578.5`,
        problem: '',
      },
    ])
    expect((await clerk.post(`${SCORE}/archive`, { gatherTaskId: taskId })).status).toBe(403)
    // Whoever archives does not see the school the library has the candidate at.
    const narrowed = await program().user({
      role: 'exam',
      permissions: ['gatherhighexamscore_view', 'gatherhighexamscore_archive'],
    })
    await narrow(program(), narrowed, 'examScoreHighExam', { field: 'schoolCode', operator: 'equal', values: ['X'] })
    const hidden = await narrowed.post(`${SCORE}/archive`, { gatherTaskId: taskId })
    expect([hidden.status, hidden.msg]).toEqual([409, '归乙成绩库中属于您看不到的学校，共1人有问题，没有归档'])
    expect((await rowOf(plain.id)).archiveStatus).toBe(0)
    await sql`update exam_score_high_exam set archive_status = 1`.execute(desk.db)
    const locked = await bureau.post(`${SCORE}/archive`, { gatherTaskId: taskId })
    expect([locked.status, locked.msg]).toEqual([409, '归乙成绩库中已归档锁定，请先撤销归档，共1人有问题，没有归档'])
    expect(await library()).toHaveLength(1)
    expect((await rowOf(plain.id)).archiveStatus).toBe(0)
    await sql`update exam_score_high_exam set archive_status = 0, check_status = 1`.execute(desk.db)
    expect((await bureau.post(`${SCORE}/archive`, { gatherTaskId: taskId })).data).toEqual({
      archived: 2,
      added: 1,
      changed: 1,
    })
    expect(
      (await library()).map((row: any) => [
        row.studentName,
        row.totalScore,
        row.finalScore,
        row.artType,
        row.checkStatus,
      ]),
    ).toEqual([
      ['归乙', '568.5', '578.5', '音乐', 0],
      ['归甲', '568.5', '573.5', null, 0],
    ])
    expect((await act(bureau, 'revoke', plain.id, { msg: '要改一改' })).msg).toBe('当前状态为「已归档」，不能撤销通过')
    expect((await bureau.post(`${SCORE}/archive`, { gatherTaskId: taskId })).msg).toBe('没有审核通过、还没归档的考生')
    expect((await act(clerk, 'takeBack', plain.id)).status).toBe(403)
    await sql`update exam_score_high_exam set archive_status = 1`.execute(desk.db)
    const held = await act(bureau, 'takeBack', plain.id)
    expect([held.status, held.msg]).toEqual([409, '归甲在成绩库中已归档锁定，请先撤销归档'])
    expect((await rowOf(plain.id)).archiveStatus).toBe(1)
    await sql`update exam_score_high_exam set archive_status = 0`.execute(desk.db)
    expect((await act(bureau, 'takeBack', plain.id)).data).toEqual({ takenBack: 1 })
    expect((await act(bureau, 'takeBack', plain.id)).status).toBe(409)
    expect((await act(bureau, 'revoke', plain.id, { msg: '要改一改' })).msg).toBe('操作成功')
  })

  test('are counted by area, school and class, and in the statistics of the year', async () => {
    // Of four candidates of the register three are filled in: one was refused, one is archived, one is a draft.
    const ask = async (grain: string, user = bureau, more: object = {}) =>
      (await user.get(`${BASE}/client/high-exam-score-progress-in-${grain}`, { gatherTaskId: taskId, ...more })).data
    const line = {
      planNum: 4,
      filledNum: 3,
      submitNum: 1,
      audit1Num: 1,
      audit2Num: 1,
      rejectNum: 1,
      artNum: 1,
      artAuditNum: 1,
      archiveNum: 1,
      percent: 25,
    }
    const none = {
      planNum: 1,
      filledNum: 0,
      submitNum: 0,
      audit1Num: 0,
      audit2Num: 0,
      rejectNum: 0,
      artNum: 0,
      artAuditNum: 0,
      archiveNum: 0,
      percent: 0,
    }
    expect(await ask('area')).toMatchObject([line, none])
    expect(await ask('school')).toMatchObject([
      { name: '第一中学', ...line },
      { name: '第二中学', ...none },
    ])
    expect(await ask('school', other)).toMatchObject([none])
    // Nobody gave a class: what is filled in stands beside the class of the register.
    expect(
      (await ask('class', clerk, { schoolCode: FIRST })).map((one: any) => [one.name, one.planNum, one.filledNum]),
    ).toEqual([
      ['未分班', 0, 3],
      ['高三(1)班', 4, 0],
    ])
    const statics = (user: Client, more: Record<string, unknown> = {}) =>
      user.get('/api/yzl-openapi/gatherHighExamScore/staticsTeacherPortfolio', more)
    const one = { studentNum: 1, passedNum: 1, artNum: 1, artPassedNum: 1, archivedNum: 1 }
    expect((await statics(bureau, { examYear: 2026 })).data).toMatchObject([{ unitCode: SCHOOLS[0]?.area, ...one }])
    expect((await statics(bureau, { areaCode: SCHOOLS[0]?.area })).data).toMatchObject([
      { unitName: '第一中学', ...one },
    ])
    expect((await statics(bureau, { examYear: 2025 })).data).toEqual([])
    expect((await statics(other)).data).toEqual([])
  })
})
