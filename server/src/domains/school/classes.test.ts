import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, useTestApp } from '../../../test/harness.ts'
import { RowMaker } from '../../../test/rows.ts'

const app = useTestApp({ ROLES: 'web' })
const CLASSES = '/api/bigdata-service/school_classes'
let admin: Client
let code: string
let other: string

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  const maker = new RowMaker(admin)
  code = String((await maker.create(registry.entity('basicSchool')))['schoolCode'])
  other = String((await maker.create(registry.entity('basicSchool')))['schoolCode'])
})

const init = (schoolCode: string, studyYear: number, ...lines: object[]) =>
  admin.post(`${CLASSES}/initClasses/${schoolCode}/${studyYear}`, lines)

async function classesOf(schoolCode: string): Promise<unknown[]> {
  const { data } = await admin.get(`${CLASSES}/list`, { schoolCode_equal: schoolCode, size: 100, ascs: 'classCode' })
  return data.records.map((row: Record<string, unknown>) => [row['classCode'], row['className'], row['studyYear']])
}

describe('classes of a school', () => {
  test('are made where they are missing; those that are there keep their names', async () => {
    const first = await init(code, 2026, { gradeCode: 12, classNum: 2 }, { gradeCode: 7, classNum: 1, startNo: 9 })
    expect(first.data).toEqual({ created: 3, existing: 0 })
    expect(await classesOf(code)).toEqual([
      [`${code}-2202609`, '初一(9)班', 2026],
      [`${code}-3202401`, '高三(1)班', 2026],
      [`${code}-3202402`, '高三(2)班', 2026],
    ])
    const found = await admin.get(`${CLASSES}/list`, { classCode: `${code}-3202401` })
    await admin.post(`${CLASSES}/submit`, { id: found.data.records[0].id, className: '火箭班' })
    const again = await init(code, 2026, { gradeCode: 12, classNum: 3 })
    expect(again.data).toEqual({ created: 1, existing: 2 })
    expect((await init(other, 2026, { gradeCode: 12, classNum: 1 })).data).toEqual({ created: 1, existing: 0 })
    expect(await classesOf(code)).toContainEqual([`${code}-3202401`, '火箭班', 2026])
    expect(await classesOf(code)).toHaveLength(4)
    expect((await init(code, 2026)).data).toEqual({ created: 0, existing: 0 })
  })

  test('are counted by grade, of all years, of one, or of a stage', async () => {
    await init(code, 2025, { gradeCode: 9, classNum: 2 })
    const grades = async (x = '') => {
      const { data } = await admin.get(`${CLASSES}/getGradeList/${code}${x}`)
      return data.map((row: Record<string, unknown>) => [row['gradeCode'], row['gradeName'], row['classNum']])
    }
    const [low, middle, high] = [
      ['7', '初一', 1],
      ['9', '初三', 2],
      ['12', '高三', 3],
    ]
    expect(await grades()).toEqual([low, middle, high])
    expect(await grades('/2026')).toEqual([low, high])
    expect(await grades('/2')).toEqual([low, middle])
    expect(await grades('/3')).toEqual([high])
    expect(await grades('/1')).toEqual([])
  })

  test('stand in a tree by stage and grade, in their order', async () => {
    const { data } = await admin.get(`${CLASSES}/getGradeTree/${other}`)
    expect(data).toEqual([
      {
        label: '高中',
        value: '3',
        level: 'stage',
        children: [
          {
            label: '高三',
            value: '12',
            level: 'grade',
            children: [{ label: '高三(1)班', value: `${other}-3202401`, level: 'class' }],
          },
        ],
      },
    ])
  })

  test('that have students stay; those whose students are gone go', async () => {
    const classCode = `${code}-3202402`
    const [row] = (await admin.get(`${CLASSES}/list`, { classCode })).data.records
    const student = await new RowMaker(admin).create(registry.entity('basicStudent'))
    await sql`update basic_student set school_code = ${code}, class_code = ${classCode}
      where id = ${String(student['id'])}`.execute(admin.db)
    const remove = () => admin.post(`${CLASSES}/remove`, undefined, { ids: row.id })
    expect(await remove()).toMatchObject({ status: 400, msg: '班级下还有学生，不能删除' })
    await sql`update basic_student set is_deleted = 1 where id = ${String(student['id'])}`.execute(admin.db)
    expect((await remove()).msg).toBe('操作成功')
  })
})
