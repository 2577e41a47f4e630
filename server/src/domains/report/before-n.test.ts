import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportStudentScore } from '@xueheng/contract/domains/report/score-book.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../platform/ctx.ts'
import { readSheets } from '../../platform/sheet/read.ts'
import { type Desk, openDesk, pick } from '../../../test/fixtures/report-fixture.ts'
import { writeScoreBook } from './score-book.ts'

const EAST: Scope = { level: 'area', areaCodes: ['990101'] }

let desk: Desk
let folder: string
beforeAll(async () => {
  desk = await openDesk()
  folder = await mkdtemp(join(tmpdir(), 'book-'))
})
afterAll(async () => {
  await desk.close()
  await rm(folder, { recursive: true, force: true })
})

describe('前N名学生', () => {
  it('lists everybody up to the rank, ties included, with the course furthest back', async () => {
    const { records, total } = await desk.ask('beforeN', { countNum: 3, size: 10 })
    expect(pick(records, 'rank', 'studentName', 'totalScore', 'schoolName')).toEqual([
      [1, '赵一', 273, '一中'],
      [2, '冯九', 260, '三中'],
      [3, '钱二', 240, '一中'],
      [3, '李四', 240, '一中'],
    ])
    expect(total).toBe(4)
    // Thirteen sat each course. 赵一 and 冯九 stand alike in all three, so the first course is named.
    expect(pick(records, 'studentName', 'c1.allRank', 'c2.allRank', 'c3.allRank', 'weakCourse')).toEqual([
      ['赵一', 1, 1, 1, '语文'],
      ['冯九', 2, 2, 2, '语文'],
      ['钱二', 3, 5, 3, '数学'],
      ['李四', 3, 3, 5, '物理'],
    ])
  })

  it('takes the first of every area and of every school', async () => {
    const ask = async (within: string) =>
      pick((await desk.ask('beforeN', { countNum: 1, within, size: 10 })).records, 'rank', 'studentName')
    expect(await ask('area')).toEqual([
      [1, '赵一'],
      [1, '冯九'],
      [1, '沈十四'],
    ])
    expect(await ask('school')).toEqual([
      [1, '赵一'],
      [1, '冯九'],
      [1, '吴六'],
      [1, '沈十四'],
    ])
  })

  it('comes in pages, and cut to a unit', async () => {
    const second = await desk.ask('beforeN', { countNum: 4, current: 2, size: 3 })
    expect([second.total, pick(second.records, 'studentName')]).toEqual([4, [['李四']]])
    const own = await desk.ask('beforeN', { countNum: 7, schoolCode: 'S2' })
    expect(pick(own.records, 'rank', 'studentName')).toEqual([[7, '吴六']])
  })
})

describe('单科前N名学生', () => {
  it('compares the rank in the course with that of the total, and names the teacher', async () => {
    const { records } = await desk.ask('courseBeforeN', { examId: '1002', countNum: 3, courseName: '数学', size: 10 })
    expect(pick(records, 'rank', 'studentName', 'score', 'totalRank', 'gap', 'teacherName')).toEqual([
      [1, '赵一', 95, 1, 0, '孙老师、钱老师'],
      [2, '冯九', 92, 2, 0, null],
      [3, '李四', 90, 3, 0, null],
    ])
    const physics = await desk.ask('courseBeforeN', { countNum: 4, courseName: '物理', size: 10 })
    expect(pick(physics.records, 'rank', 'studentName', 'totalRank', 'gap')).toEqual([
      [1, '赵一', 1, 0],
      [2, '冯九', 2, 0],
      [3, '钱二', 3, 0],
      // 70 marks, but 语文 was not sat: no total, no gap
      [4, '周五', null, null],
    ])
  })

  it('of the total is the list itself, of an unknown course empty', async () => {
    const { records } = await desk.ask('courseBeforeN', { countNum: 1 })
    expect(pick(records, 'studentName', 'score', 'gap')).toEqual([['赵一', 273, 0]])
    expect((await desk.ask('courseBeforeN', { countNum: 1, courseName: '音乐' })).records).toEqual([])
  })
})

describe('学生成绩纵向对比', () => {
  const names = ['examName', 'score', 'scoreRate', 'allRank', 'areaRank', 'schoolRank', 'classRank']

  it('follows a student of an exam into the others, the earliest first', async () => {
    const { records } = await desk.ask('studentVertical', { studentNumber: '26004', courseName: '数学' })
    expect(pick(records, ...names)).toEqual([
      ['一模', 90, 90, 3, 2, 2, 1],
      ['二模', 90, 90, 3, 2, 2, 1],
    ])
  })

  it('puts the means of class, school and all beside the total, but none of fewer than five', async () => {
    const { records } = await desk.ask('studentVertical', { studentNumber: '26009', examIds: '1001' })
    // 三中 has four with a total; all twelve: 2292 / 12
    expect(pick(records, 'score', 'scoreRate', 'classAvg', 'schoolAvg', 'allAvg')).toEqual(
      [
        [260, 86.67, null, null, 191],
        [260, 86.67, null, null, 191],
      ].slice(0, 1),
    )
    const chinese = await desk.ask('studentVertical', { studentNumber: '26009', examIds: '1001', courseName: '语文' })
    // 88 + 75 + 75 + 60 + 66 of five
    expect(pick(chinese.records, 'score', 'classAvg', 'schoolAvg')).toEqual([[88, 72.8, 72.8]])
  })

  it('finds by the national code, and nobody by part of it', async () => {
    const found = await desk.ask('studentVertical', { studentCode: 'L0009' })
    expect(pick(found.records, 'examName', 'studentName', 'allRank')).toEqual([
      ['一模', '冯九', 2],
      ['二模', '冯九', 2],
    ])
    expect((await desk.ask('studentVertical', { examId: '', studentCode: 'L000' })).records).toEqual([])
    for (const studentNumber of ['', '26009'])
      await expect(desk.ask('studentVertical', { examId: '', studentNumber })).rejects.toThrow(
        '请选择考试，或输入学籍号',
      )
  })

  it('gives no mark for a paper that was not sat or not set', async () => {
    const absent = await desk.ask('studentVertical', { studentNumber: '26005', courseName: '语文', examIds: '1001' })
    expect(pick(absent.records, 'score', 'allRank', 'tScore', 'pr')).toEqual([[null, null, null, null]])
    const unknown = await desk.ask('studentVertical', { studentNumber: '26005', courseName: '音乐', examIds: '1001' })
    expect(pick(unknown.records, 'score', 'scoreRate', 'allRank')).toEqual([[null, null, null]])
  })
})

describe('成绩册', () => {
  const reason = '班主任核对成绩'
  async function sheets(input: object, scope?: Scope): Promise<Map<string, string[][]>> {
    const made = await writeScoreBook(desk.ctx(scope), desk.library, { examId: '1002', reason, ...input } as never)
    const path = join(folder, 'book.xlsx')
    await writeFile(path, 'body' in made ? made.body : '')
    const found = new Map<string, string[][]>()
    for await (const { sheet, cells } of readSheets({ path, name: 'book.xlsx' })) {
      found.set(sheet, [...(found.get(sheet) ?? []), cells])
    }
    return found
  }

  it('has one sheet per class, the best first, with ranks in the school and masked codes', async () => {
    const book = await sheets({ schoolCode: 'S1' })
    expect([...book.keys()]).toEqual(['一中1班', '一中2班'])
    const rows = book.get('一中1班') ?? []
    expect(rows[0]?.[0]).toBe('二模 成绩册')
    const names = rows.map((cells) => cells[2])
    expect(names.filter((name) => /^[赵钱孙]./.test(name ?? ''))).toEqual(['赵一', '钱二', '孙三'])
    const first = rows.find((cells) => cells[2] === '赵一') ?? []
    expect(first.slice(0, 2)).toEqual(['1', '26001'])
    expect(book.get('一中2班')?.map((cells) => cells[2])).toEqual(expect.arrayContaining(['李四', '周五']))
  })

  it('leaves out the columns that are not wanted, on every sheet', async () => {
    const whole = await sheets({ schoolCode: 'S1' })
    const less = await sheets({ schoolCode: 'S1', hidden: 'studentCode,allRank,c1.schoolRank' })
    const lineOf = (book: Map<string, string[][]>) => book.get('一中1班')?.find((cells) => cells.includes('赵一')) ?? []
    expect(lineOf(less).length).toBe(lineOf(whole).length - 3)
    expect(lineOf(less).slice(0, 3)).toEqual(['1', '26001', '赵一'])
    expect([...less.keys()]).toEqual([...whole.keys()])
  })

  it('is cut by the scope of the reader, and refused where nothing is left or nothing is said', async () => {
    expect([...(await sheets({}, EAST)).keys()]).toEqual(['一中1班', '一中2班', '二中1班'])
    await expect(sheets({ schoolCode: 'S3' }, EAST)).rejects.toThrow('没有可以导出的考生')
    await expect(sheets({ reason: '看' })).rejects.toThrow('请填写理由，至少4个字')
    expect(exportStudentScore.stepUp).toBe(true)
  })
})
