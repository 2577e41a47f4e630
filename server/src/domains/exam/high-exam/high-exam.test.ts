import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { withoutSchool } from '../../../../test/fixtures/without-school.ts'
import { type Client, TENANT, useTestApp, waitForJob } from '../../../../test/harness.ts'
import { nextId } from '../../../platform/db/id.ts'
import { writeWorkbook } from '../../../platform/sheet/write.ts'

const BASE = '/api/bigdata-service/examscorehighexam'
const TOP = '/api/bigdata-service/statistics/queryHighexamBeforeNStudentScore'
const [FIRST, SECOND] = SCHOOLS

const program = useTestApp()
let officer: Client
let school: Client

beforeAll(async () => {
  await openDesk(program())
  officer = await program().user({ role: 'exam' })
  school = await program().user({ role: 'school', schoolCode: FIRST?.code })
})

const MARKS = { yuwen: 120, shuxue: 130, waiyu: 140, firstCourseScore: 80, secondScore1: 70, secondScore2: 60 }
const CODES = { secondCourse1: '化学', secondCourse2: '生物', artsScience: '2' }

let last = 0
function body(examYear: number, more: object = {}): Record<string, unknown> {
  last += 1
  const candidateNumber = `2599000100${String(last).padStart(4, '0')}`
  const person = { candidateNumber, studentName: '张小明', schoolCode: FIRST?.code }
  return { examYear, ...person, ...MARKS, ...CODES, totalScore: 600, bonusScore: 5, provinceRank: last, ...more }
}

async function add(examYear: number, more: object = {}, user = officer): Promise<string> {
  const { status, msg, data } = await user.post(`${BASE}/submit`, body(examYear, more))
  expect([status, msg]).toEqual([200, '操作成功'])
  return data.id
}

async function run(action: string, input: object, user = officer) {
  const { status, msg, data } = await user.post(`${BASE}/${action}`, input)
  return status === 200 ? data : [status, msg]
}

async function detail(id: string) {
  return (await officer.get(`${BASE}/detail`, { id })).data
}

describe('the check of a year', () => {
  test('finds sums that differ, a student twice, equal courses, odd numbers and places out of order', async () => {
    const fine = await add(2021)
    const sum = await add(2021, { totalScore: 601, bonusScore: 0, provinceRank: null })
    const twice = await add(2021, { studentCode: 'L990001202100000012', provinceRank: null })
    const again = await add(2021, { studentCode: 'L990001202100000012', provinceRank: null })
    const equal = await add(2021, { secondCourse2: '化学', provinceRank: null })
    const odd = await add(2021, { candidateNumber: 'A1', provinceRank: null })
    const high = await add(2021, { bonusScore: 20, provinceRank: 5000 })
    expect(await run('checkByExamId', { examYear: 2021 })).toEqual({ checked: 7, errors: 4, warnings: 2 })
    const found = async (id: string) => {
      const { checkStatus, checkMsg, finalScore } = await detail(id)
      return [checkStatus, finalScore, checkMsg.map((one: { code: string; text: string }) => `${one.code} ${one.text}`)]
    }
    expect(await found(fine)).toEqual([1, 605, []])
    expect(await found(sum)).toEqual([2, 601, ['H01 总分 601.0 与各科之和 600.0 不符']])
    expect(await found(twice)).toEqual([2, 605, ['H02 同一年另有一行是这个学籍号']])
    expect(await found(again)).toEqual([2, 605, ['H02 同一年另有一行是这个学籍号']])
    expect(await found(equal)).toEqual([2, 605, ['H03 两门再选科目相同：化学']])
    expect(await found(odd)).toEqual([3, 605, ['H04 考生号不是 14 位数字']])
    expect(await found(high)).toEqual([3, 620, ['H05 投档分 620.0 高于位次更靠前的考生']])
    expect(await run('archiveByExamId', { examYear: 2021 })).toEqual([409, '还有 4 条有错误，请先改正'])
  })
})

describe('the check of a row', () => {
  const code = 'L990001202100000012'
  const low = { yuwen: 20, totalScore: 500 }
  const codesOf = async (id: string) => {
    await run('checkByExamId', { examYear: 2016 })
    return (await detail(id)).checkMsg.map((one: { code: string }) => one.code)
  }

  test('holds it against others of its year and stream alone, and not against removed ones', async () => {
    const removed = await add(2016, { ...low, studentCode: code, provinceRank: 1 })
    expect((await officer.post(`${BASE}/remove`, undefined, { ids: removed })).msg).toBe('操作成功')
    // The code stands in another year, too.
    const id = await add(2016, { studentCode: code, provinceRank: 100 })
    for (const more of [{ artsScience: '1', provinceRank: 2 }, { provinceRank: 100 }, { provinceRank: null }])
      await add(2016, { ...low, ...more })
    await add(2015, { ...low, provinceRank: 1 })
    expect(await codesOf(id)).toEqual([])
    await add(2016, { ...low, provinceRank: 99 })
    expect(await codesOf(id)).toEqual(['H05'])
  })

  test('holds its name against the register', async () => {
    const db = program().app.database.tenant(TENANT)
    const id = await add(2016, { studentCode: 'L990001201600000011', provinceRank: null })
    await sql`insert into basic_student (id, tenant_id, student_code, student_name, gender, area_code, school_code, stage,
        enter_year, grade_code, class_name, enrol_status)
      values (${nextId()}, ${TENANT}, 'L990001201600000011', '张小明', '1', ${FIRST?.area}, ${FIRST?.code}, '3', 2013, '12',
        '1班', '1')`.execute(db)
    expect(await codesOf(id)).toEqual([])
    const change = (name: string, isDeleted: number) =>
      sql`update basic_student set student_name = ${name}, is_deleted = ${isDeleted}
        where student_code = 'L990001201600000011'`.execute(db)
    await change('张大明', 0)
    expect(await codesOf(id)).toEqual(['H06'])
    await change('张大明', 1)
    expect(await codesOf(id)).toEqual([])
  })
})

describe('the archive of a year', () => {
  test('wants a check, a yes to warnings, and locks the rows until it is withdrawn', async () => {
    const id = await add(2022, { candidateNumber: 'B1' })
    expect(await run('archiveByExamId', { examYear: 2022 })).toEqual([409, '还有 1 条没有校验，请先校验'])
    expect(await run('checkByExamId', { examYear: 2022 })).toEqual({ checked: 1, errors: 0, warnings: 1 })
    expect(await run('archiveByExamId', { examYear: 2022 })).toEqual([409, '有 1 条警告，请确认后归档'])
    expect(await run('archiveByExamId', { examYear: 2022, confirmWarnings: 1 })).toEqual({ archived: 1 })
    expect(await run('archiveByExamId', { examYear: 2022 })).toEqual([409, '这些高考成绩已经归档'])
    expect(await run('checkByExamId', {})).toEqual([400, '请选择考试或高考年份'])
    const locked = [409, '已归档的高考成绩不能改动，请先撤销归档']
    const { updateTime } = await detail(id)
    expect(await run('submit', { id, updateTime, totalScore: 1 })).toEqual(locked)
    const removal = await officer.post(`${BASE}/remove`, undefined, { ids: id })
    expect([removal.status, removal.msg]).toEqual(locked)
    expect(await run('checkByExamId', { examYear: 2022 })).toEqual([409, '已归档的高考成绩不能重新校验，请先撤销归档'])
    expect(await run('delAllByExamId', { examYear: 2022, confirmText: '2022' })).toEqual([
      409,
      '已归档的高考成绩不能清空，请先撤销归档',
    ])
    expect(await run('unarchiveByExamId', { examYear: 2022, reason: '考试院更正' })).toEqual({ unarchived: 1 })
    expect(await run('unarchiveByExamId', { examYear: 2022, reason: '又一次' })).toEqual([409, '这些高考成绩没有归档'])
    expect(await run('delAllByExamId', { examYear: 2022, confirmText: '2021' })).toEqual([
      400,
      '请输入考试名称或年份以确认清空',
    ])
    expect(await run('delAllByExamId', { examYear: 2022, confirmText: '2022' })).toEqual({ removed: 1 })
    expect(await run('checkByExamId', { examYear: 2022 })).toEqual([400, '没有这次考试或这一年的高考成绩'])
  })

  test('a row whose school was removed meanwhile is not changed', async () => {
    const id = await add(2017)
    const before = await detail(id)
    const change = () => run('submit', { id, updateTime: before.updateTime, bonusScore: 10 })
    const db = program().app.database.tenant(TENANT)
    expect(await withoutSchool(db, FIRST?.code ?? '', change)).toEqual([400, '学校不存在'])
    expect(await detail(id)).toEqual(before)
  })

  test('a changed row is unchecked again, and a candidate stands once in a year', async () => {
    const id = await add(2020, { candidateNumber: '25990001009999' })
    await run('checkByExamId', { examYear: 2020 })
    const { updateTime } = await detail(id)
    await run('submit', { id, updateTime, bonusScore: 10 })
    expect(await detail(id)).toMatchObject({ checkStatus: 0, checkMsg: null, finalScore: 610 })
    const second = await officer.post(`${BASE}/submit`, body(2020, { candidateNumber: '25990001009999' }))
    expect(second.status).toBe(400)
  })

  test('is the bureau’s: a school sees its own candidates and neither checks nor clears', async () => {
    await add(2019)
    await add(2019, { schoolCode: SECOND?.code, studentName: '李别校' })
    const own = (await school.get(`${BASE}/listStudent`, { examYear: 2019 })).data
    expect([own.total, own.records[0].studentName]).toEqual([1, '张小明'])
    const clerk = await program().user({
      role: 'school',
      schoolCode: FIRST?.code,
      permissions: ['examscorehighexam_archive', 'examscorehighexam_delete'],
    })
    expect(await run('checkByExamId', { examYear: 2019 }, clerk)).toEqual([400, '高考成绩由教育局校验、归档和清空'])
    expect(await run('delAllByExamId', { examYear: 2019, confirmText: '2019' }, clerk)).toEqual([
      400,
      '高考成绩由教育局校验、归档和清空',
    ])
  })
})

describe('高考前N名学生', () => {
  beforeAll(async () => {
    const names = ['甲一', '甲二', '甲三', '甲四']
    const places = [9, 3, 9, 20]
    for (const [i, studentName] of names.entries())
      await add(2024, { studentName, provinceRank: places[i], ...(i === 2 && { schoolCode: SECOND?.code }) })
    await add(2024, { studentName: '历一', artsScience: '1', provinceRank: 40 })
    await add(2024, { studentName: '无位次', provinceRank: null })
  })

  test('lists nothing before the archive, then the best placed of each stream with names masked', async () => {
    expect((await officer.get(TOP, { examYear: 2024 })).data.total).toBe(0)
    await run('checkByExamId', { examYear: 2024 })
    await run('archiveByExamId', { examYear: 2024, confirmWarnings: 1 })
    const { data } = await officer.get(TOP, { countNum: 2, size: 10 })
    const lines = data.records.map((one: Record<string, unknown>) => [
      one['examYear'],
      one['artsScience'],
      one['rank'],
      one['provinceRank'],
      one['studentName'],
    ])
    expect(lines).toEqual([
      [2024, '1', 1, 40, '历*'],
      [2024, '2', 1, 3, '甲*'],
      [2024, '2', 2, 9, '甲*'],
      [2024, '2', 2, 9, '甲*'],
    ])
    expect(data.records[1]).toMatchObject({ totalScore: 600, bonusScore: 5, finalScore: 605 })
  })

  test('counts places among all schools and shows those in scope, to those who hold the right', async () => {
    expect((await school.get(TOP, { countNum: 2 })).status).toBe(403)
    const named = await program().user({
      role: 'school',
      schoolCode: SECOND?.code,
      permissions: ['highexambeforen_view'],
    })
    const { data } = await named.get(TOP, { examYear: 2024, countNum: 2 })
    expect([data.total, data.records[0].rank]).toEqual([1, 2])
    const stranger = await program().user({
      role: 'exam',
      tenantId: '000009',
      permissions: ['highexambeforen_view', 'examscorehighexam_view'],
    })
    expect((await stranger.get(TOP, { examYear: 2024 })).data.total).toBe(0)
    expect((await stranger.get(`${BASE}/list`)).data.total).toBe(0)
  })
})

describe('a workbook of 高考 scores', () => {
  const line = { 高考年份: '2018', 考生号: '25990001000001', 姓名: '王书一', 学校: FIRST?.name ?? '', 总分: '612.5' }

  async function check(lines: Record<string, string>[], user = officer) {
    const header = Object.keys(lines[0] ?? {}).map((title) => ({ title, key: title }))
    const file = { name: '高考.xlsx', body: await writeWorkbook([{ name: '成绩', header, rows: lines }]) }
    return (await user.upload(`${BASE}/import-check`, {}, [file])).data
  }

  async function keep(lines: Record<string, string>[]) {
    const { fileId } = await check(lines)
    const { data } = await officer.post(`${BASE}/import-commit`, { fileId })
    return (await waitForJob(officer, data.jobId))['text']
  }

  test('is looked through first, and then adds and changes candidates by year and number', async () => {
    const bad = { ...line, 考生号: '25990001000002', 总分: '九百', 学校: '没有的学校' }
    const looked = await check([line, bad])
    expect(looked).toMatchObject({ total: 2, faulty: 1, added: 1 })
    expect(Object.keys(looked.rows.find((row: { rowNo: number }) => row.rowNo === 3).faults)).toHaveLength(2)
    expect((await officer.get(`${BASE}/list`, { examYear: 2018 })).data.total).toBe(0)
    expect(await keep([line])).toBe('新增1行，变更0行，未变0行')
    expect(await keep([{ ...line, 总分: '620', 政策加分: '5' }])).toBe('新增0行，变更1行，未变0行')
    const [row] = (await officer.get(`${BASE}/list`, { examYear: 2018 })).data.records
    expect(row).toMatchObject({ totalScore: 620, finalScore: 625, schoolCode: FIRST?.code, areaCode: FIRST?.area })
  })

  test('changes nothing of what is archived', async () => {
    await run('checkByExamId', { examYear: 2018 })
    await run('archiveByExamId', { examYear: 2018, confirmWarnings: 1 })
    const looked = await check([{ ...line, 总分: '600' }])
    expect(looked.faulty).toBe(1)
    expect(JSON.stringify(looked.rows[0].faults)).toContain('已归档的高考成绩不能改动，请先撤销归档')
  })
})
