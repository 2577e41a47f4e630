import * as facts from '@xueheng/contract/domains/report/score-facts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, openDesk, pick } from '../../../../test/fixtures/report-fixture.ts'
import { madeValue } from '../../../../../contract/test/made-row.ts'
import { AppError } from '../../../platform/error.ts'
import { SUFFIXES } from '../../../platform/rows/filters.ts'
import type { Scope } from '../../../platform/ctx.ts'
import { courseFacts, findFact, listFacts, studentFacts } from './list-facts.ts'

const SECOND: Scope = { level: 'school', schoolCodes: ['S2'] }
const students = studentFacts(facts.scoreStudentList)
const papers = courseFacts(facts.scoreCourseList)

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

function listStudents(query: object = {}, scope?: Scope) {
  return listFacts(desk.ctx(scope), desk.library, students, { examId: '1001', size: 20, ...query })
}

function listPapers(query: object = {}, scope?: Scope) {
  return listFacts(desk.ctx(scope), desk.library, papers, { examId: '1002', size: 100, ...query })
}

it('Z and T of totals and papers are withheld with the mean of everyone that they would tell', async () => {
  const both: Scope = { level: 'area', areaCodes: ['990101', '990102'] }
  const [total] = (await listStudents({}, both)).records
  expect(pick([{ ...total }], 'studentName', 'allRank', 'zScore', 'tScore')).toEqual([['赵一', 1, null, null]])
  const [paper] = (await listPapers({ courseName: '语文' }, both)).records
  expect(pick([{ ...paper }], 'courseName', 'zScore', 'tScore')).toEqual([['语文', null, null]])
  const [known] = (await listStudents({}, { level: 'area', areaCodes: ['990101'] })).records
  expect(known?.tScore).toBe(64.36)
})

it('a total has the stream and the place that tells equal totals apart, a paper the mark that counts', async () => {
  const { records } = await listStudents({ artsScience: '2' })
  expect(new Set(records.map((row) => row.artsScience))).toEqual(new Set(['2']))
  const places = (await listStudents({ score_ge: 240 })).records
  expect(pick(places.slice(2, 4), 'studentName', 'allRank', 'seqRank')).toEqual([
    ['钱二', 3, 4],
    ['李四', 3, 3],
  ])
  const [paper] = (await listPapers({ courseName: '语文' })).records
  expect(paper).toMatchObject({ score: 90, countScore: 90 })
})

describe('学生总成绩', () => {
  it('lists the best total first, whoever has no rank last, each with marks by course', async () => {
    const { records, total } = await listStudents()
    expect(total).toBe(16)
    expect(pick(records.slice(0, 4), 'studentName', 'score', 'allRank', 'areaRank', 'schoolRank', 'classRank')).toEqual(
      [
        ['赵一', 273, 1, 1, 1, 1],
        ['冯九', 260, 2, 1, 1, 1],
        ['钱二', 240, 3, 2, 2, 2],
        ['李四', 240, 3, 2, 2, 1],
      ],
    )
    expect(pick(records.slice(-2), 'studentName', 'score', 'allRank', 'isCount', 'absentCourseNum')).toEqual([
      ['韩十五', 300, null, 0, 0],
      ['杨十六', null, null, 1, 3],
    ])
    const noLevel = { levelName: null, levelScore: null, objectiveScore: null, subjectiveScore: null }
    expect(records[0]?.courses).toEqual([
      {
        courseName: '语文',
        score: 90,
        ...noLevel,
        objectiveScore: 40,
        subjectiveScore: 50,
        schoolRank: 1,
        scoreStatus: 0,
      },
      { courseName: '数学', score: 95, ...noLevel, schoolRank: 1, scoreStatus: 0 },
      { courseName: '物理', score: 88, ...noLevel, schoolRank: 1, scoreStatus: 0 },
    ])
  })

  it('sorts by any rank, ties by the place among all, blanks last both ways', async () => {
    const { records } = await listStudents({ ascs: 'schoolRank', size: 5 })
    expect(pick(records, 'studentName', 'schoolRank')).toEqual([
      ['赵一', 1],
      ['冯九', 1],
      ['吴六', 1],
      ['沈十四', 1],
      ['钱二', 2],
    ])
    const down = await listStudents({ descs: 'areaRank', size: 2 })
    expect(pick(down.records, 'studentName', 'areaRank')).toEqual([
      ['郑七', 7],
      ['王八', 6],
    ])
  })

  it('sorts and narrows by the rank among those of the same combination', async () => {
    const { records } = await listStudents({ ascs: 'groupRank', size: 4 })
    expect(pick(records, 'studentName', 'courseCombination', 'groupRank', 'allRank')).toEqual([
      ['赵一', '语数物', 1, 1],
      ['褚十一', '语数', 1, 10],
      ['冯九', '语数物', 2, 2],
      ['钱二', '语数物', 3, 3],
    ])
    const last = await listStudents({ groupRank_ge: 11 })
    expect(pick(last.records, 'studentName', 'groupRank', 'allRank')).toEqual([['郑七', 11, 12]])
  })

  it('filters by unit, name, number and ranges, and counts what it found', async () => {
    const { records, total } = await listStudents({ schoolCode: 'S2', score_ge: '100', size: 1 })
    expect([total, pick(records, 'studentName')]).toEqual([2, [['吴六']]])
    const named = await listStudents({ studentName: '十', ascs: 'studentNumber' })
    expect(pick(named.records, 'studentName').flat()).toEqual([
      '陈十',
      '褚十一',
      '卫十二',
      '蒋十三',
      '沈十四',
      '韩十五',
      '杨十六',
    ])
    expect(pick((await listStudents({ allRank_ge: '2', allRank_le: '3' })).records, 'studentNumber')).toEqual([
      ['26009'],
      ['26002'],
      ['26004'],
    ])
    expect((await listStudents({ schoolCode: 'S2,S4' })).total).toBe(6)
    expect((await listStudents({ studentName_like: '%' })).total).toBe(0)
  })

  it('turns pages, and tells the count beyond the last one', async () => {
    const second = await listStudents({ current: 2, size: 3 })
    expect([second.pages, pick(second.records, 'studentName')]).toEqual([6, [['李四'], ['陈十'], ['蒋十三']]])
    const beyond = await listStudents({ current: 9, size: 3 })
    expect([beyond.total, beyond.records]).toEqual([16, []])
  })

  it('refuses to sort by, or search parts of, a masked code, and a value of another kind', async () => {
    await expect(listStudents({ ascs: 'studentCode' })).rejects.toThrow('学籍号已脱敏，不能排序')
    await expect(listStudents({ studentCode_like: 'L' })).rejects.toThrow('学籍号已脱敏，只能按完整内容查询')
    await expect(listStudents({ allRank_ge: '一' })).rejects.toThrow('请求参数格式错误: 联考名次')
    expect(pick((await listStudents({ studentCode: 'L0006' })).records, 'studentName')).toEqual([['吴六']])
  })

  it.each(Object.entries(facts.scoreStudentList.fields).filter(([name]) => name !== 'examId'))(
    'filters by %s with every suffix',
    async (name, field) => {
      for (const suffix of ['', ...Object.keys(SUFFIXES).map((one) => `_${one}`)]) {
        const asked = listStudents({ [`${name}${suffix}`]: String(madeValue(name, field, 1)) })
        // Masked values, and what is no value of its kind, are refused; nothing is a fault of the engine.
        await asked.catch((error: unknown) => expect(error).toBeInstanceOf(AppError))
      }
    },
  )

  it('shows a school its own students only, whatever it asks for', async () => {
    expect(pick((await listStudents({}, SECOND)).records, 'studentName')).toEqual([['吴六'], ['王八'], ['郑七']])
    expect((await listStudents({ schoolCode: 'S1' }, SECOND)).total).toBe(0)
    const own = await findFact(desk.ctx(SECOND), desk.library, students, '1001-6')
    expect(own.studentName).toBe('吴六')
    await expect(findFact(desk.ctx(SECOND), desk.library, students, '1001-1')).rejects.toThrow('数据不存在或已被删除')
    await expect(findFact(desk.ctx(), desk.library, students, "1001-1' or 1")).rejects.toThrow(/不存在/)
  })

  it('takes the newest exam where none is named, and none before it is published for a school', async () => {
    expect((await listStudents({ examId: undefined })).records[0]?.examId).toBe('1002')
    desk.setStatus(6)
    const early = await listStudents({ examId: undefined }, SECOND)
    await expect(listStudents({}, SECOND)).rejects.toThrow('数据不存在或已被删除')
    desk.setStatus(7)
    expect([early.total, early.records]).toEqual([0, []])
  })
})

describe('学生单科成绩', () => {
  it('lists a line per student and course, the courses of a student in the order of the exam', async () => {
    const { records } = await listPapers()
    expect(pick(records.slice(0, 4), 'id', 'studentName', 'courseName', 'score', 'allRank')).toEqual([
      ['1002-1-1', '赵一', '语文', 90, 1],
      ['1002-1-2', '赵一', '数学', 95, 1],
      ['1002-1-3', '赵一', '物理', 88, 1],
      ['1002-9-1', '冯九', '语文', 88, 2],
    ])
  })

  it('sorts one course by the rank in the school, with standard scores and teachers', async () => {
    const { records, total } = await listPapers({ courseName: '数学', ascs: 'schoolRank', score_ge: '60', size: 2 })
    expect(pick(records, 'studentName', 'score', 'schoolRank', 'tScore', 'percentile', 'teacherName')).toEqual([
      ['赵一', 95, 1, 61.55, 96.15, '孙老师、钱老师'],
      ['冯九', 92, 1, 60.33, 88.46, null],
    ])
    expect(total).toBeGreaterThan(2)
  })

  it('tells the parts of a score where they are archived, the codes of the teachers, and the rank in the combination', async () => {
    const { records } = await listPapers({ courseName: '数学', ascs: 'groupRank', size: 5 })
    const names = ['studentName', 'groupRank', 'allRank', 'objectiveScore', 'subjectiveScore', 'teacherCode'] as const
    expect(pick(records, ...names)).toEqual([
      ['赵一', 1, 1, null, null, 'T1、T2'],
      ['褚十一', 1, 8, null, null, null],
      ['冯九', 2, 2, null, null, null],
      ['李四', 3, 3, null, null, null],
      ['陈十', 4, 4, null, null, null],
    ])
    const chinese = await listPapers({ courseName: '语文' })
    expect(pick(chinese.records.slice(0, 1), ...names)).toEqual([['赵一', 1, 1, 40, 50, null]])
    const [second] = (await listPapers({ courseName: '数学', studentName: '钱二' })).records
    expect(second).toMatchObject({ score: 80, objectiveScore: 30.5, subjectiveScore: null })
  })

  it('sorts across courses and finds one line by its id within the scope', async () => {
    const { records } = await listPapers({ descs: 'score', size: 2 }, SECOND)
    expect(new Set(pick(records, 'schoolCode').flat())).toEqual(new Set(['S2']))
    const [best] = records
    const found = await findFact(desk.ctx(SECOND), desk.library, papers, best?.id ?? '')
    expect(found).toEqual(best)
  })
})
