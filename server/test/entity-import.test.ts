import { registry } from '@xueheng/contract'
import { creditCheckCharacter, idCheckCharacter } from '@xueheng/contract/derive/check.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSheets } from '../src/platform/sheet/read.ts'
import { type SheetSpec, writeWorkbook } from '../src/platform/sheet/write.ts'
import { sweepImports, undoImport } from '../src/platform/table-import/undo-import.ts'
import { type Client, TENANT, useTestApp, waitForJob } from './harness.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const app = useTestApp()
const SCHOOL = '/api/bigdata-service/basicschool'
const CLASSES = '/api/bigdata-service/school_classes'
const STUDENT = '/api/bigdata-service/basicstudent'
const TEACHER = '/api/bigdata-service/basicteacher'
const ASSIGNMENT = '/api/bigdata-service/basicteachercourse'

let admin: Client
/** Of the second school. */
let clerk: Client

const OWN = schoolCode(1)
const OTHER = schoolCode(2)

function schoolCode(n: number): string {
  const first = `12350000${String(n).padStart(9, '0')}`
  return first + creditCheckCharacter(first)
}

function studentCode(n: number): string {
  const first = `11010120100101${String(n).padStart(3, '0')}`
  return `G${first}${idCheckCharacter(first)}`
}

type Line = Record<string, string>

/** A workbook whose head is the names of the first line. */
async function book(lines: Line[], more: Partial<SheetSpec> = {}, ...others: SheetSpec[]) {
  const header = Object.keys(lines[0] ?? {}).map((title) => ({ title, key: title }))
  const body = await writeWorkbook([{ name: '数据', header, rows: lines, ...more }, ...others])
  return [{ name: '数据.xlsx', body }]
}

async function check(client: Client, base: string, lines: Line[]) {
  return client.upload(`${base}/import-check`, {}, await book(lines))
}

/** Imports lines without faults and answers what the job says. */
async function keep(client: Client, base: string, lines: Line[], leftOut: number[] = []) {
  const { data } = await check(client, base, lines)
  const { data: started } = await client.post(`${base}/import-commit`, { fileId: data.fileId, leftOut })
  return waitForJob(client, started.jobId)
}

function school(n: number, change: Line = {}): Line {
  return {
    社会统一信用代码: schoolCode(n),
    学校名称: `第${n}中学`,
    县区: '望澜区',
    办学类型: '初中',
    学段: '初中、高中',
    ...change,
  }
}

function student(n: number, change: Line = {}): Line {
  return {
    学籍号: studentCode(n),
    姓名: `学生${n}`,
    性别: '男',
    学校: '第1中学',
    学段: '初中',
    入学年份: '2026',
    出生日期: '2013/9/1',
    联系电话: '13800000001',
    ...change,
  }
}

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  await keep(admin, SCHOOL, [school(1), school(2)])
  clerk = await app().user({
    role: 'school',
    schoolCode: OTHER,
    permissions: ['basicstudent_view', 'basicstudent_add', 'basicstudent_edit', 'basicstudent_delete'],
  })
})

describe('an entity with an importKey', () => {
  test('takes new rows with words in place of keys, and completes them as a form does', async () => {
    const { data } = await admin.get(`${SCHOOL}/list`, { schoolCode: OWN })
    expect(data.records[0]).toMatchObject({ areaCode: '990002', schoolType: '2', stages: ['2', '3'], sort: 0 })
    const class1 = { 学校: '第1中学', 学年: '2026–2027', 学段: '2', 入学年份: '2026', 年级: '初一', 班号: '3' }
    const job = await keep(admin, CLASSES, [class1, { ...class1, 班号: '4' }])
    expect(job['text']).toBe('新增2行，变更0行，未变0行')
    const found = await admin.get(`${CLASSES}/list`, { schoolCode: OWN, classNo: 3 })
    expect(found.data.records[0]).toMatchObject({
      studyYear: 2026,
      classCode: `${OWN}-2202603`,
      className: '初一(3)班',
      areaCode: '990002',
    })
  })

  test('tells new, changed and unchanged rows apart, and changes only what is filled in', async () => {
    await keep(admin, STUDENT, [student(1), student(2), student(3)])
    const lines = [
      student(1),
      student(2, { 姓名: '改名', 联系电话: '', 出生日期: '2013年10月2日' }),
      student(4, { 出生日期: '20130901' }),
    ]
    const { data } = await check(admin, STUDENT, lines)
    expect(data).toMatchObject({ total: 3, faulty: 0, added: 1, changed: 1, same: 1, passed: [], message: '' })
    expect(data.rows.map((row: { isKnown: boolean; isSame: boolean }) => [row.isKnown, row.isSame])).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ])
    expect((await keep(admin, STUDENT, lines))['text']).toBe('新增1行，变更1行，未变1行')
    const rows = await sql<{ studentName: string; phone: string; birthday: string; gradeCode: string }>`
      select student_name, phone, birthday, grade_code from basic_student where student_code = ${studentCode(2)}`.execute(
      admin.db,
    )
    expect(rows.rows).toEqual([{ studentName: '改名', phone: '13800000001', birthday: '2013-10-02', gradeCode: '7' }])
    const logged = await sql<{
      call: string
      old: object
      now: object
    }>`select call, old_values as old, new_values as now
      from operation_log where entity = 'basicStudent' and call = 'basicStudent.update'`.execute(admin.db)
    expect(logged.rows).toEqual([
      {
        call: 'basicStudent.update',
        old: { birthday: '2013-09-01', studentName: '学生2' },
        now: { birthday: '2013-10-02', studentName: '改名' },
      },
    ])
  })

  test('names every fault of every row at its column, and keeps nothing while one remains', async () => {
    const lines = [
      student(20, { 封存: '' }),
      student(21, { 学籍号: 'G123' }),
      student(22, { 姓名: '', 性别: '不详' }),
      student(23, { 学校: '没有这所学校', 入学年份: '二〇二六' }),
      student(20),
      student(25, { 联系电话: '123', 出生日期: '2013-02-30' }),
      student(26, { 封存: '也许', 入学年份: '2026.0' }),
    ]
    const { data } = await check(admin, STUDENT, lines)
    expect(data.rows.map((row: { rowNo: number; faults: Line }) => [row.rowNo, row.faults])).toEqual([
      [2, {}],
      [3, { studentCode: '学籍号格式错误' }],
      [4, { studentName: '请输入姓名', gender: '性别「不详」不存在' }],
      [5, { schoolCode: '学校「没有这所学校」不存在', enterYear: '入学年份应为数字' }],
      [6, { studentCode: '与第2行的学籍号相同' }],
      [7, { phone: '手机号码长度不为11位', birthday: '出生日期应为日期，如2026-09-01' }],
      [8, { isSealed: '封存应为「是」或「否」', enterYear: '入学年份应为整数' }],
    ])
    const marked = await admin.get(`${STUDENT}/import-faults`, { fileId: data.fileId })
    const path = join(app().dataDir, 'marked.xlsx')
    writeFileSync(path, marked.raw)
    const cells: string[][] = []
    for await (const row of readSheets({ path, name: 'marked.xlsx' })) cells.push(row.cells)
    expect(cells[2]?.at(-1)).toBe('学籍号格式错误')
    await expect(keep(admin, STUDENT, lines)).rejects.toThrow(/有6行不能导入，全部未保存。第3行：学籍号格式错误；第4行/)
    expect((await admin.get(`${STUDENT}/list`, { studentCode: studentCode(20) })).data.total).toBe(0)
    const kept = await keep(admin, STUDENT, lines, [3, 4, 5, 6, 7, 8])
    expect(kept['text']).toBe('新增1行，变更0行，未变0行；未导入6行：第3、4、5、6、7、8行')
    expect((await admin.get(`${STUDENT}/list`, { studentCode: studentCode(20) })).data.total).toBe(1)
  })

  test('refuses rows outside the units of the writer, new and known alike', async () => {
    const lines = [student(31, { 学校: OTHER }), student(32, { 学校: OWN }), student(1, { 学校: OTHER })]
    const { data } = await check(clerk, STUDENT, lines)
    expect(data.rows.map((row: { faults: Line }) => row.faults)).toEqual([
      {},
      { schoolCode: '不在您的数据范围内' },
      { studentCode: '该学籍号已存在' },
    ])
    await expect(keep(clerk, STUDENT, lines)).rejects.toThrow('有2行不能导入')
    expect((await keep(clerk, STUDENT, lines, [3, 4]))['text']).toMatch(/^新增1行/)
    expect((await clerk.upload(`${SCHOOL}/import-check`, {}, await book([school(9)]))).status).toBe(403)
  })

  test('changes rows only by those who may edit, and no field that is set once', async () => {
    const adder = await app().user({ role: 'exam', permissions: ['basicschool_view', 'basicschool_add'] })
    const told = await check(adder, SCHOOL, [school(1, { 学校名称: '新名' })])
    expect(told.data.rows[0].faults).toEqual({ schoolCode: '该社会统一信用代码已存在，您没有修改的权限' })
    const lower = await check(admin, SCHOOL, [school(1, { 社会统一信用代码: OWN.toLowerCase() })])
    expect(lower.data).toMatchObject({ faulty: 0, same: 1 })
    const broken = await check(admin, SCHOOL, [school(1, { 社会统一信用代码: `${OWN.slice(0, 17)}@` })])
    expect(broken.data.rows[0].faults).toEqual({ schoolCode: '统一社会信用代码格式不正确' })
  })

  test('leaves rows that data scopes would hide unwritten and says so', async () => {
    const narrowed = await app().user({
      role: 'exam',
      permissions: ['basicschool_view', 'basicschool_add', 'basicschool_edit'],
    })
    const found = await sql<{ roleId: string; menuId: string }>`select
        (select role_ids[1]::text from sys_user where id = ${narrowed.userId}) as role_id,
        (select id::text from menu where code = 'basic_school') as menu_id`.execute(admin.db)
    const { roleId = '', menuId = '' } = found.rows[0] ?? {}
    const scopeValue = [{ field: 'schoolType', operator: 'equal', values: ['2'] }]
    const scope = { menuId, scopeName: '初中', scopeType: 5, scopeValue }
    const { data: made } = await admin.post('/api/blade-system/data-scope/submit', scope)
    const { data: held } = await admin.get('/api/blade-system/menu/role-tree-keys', { roleIds: roleId })
    const grants = { roleIds: [roleId], menuIds: held.menu, dataScopeIds: [made.id], apiScopeIds: [] }
    expect((await admin.post('/api/blade-system/role/grant', grants)).msg).toBe('操作成功')
    const lines = [school(41), school(42, { 办学类型: '小学' })]
    const { data } = await check(narrowed, SCHOOL, lines)
    expect(data.rows.map((row: { faults: Line }) => row.faults)).toEqual([{}, { schoolCode: '不在您的数据范围内' }])
    expect((await admin.get(`${SCHOOL}/list`, { schoolCode: schoolCode(41) })).data.total).toBe(0)
    await expect(keep(narrowed, SCHOOL, lines)).rejects.toThrow('第3行不在您的数据范围内，全部未保存')
    expect((await keep(narrowed, SCHOOL, lines, [3]))['text']).toMatch(/^新增1行/)
  })

  test('accounts for every filled line of a file: a row, or named as not read', async () => {
    const files = await book(
      [student(51, { 家长: '张' }), { 学籍号: '示例 G1' }],
      { title: ['某校学生名单', '二〇二六年'] },
      { name: '说明', header: [{ key: 'a', title: '填写说明' }], rows: [{ a: '一' }, { a: '二' }] },
    )
    const { data } = await admin.upload(`${STUDENT}/import-check`, {}, files)
    expect(data).toMatchObject({ total: 1, faulty: 0 })
    expect(data.passed).toEqual(['表头以上的2行', '示例1行', '工作表「说明」的3行', '列「家长」'])
    const twice = await writeWorkbook([
      {
        name: '数据',
        header: ['学籍号', '姓名', '姓名', '性别', '学校', '学段', '入学年份'].map((title, key) => ({
          title,
          key: String(key),
        })),
        rows: [{ 0: studentCode(52) }],
      },
    ])
    const refused = await admin.upload(`${STUDENT}/import-check`, {}, [{ name: 'a.xlsx', body: twice }])
    expect([refused.status, refused.msg]).toEqual([400, '列「姓名」出现了两次，请只保留一列'])
  })

  test('tells rows of one name apart by the school the row names', async () => {
    const class1 = { 学年: '2026', 学段: '2', 入学年份: '2026', 年级: '初一', 班号: '7' }
    await keep(
      admin,
      CLASSES,
      [1, 2].map((n) => ({ 学校: `第${n}中学`, ...class1 })),
    )
    await keep(
      admin,
      TEACHER,
      [1, 2].map((n) => ({ 教师编号: `T${n}`, 姓名: '王老师', 学校: `第${n}中学`, 任教科目: '数学' })),
    )
    const line = { 学年: '2026', 学期: '上学期', 班级: '初一(7)班', 科目: '数学', 教师: '王老师', 班主任: '是' }
    const { data } = await check(admin, ASSIGNMENT, [line])
    expect(data.rows[0].faults).toEqual({
      classCode: '班级「初一(7)班」不止一个，请填写代码',
      teacherCode: '教师「王老师」不止一个，请填写代码',
    })
    const lines = [2, 1].map((n) => ({ 学校: `第${n}中学`, ...line }))
    expect((await keep(admin, ASSIGNMENT, lines))['text']).toBe('新增2行，变更0行，未变0行')
    expect((await keep(admin, ASSIGNMENT, lines))['text']).toBe('新增0行，变更0行，未变2行')
    const found = await admin.get(`${ASSIGNMENT}/list`, { schoolCode: OTHER })
    expect(found.data.records).toMatchObject([
      {
        schoolCode: OTHER,
        areaCode: '990002',
        classCode: `${OTHER}-2202607`,
        teacherCode: 'T2',
        teacherName: '王老师',
        gradeCode: '7',
        isClassLeader: 1,
      },
    ])
  })

  test('tells the planner of rows that came by the thousand', async () => {
    const rowsKnown = async () => {
      const found = await sql<{
        num: number
      }>`select reltuples::int as num from pg_class where relname = 'basic_teacher'`.execute(admin.db)
      return found.rows[0]?.num ?? 0
    }
    const version = await sql<{ num: number }>`select current_setting('server_version_num')::int as num`.execute(
      admin.db,
    )
    const lines = Array.from({ length: 1001 }, (_none, i) => ({ 教师编号: `P${i}`, 姓名: '王', 学校: '第1中学' }))
    expect((await keep(admin, TEACHER, lines))['text']).toBe('新增1,001行，变更0行，未变0行')
    if ((version.rows[0]?.num ?? 0) >= 170_000) expect(await rowsKnown()).toBeGreaterThan(1000)
  })

  test('comes as a template whose head and options are read back', async () => {
    const template = await admin.get(`${STUDENT}/export-template`)
    const refused = await admin.upload(`${STUDENT}/import-check`, {}, [{ name: 't.xlsx', body: template.raw }])
    expect(refused.msg).toBe('没有可导入的行')
    const path = join(app().dataDir, 'template.xlsx')
    writeFileSync(path, template.raw)
    const cells: string[][] = []
    for await (const row of readSheets({ path, name: 't.xlsx' })) cells.push(row.cells)
    expect(cells[2]).toEqual(expect.arrayContaining(['学籍号*', '姓名*', '学校*', '班级', '封存']))
    expect(cells[2]).not.toContain('县区')
  })
})

/** Imports lines, and answers the entry of the history. */
async function keepNoted(client: Client, base: string, lines: Line[]) {
  await keep(client, base, lines)
  const { data } = await client.get(`${base}/import-history`)
  return data[0] as { id: string; added: number; changed: number; isUndone: number }
}

async function undo(client: Client, base: string, id: string, isConfirmed?: 1) {
  const answer = await client.post(`${base}/import-undo`, { id, ...(isConfirmed && { isConfirmed }) })
  return answer.data?.jobId ? (await waitForJob(client, answer.data.jobId))['text'] : answer
}

async function studentRows(numbers: number[]) {
  const found = await sql<Record<string, unknown>>`select student_code, student_name, gender, phone, birthday,
      school_code, class_code, grade_code, is_deleted from basic_student
    where student_code = any(${numbers.map(studentCode)}) order by student_code, id`.execute(admin.db)
  return found.rows
}

describe('a workbook that was looked through', () => {
  test('is mended cell by cell, and imported as it was mended', async () => {
    const lines = [student(61), student(62, { 学籍号: 'G1', 性别: '不详' }), student(63, { 姓名: '' })]
    const { data } = await check(admin, STUDENT, lines)
    expect(data.faulty).toBe(2)
    expect(data.columns.find((one: { key: string }) => one.key === 'gender').options).toContain('女')
    const { fileId } = data
    const first = await admin.post(`${STUDENT}/import-mend`, {
      fileId,
      mends: [{ rowNo: 3, values: { studentCode: studentCode(62), gender: '女' } }],
    })
    expect(first.data).toMatchObject({ fileId, total: 3, faulty: 1, added: 2 })
    expect(first.data.rows[1]).toMatchObject({ rowNo: 3, faults: {}, values: { gender: '女', studentName: '学生62' } })
    const marked = await admin.get(`${STUDENT}/import-faults`, { fileId })
    const path = join(app().dataDir, 'mended.xlsx')
    writeFileSync(path, marked.raw)
    const cells: string[][] = []
    for await (const row of readSheets({ path, name: 'mended.xlsx' })) cells.push(row.cells)
    expect(cells[2]).toContain(studentCode(62))
    const refused = await admin.post(`${STUDENT}/import-commit`, { fileId })
    await expect(waitForJob(admin, refused.data.jobId)).rejects.toThrow('第4行：请输入姓名')
    const again = await admin.post(`${STUDENT}/import-mend`, { fileId, mends: [] })
    expect(again.data.faulty).toBe(1)
    const second = await admin.post(`${STUDENT}/import-mend`, {
      fileId,
      mends: [{ rowNo: 4, values: { studentName: '补名' } }],
    })
    expect(second.data.faulty).toBe(0)
    const started = await admin.post(`${STUDENT}/import-commit`, { fileId })
    expect((await waitForJob(admin, started.data.jobId))['text']).toBe('新增3行，变更0行，未变0行')
    const kept = await studentRows([61, 62, 63])
    expect(kept.map((row) => [row['studentName'], row['gender']])).toEqual([
      ['学生61', '1'],
      ['学生62', '2'],
      ['补名', '1'],
    ])
  })

  test('is not imported where every row is left out', async () => {
    await expect(keep(admin, STUDENT, [student(94), student(95)], [2, 3])).rejects.toThrow('没有可导入的行')
    expect(await studentRows([94, 95])).toEqual([])
  })

  test('takes mends of its own cells only, and from nobody but who brought it', async () => {
    const { data } = await check(admin, STUDENT, [student(71, { 性别: '不详' })])
    const mend = (client: Client, mends: unknown) =>
      client.post(`${STUDENT}/import-mend`, { fileId: data.fileId, mends })
    expect((await mend(admin, [{ rowNo: 2, values: { schoolName: 'x' } }])).msg).toBe('第2行：没有列「schoolName」')
    expect((await mend(admin, [{ rowNo: 2, values: { gender: 1 } }])).msg).toContain('改正应是一个列表')
    expect((await mend(admin, '坏')).status).toBe(400)
    expect((await mend(clerk, [{ rowNo: 2, values: { gender: '男' } }])).status).toBe(404)
    expect((await mend(admin, [])).data.faulty).toBe(1)
  })
})

describe('an import that is taken back', () => {
  test('leaves everything as it was: what it added is gone, what it changed is back', async () => {
    await keep(admin, STUDENT, [student(81), student(82)])
    const before = await studentRows([81, 82])
    const noted = await keepNoted(admin, STUDENT, [
      student(81, { 姓名: '改了', 联系电话: '13800000099', 学校: '第1中学', 性别: '女' }),
      student(82),
      student(83),
    ])
    expect(noted).toMatchObject({ added: 1, changed: 1, isUndone: 0 })
    expect(await undo(admin, STUDENT, noted.id)).toBe('删除新增的1行，恢复变更的1行')
    expect(await studentRows([81, 82])).toEqual(before)
    expect((await studentRows([83])).map((row) => row['isDeleted'])).toEqual([1])
    const log = await sql<{ call: string }>`select call from operation_log where entity = 'basicStudent'
      order by create_time desc, id desc limit 3`.execute(admin.db)
    expect(log.rows.map(({ call }) => call).toSorted()).toEqual([
      'basicStudent.remove',
      'basicStudent.undoImport',
      'basicStudent.update',
    ])
    expect(await undo(admin, STUDENT, noted.id)).toMatchObject({ status: 409, msg: '该次导入已撤销' })
    expect((await admin.get(`${STUDENT}/import-history`)).data[0].isUndone).toBe(1)
    const ctx = await app().app.ctxOf(TENANT, admin.userId)
    if (!ctx) throw new Error('the administrator is there')
    const imported = { entity: registry.entity('basicStudent'), hooks: {} }
    // A second job that was started before the first had ended.
    await expect(undoImport(ctx, imported, noted.id, async () => undefined)).rejects.toThrow('该次导入已撤销')
    expect(await studentRows([81, 82])).toEqual(before)
    expect((await keep(admin, STUDENT, [student(83)]))['text']).toMatch(/^新增1行/)
  })

  test('asks first where rows were changed since, and leaves those as they are', async () => {
    const noted = await keepNoted(admin, STUDENT, [student(84), student(85), student(86)])
    const { data } = await admin.get(`${STUDENT}/list`, { studentCode: studentCode(84) })
    const [row] = data.records
    await admin.post(`${STUDENT}/submit`, { id: row.id, updateTime: row.updateTime, studentName: '后来改的' })
    const asked = await undo(admin, STUDENT, noted.id)
    expect(asked).toMatchObject({
      status: 409,
      msg: '1行导入后又被修改或删除，将保持现状；其余2行撤销，请确认',
    })
    expect(await undo(admin, STUDENT, noted.id, 1)).toBe('删除新增的2行，恢复变更的0行；1行导入后又被修改，保持现状')
    const rows = await studentRows([84, 85, 86])
    expect(rows.map((one) => [one['studentName'], one['isDeleted']])).toEqual([
      ['后来改的', 0],
      ['学生85', 1],
      ['学生86', 1],
    ])
  })

  test('is one of the caller, who still sees its rows', async () => {
    const noted = await keepNoted(clerk, STUDENT, [student(87, { 学校: OTHER })])
    expect((await admin.get(`${STUDENT}/import-history`)).data.map((one: { id: string }) => one.id)).not.toContain(
      noted.id,
    )
    expect(await undo(admin, STUDENT, noted.id)).toMatchObject({ status: 404 })
    await sql`update basic_student set school_code = ${OWN} where student_code = ${studentCode(87)}`.execute(admin.db)
    expect(await undo(clerk, STUDENT, noted.id)).toMatchObject({
      status: 409,
      msg: '导入的行都已被修改或删除，没有可撤销的行',
    })
  })

  test('needs the rights that its removals and changes would need by hand', async () => {
    const rights = (...more: string[]) => ({
      role: 'school' as const,
      schoolCode: OTHER,
      permissions: ['basicstudent_view', 'basicstudent_add', ...more],
    })
    const adder = await app().user(rights())
    const added = await keepNoted(adder, STUDENT, [student(91, { 学校: OTHER })])
    expect(await undo(adder, STUDENT, added.id)).toMatchObject({ status: 403 })
    const editor = await app().user(rights('basicstudent_edit'))
    const changed = await keepNoted(editor, STUDENT, [student(91, { 学校: OTHER, 姓名: '改名' })])
    expect(await undo(editor, STUDENT, changed.id)).toBe('删除新增的0行，恢复变更的1行')
    expect((await studentRows([91]))[0]?.['studentName']).toBe('学生91')
  })

  test('brings back no value that may not be written any more', async () => {
    await keep(admin, STUDENT, [student(92), student(93)])
    const noted = await keepNoted(admin, STUDENT, [student(92, { 性别: '女' }), student(93, { 姓名: '改名' })])
    await sql`update table_import_row set old_values = jsonb_set(old_values, '{gender}', '"9"')
      where import_id = ${noted.id} and old_values ? 'gender'`.execute(admin.db)
    await expect(undo(admin, STUDENT, noted.id)).rejects.toThrow(
      '有1行不能撤销，全部保持现状。第2行：「性别」不是有效的选项',
    )
    expect((await studentRows([92, 93])).map((row) => [row['gender'], row['studentName']])).toEqual([
      ['2', '学生92'],
      ['1', '改名'],
    ])
  })

  test('is forgotten with its old values once it can no longer be taken back', async () => {
    const noted = await keepNoted(admin, STUDENT, [student(88), student(89)])
    const rowsOf = async () => {
      const found = await sql<{
        num: number
      }>`select count(*)::int as num from table_import_row where import_id = ${noted.id}`.execute(admin.db)
      return found.rows[0]?.num
    }
    await sweepImports(admin.db)
    expect(await rowsOf()).toBe(2)
    await sql`update table_import set create_time = now() - interval '31 days' where id = ${noted.id}`.execute(admin.db)
    expect(await undo(admin, STUDENT, noted.id)).toMatchObject({ status: 404 })
    await sweepImports(admin.db)
    expect(await rowsOf()).toBe(0)
  })
})
