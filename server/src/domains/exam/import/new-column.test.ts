import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examTeacherImport } from '@xueheng/contract/domains/exam/exam-teacher-import.ts'
import type { RowKind } from '@xueheng/contract/domains/exam/import.ts'
import { IMPORT_COLUMNS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { dict, flag, integer, text } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER } from '../../../../test/fixtures/import-fixture.ts'
import { useTestApp } from '../../../../test/harness.ts'
import { readSheets } from '../../../platform/sheet/read.ts'

/** Columns nobody has heard of, declared as any other: the field of the entity, and the column that fills it. */
const NEW = {
  student: {
    bedNo: text('床位', { length: 4 }),
    guardianGender: dict('监护人性别', 'gender'),
    busSeat: integer('乘车座位', { min: 1, max: 60 }),
    isBoarder: flag('住校', { default: 0 }),
  },
  score: { markerName: text('阅卷人', { length: 10 }) },
  teacher: { roomName: text('上课地点', { length: 10 }) },
}
const ENTITIES = { student: examStudentImport, score: examScoreImport, teacher: examTeacherImport }
const KINDS = ['student', 'score', 'teacher'] as const

function declare(kind: RowKind): void {
  Object.assign(ENTITIES[kind].fields, NEW[kind])
  for (const [target, field] of Object.entries(NEW[kind]))
    IMPORT_COLUMNS[kind].push({
      target,
      title: field.label,
      aliases: [`${field.label}号`],
      ...('dict' in field && { dict: String(field.dict), words: { 先生: '男' } }),
      example: '',
    })
}

function withdraw(kind: RowKind): void {
  const fields: Record<string, unknown> = ENTITIES[kind].fields
  for (const name of Object.keys(NEW[kind])) delete fields[name]
  IMPORT_COLUMNS[kind].splice(-Object.keys(NEW[kind]).length)
}

const MIGRATION = `
  alter table exam_student_import add column bed_no varchar(4), add column guardian_gender varchar(20),
    add column bus_seat integer, add column is_boarder smallint;
  alter table exam_score_student_course_import add column marker_name varchar(10);
  alter table exam_teacher_course_import add column room_name varchar(10)`

const BASE = '/api/bigdata-service'
const program = useTestApp()
let desk: Desk
let examId = ''
beforeAll(async () => {
  KINDS.forEach(declare)
  const owner = new pg.Client({ connectionString: program().databaseUrl })
  await owner.connect()
  await owner.query(MIGRATION)
  await owner.end()
  desk = await openDesk(program())
  examId = await desk.addExam('新列')
})
afterAll(() => KINDS.forEach(withdraw))

/** The roster with further columns. */
function rosterWith(heads: string, ...cells: string[]): string {
  const [head, ...rows] = ROSTER.trim().split('\n')
  return [`${head},${heads}`, ...rows.map((row, i) => `${row},${cells[i] ?? ''}`)].join('\n')
}

async function commit(kind: RowKind, file: string): Promise<string> {
  const batch = await desk.send(examId, kind, file)
  expect(batch).toMatchObject({ status: 3, message: '' })
  await desk.run('examimport/commit', { batchId: batch.batchId, confirmWarnings: 1 })
  return batch.batchId
}

async function faultsOf(batchId: string): Promise<string[]> {
  const { data } = await desk.user.get(`${BASE}/examimport/rows`, { batchId, onlyFaulty: 1, size: 100 })
  return data.records.flatMap(({ row }: { row: { rowNo: number; faults: { code: string; text: string }[] } }) =>
    row.faults.map((fault) => `${row.rowNo} ${fault.code} ${fault.text}`),
  )
}

async function stored(columns: string, table: string): Promise<unknown[][]> {
  const { rows } = await sql<Record<string, unknown>>`select ${sql.raw(columns)} from ${sql.table(table)}
    where exam_id = ${examId} and is_deleted = 0 order by 1, 2`.execute(desk.db)
  return rows.map((row) => Object.values(row))
}

const students = () => stored('student_number, bed_no, guardian_gender, bus_seat, is_boarder', 'exam_student_import')

describe('a column that is declared, and migrated', () => {
  test('stands in the template of its kind', async () => {
    for (const kind of ['student', 'score'] as const) {
      const { raw } = await desk.user.get(`${BASE}/examimport/template`, { examId, kind })
      const path = join(program().dataDir, `${kind}.xlsx`)
      await writeFile(path, raw)
      const cells: string[] = []
      for await (const row of readSheets({ path, name: `${kind}.xlsx` })) cells.push(...row.cells)
      expect(cells).toEqual(expect.arrayContaining(Object.values(NEW[kind]).map((field) => field.label)))
    }
  })

  test('of students is known by its other headers, judged by its field, and written', async () => {
    const heads = '床位号,监护人性别,乘车座位,住校'
    const bad = await desk.send(examId, 'student', rosterWith(heads, '12345,不明,61,也许', 'A1,男,12,是'))
    expect(await faultsOf(bad.batchId)).toEqual([
      '2 F02 床位超过 4 个字符',
      '2 F02 监护人性别「不明」不在字典内',
      '2 F02 乘车座位应为 1 到 60 的整数',
      '2 F02 住校应为是或否',
    ])
    await commit('student', rosterWith(heads, 'A1,男,12,是', 'A2,先生,,否', ',,,', ' B1 ,女,60,'))
    expect(await students()).toEqual([
      ['0101', 'A1', '1', 12, 1],
      ['0102', 'A2', '1', null, 0],
      ['0103', null, null, null, null],
      ['0201', 'B1', '2', 60, null],
    ])
  })

  test('is kept where a sheet has no such column, changed by another value, and put back by an undo', async () => {
    const same = await desk.send(examId, 'student', ROSTER)
    expect(same.counts).toMatchObject({ fresh: 0, changed: 0, unchanged: 4 })
    const before = await students()
    const batchId = await commit('student', rosterWith('床位', 'A1', 'A9', '', 'B1'))
    expect((await students()).map((row) => row[1])).toEqual(['A1', 'A9', null, 'B1'])
    expect((await students())[1]).toEqual(['0102', 'A9', '1', null, 0])
    await desk.run('examimport/undo', { batchId })
    expect(await students()).toEqual(before)
  })

  test('of scores goes with every mark of its row', async () => {
    const marks = () => stored('student_number, course_name, score, marker_name', 'exam_score_student_course_import')
    await commit('score', '考号,语文,数学,阅卷人\n0101,100,90,陈老师\n0102,99,88,\n')
    expect(await marks()).toEqual([
      ['0101', '数学', '90.0', '陈老师'],
      ['0101', '语文', '100.0', '陈老师'],
      ['0102', '数学', '88.0', null],
      ['0102', '语文', '99.0', null],
    ])
    const same = await desk.send(examId, 'score', '考号,语文,数学\n0101,100,90\n0102,99,88\n')
    expect(same.counts).toMatchObject({ changed: 0, unchanged: 4 })
    const other = await desk.send(examId, 'score', '考号,语文,数学,阅卷人\n0101,100,90,陈老师\n0102,99,88,林老师\n')
    expect(other.counts).toMatchObject({ fresh: 0, changed: 2, unchanged: 2 })
  })

  test('of teachers goes with everyone its row names', async () => {
    const lessons = () => stored('teacher_name, course_name, room_name', 'exam_teacher_course_import')
    await commit('teacher', '学校,班级,语文,数学,外语,上课地点\n第一中学,2班,钱五,孙六,李一,东楼201\n')
    expect(await lessons()).toEqual([
      ['孙六', '数学', '东楼201'],
      ['李一', '外语', '东楼201'],
      ['钱五', '语文', '东楼201'],
    ])
    const other = await desk.send(examId, 'teacher', '学校,班级,语文,上课地点\n第一中学,2班,钱五,西楼\n')
    expect(other.counts).toMatchObject({ fresh: 0, changed: 1 })
  })
})
