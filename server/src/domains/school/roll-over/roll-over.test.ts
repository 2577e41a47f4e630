import { beforeAll, expect, test } from 'vitest'
import { lastEndingYear } from '@xueheng/contract/domains/school/study-year.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { entityRow, insertRows } from '../../../demo/insert-rows.ts'
import { type Client, OTHER_TENANT, TENANT, useTestApp, waitForJob } from '../../../../test/harness.ts'
import { type Row, RowMaker } from '../../../../test/rows.ts'

const app = useTestApp()
const BASE = '/api/bigdata-service'
const now = new Date()
/** The year that ends. */
const YEAR = lastEndingYear({ year: now.getFullYear(), month: now.getMonth() + 1 })
let admin: Client
let schools: string[]

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  const maker = new RowMaker(admin)
  schools = []
  for (let i = 0; i < 2; i += 1)
    schools.push(String((await maker.create(registry.entity('basicSchool')))['schoolCode']))
  for (const schoolCode of schools)
    for (const [gradeCode, classNo, className] of [
      [10, 1, undefined],
      [11, 1, undefined],
      [12, 1, undefined],
      [11, 2, '火箭班'],
    ] as const)
      await addClass({ schoolCode, gradeCode, classNo, className })
})

interface Klass {
  schoolCode: string
  gradeCode: number
  classNo: number
  className?: string | undefined
  studyYear?: number
  enterYear?: number
}

async function addClass({ gradeCode, ...klass }: Klass): Promise<Row> {
  const enterYear = YEAR - (gradeCode - 10)
  const row = { stage: '3', studyYear: YEAR, enterYear, gradeCode: String(gradeCode), ...klass }
  const { data, msg, code } = await admin.post<Row>(`${BASE}/school_classes/submit`, row)
  expect(code, msg).toBe(200)
  return data
}

async function addStudents(schoolCode: string, gradeCode: number, classNo: number, statuses: string[]): Promise<void> {
  const enterYear = YEAR - (gradeCode - 10)
  const class_code = `${schoolCode}-3${enterYear}0${classNo}`
  const db = app().app.database.tenant(TENANT)
  const rows = statuses.map((enrol_status, i) =>
    entityRow({
      student_code: `${class_code}${i}`.slice(-24),
      student_name: `学生${i}`,
      gender: '1',
      school_code: schoolCode,
      stage: '3',
      enter_year: enterYear,
      grade_code: String(gradeCode),
      class_code: classNo === 9 ? null : class_code,
      class_name: `${['高一', '高二', '高三'][gradeCode - 10]}(${classNo})班`,
      enrol_status,
    }),
  )
  await db.transaction().execute((trx) => insertRows({ db: trx, tenantId: TENANT }, basicStudent, rows))
}

async function classLines(): Promise<string[]> {
  const found = await sql<{
    line: string
  }>`select school_code || ' ' || class_name || ' ' || grade_code || ' ' || study_year
      || case is_graduated when 1 then ' 毕业' else '' end as line
    from school_classes where is_deleted = 0 and school_code = any(${schools})
    order by school_code, enter_year, class_no`.execute(app().app.database.tenant(TENANT))
  return found.rows.map(({ line }) => line.replace(schools[0] ?? '', 'A').replace(schools[1] ?? '', 'B'))
}

async function studentLines(): Promise<string[]> {
  const found = await sql<{
    line: string
  }>`select class_name || ' ' || grade_code || ' ' || enrol_status || ' ' || count(*) as line
    from basic_student where is_deleted = 0 and school_code = any(${schools})
    group by class_name, grade_code, enrol_status order by 1`.execute(app().app.database.tenant(TENANT))
  return found.rows.map(({ line }) => line).toSorted()
}

async function preview(): Promise<{ isDone: number; schools: Row[] }> {
  const { data } = await admin.get<{ isDone: number; schools: Row[] }>(`${BASE}/schoolRollOver/preview`, {
    studyYear: YEAR,
  })
  return data
}

async function run(): Promise<Record<string, unknown> | string> {
  const { data, code, msg } = await admin.post<{ jobId: string }>(`${BASE}/schoolRollOver/run`, { studyYear: YEAR })
  return code === 200 ? waitForJob(admin, data.jobId) : msg
}

async function revert(): Promise<Record<string, unknown> | string> {
  const [last] = (await admin.get<Row[]>(`${BASE}/schoolRollOver/list`)).data
  const { data, code, msg } = await admin.post<{ jobId: string }>(`${BASE}/schoolRollOver/revert`, { id: last?.['id'] })
  return code === 200 ? waitForJob(admin, data.jobId) : msg
}

const one = (letter: string) => [
  `${letter} 高三(1)班 12 ${YEAR}`,
  `${letter} 高二(1)班 11 ${YEAR}`,
  `${letter} 火箭班 11 ${YEAR}`,
  `${letter} 高一(1)班 10 ${YEAR}`,
]
const promoted = (letter: string) => [
  `${letter} 高三(1)班 12 ${YEAR} 毕业`,
  `${letter} 高三(1)班 12 ${YEAR + 1}`,
  `${letter} 火箭班 12 ${YEAR + 1}`,
  `${letter} 高二(1)班 11 ${YEAR + 1}`,
]
const sorted = (lines: string[]) => lines.toSorted()

test('the dry run tells per school what becomes of its classes and changes nothing', async () => {
  const [school = ''] = schools
  await addStudents(school, 10, 1, ['1', '1', '2', '3'])
  await addStudents(school, 12, 1, ['1', '1', '1', '2', '5'])
  await addStudents(school, 11, 9, ['1'])
  const found = await preview()
  expect(found.isDone).toBe(0)
  expect(found.schools.find((one) => one['schoolCode'] === school)).toMatchObject({
    promotedNum: 3,
    graduatedNum: 1,
    studentNum: 3,
    graduateNum: 3,
    looseNum: 1,
    behind: '',
    mismatched: '',
    doubled: '',
  })
  const { data } = await admin.get<Row[]>(`${BASE}/schoolRollOver/classes`, { studyYear: YEAR, schoolCode: school })
  expect(data.map((row) => [row['className'], row['nextName'], row['isGraduating'], row['studentNum']])).toEqual([
    ['高一(1)班', '高二(1)班', 0, 3],
    ['高二(1)班', '高三(1)班', 0, 0],
    ['火箭班', '火箭班', 0, 0],
    ['高三(1)班', '', 1, 4],
  ])
  expect(sorted(await classLines())).toEqual(sorted([...one('A'), ...one('B')]))
})

test('a class that cannot rise keeps every school where it is, and says why', async () => {
  const schoolCode = schools[1] ?? ''
  const left = await addClass({ schoolCode, gradeCode: 11, classNo: 5, studyYear: YEAR - 1 })
  const wrong = await addClass({ schoolCode, gradeCode: 11, classNo: 6, enterYear: YEAR })
  const taken = await addClass({ schoolCode, gradeCode: 11, classNo: 7, className: '高二(1)班', enterYear: YEAR - 1 })
  const found = (await preview()).schools.find((one) => one['schoolCode'] === schoolCode)
  expect(found).toMatchObject({ behind: '高二(5)班', mismatched: '高二(6)班', doubled: '高二(1)班、高二(1)班' })
  await expect(run()).rejects.toThrow('有 4 个班级不能升级，请先处理')
  expect((await classLines()).filter((line) => line.startsWith('A')).toSorted()).toEqual(sorted(one('A')))
  const ids = [left, wrong, taken].map((row) => String(row['id'])).join(',')
  expect((await admin.post(`${BASE}/school_classes/remove`, { ids })).code).toBe(200)
})

/** A student of that class of the first school, as somebody has it in a form. */
async function studentIn(className: string): Promise<Row> {
  const { data } = await admin.get<{ records: Row[] }>(`${BASE}/basicstudent/list`, {
    schoolCode_equal: schools[0],
    className_equal: className,
    size: 1,
  })
  return (await admin.get<Row>(`${BASE}/basicstudent/detail`, { id: data.records[0]?.['id'] })).data
}

test('every class rises or graduates at once, codes and years of entry stay, and a second run is refused', async () => {
  const before = await studentLines()
  expect(before).toEqual(
    [
      '高一(1)班 10 1 2',
      '高一(1)班 10 2 1',
      '高一(1)班 10 3 1',
      '高三(1)班 12 1 3',
      '高三(1)班 12 2 1',
      '高三(1)班 12 5 1',
      '高二(9)班 11 1 1',
    ].toSorted(),
  )
  const [rising, leaving] = [await studentIn('高一(1)班'), await studentIn('高三(1)班')]
  expect(await run()).toMatchObject({
    state: 'done',
    text: '升级 6 个班级、4 名学生，毕业 2 个班级、3 名学生',
  })
  expect(sorted(await classLines())).toEqual(sorted([...promoted('A'), ...promoted('B')]))
  // Who left before keeps grade and class; who rests rises with the class and does not graduate.
  expect(await studentLines()).toEqual(
    [
      '高一(1)班 10 3 1',
      '高三(1)班 12 2 1',
      '高三(1)班 12 4 3',
      '高三(1)班 12 5 1',
      '高二(1)班 11 1 2',
      '高二(1)班 11 2 1',
      '高二(9)班 12 1 1',
    ].toSorted(),
  )
  // A form that was open meanwhile would put the old class and state back.
  for (const open of [rising, leaving])
    expect((await admin.post(`${BASE}/basicstudent/submit`, open)).msg).toBe(
      '数据已被他人修改，请刷新后再试；您填写的内容仍保留在表单中',
    )
  expect(await run()).toBe('这个学年已经升级过')
  expect((await preview()).isDone).toBe(1)
  const log = await sql<{
    n: number
  }>`select count(*)::int as n from operation_log where call = 'schoolRollOver.run'`.execute(
    app().app.database.tenant(TENANT),
  )
  expect(log.rows[0]?.n).toBeGreaterThan(0)
})

test('a student saved afterwards stays in the grade of the class', async () => {
  const [schoolCode = ''] = schools
  const classCode = `${schoolCode}-3${YEAR}01`
  const student = { schoolCode, stage: '3', enterYear: YEAR, gradeCode: '10', classCode }
  const { id, gradeCode } = await new RowMaker(admin, '文', 300).create(basicStudent, student)
  expect(gradeCode).toBe('11')
  expect((await admin.post(`${BASE}/basicstudent/remove`, { ids: id })).code).toBe(200)
})

test('taken back, everything is as it was; what was changed by hand since stays', async () => {
  const db = app().app.database.tenant(TENANT)
  await sql`update school_classes set class_name = '新名' where class_name = '高二(1)班' and school_code = ${schools[1]}`.execute(
    db,
  )
  // Four who rose, three graduates, and the one removed meanwhile, in case it is restored.
  expect(await revert()).toMatchObject({ state: 'done', text: '恢复 8 个班级、8 名学生' })
  expect(sorted(await classLines())).toEqual(
    sorted([...one('A'), ...one('B').map((line) => line.replace('高一(1)班', '新名'))]),
  )
  expect(await studentLines()).toEqual(
    [
      '高一(1)班 10 1 2',
      '高一(1)班 10 2 1',
      '高一(1)班 10 3 1',
      '高三(1)班 12 1 3',
      '高三(1)班 12 2 1',
      '高三(1)班 12 5 1',
      '高二(9)班 11 1 1',
    ].toSorted(),
  )
  expect(await revert()).toBe('只有最近一次、三十天之内的学年升级可以撤销')
})

test('after thirty days there is no way back', async () => {
  expect(await run()).toMatchObject({ state: 'done' })
  const db = app().app.database.tenant(TENANT)
  await sql`update school_roll_over set create_time = localtimestamp - interval '31 days' where revert_time is null`.execute(
    db,
  )
  expect(await revert()).toBe('只有最近一次、三十天之内的学年升级可以撤销')
})

test('a year to come, and anybody but the bureau, is refused', async () => {
  const early = await admin.post(`${BASE}/schoolRollOver/run`, { studyYear: YEAR + 1 })
  expect(early.msg).toBe(`这个学年要到${YEAR + 2}年6月才能升级`)
  const school = await app().user({
    role: 'school',
    schoolCode: schools[0] ?? '',
    permissions: ['schoolclasses_rollover'],
  })
  for (const call of ['preview', 'list']) expect((await school.get(`${BASE}/schoolRollOver/${call}`)).status).toBe(403)
  expect((await school.post(`${BASE}/schoolRollOver/run`, { studyYear: YEAR })).status).toBe(403)
})

test('where no class ends its year nothing is done', async () => {
  const empty = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  const { data, msg } = await empty.post(`${BASE}/schoolRollOver/run`, { studyYear: YEAR })
  expect(msg).toBe('操作成功')
  await expect(waitForJob(empty, data.jobId)).rejects.toThrow('这个学年没有要升级的班级')
})
