import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as questions from '@xueheng/contract/domains/report/question.ts'
import { type Desk, openDesk, pick } from '../../../test/fixtures/report-fixture.ts'
import type { Scope } from '../../platform/ctx.ts'
import { cautionIndex } from '../exam/formulas/questions.ts'

const QUESTION_REPORTS = [
  ...Object.values(questions.courseQuestion),
  ...Object.values(questions.knowledgeRate),
  questions.questionOption,
  questions.questionStudent,
  questions.paperQuality,
  questions.spTable,
].map(({ name }) => name)

/** 数学 of the exam worked out by hand: 13 sat it, 5 of them in 一中, 8 in 东县. */
let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const ofSchools = (...schoolCodes: string[]): Scope => ({ level: 'school', schoolCodes })
const OWN: Scope = ofSchools('S1')

describe('试题分析', () => {
  it('tells of each question how hard it is and how well it tells apart the best and the worst', async () => {
    const { records } = await desk.ask('courseQuestionByAll')
    // Question 2: 7 of 13 right; all four best, and of the four worst half of the two who share the last place
    expect(pick(records, 'questionNo', 'studentNum', 'difficulty', 'difficultyWord', 'discrimination')).toEqual([
      ['1', 13, 0.69, '中', 0.5],
      ['2', 13, 0.54, '中', 0.75],
      ['3', 13, 0.69, '中', 0.61],
      ['4', 13, 0.67, '中', 0.46],
    ])
    expect(records[1]).toMatchObject({ fullRate: 53.85, zeroRate: 46.15, remark: '与预设难度相差 0.2 以上' })
  })

  it('sets schools beside everyone, question by question, and names the lowest', async () => {
    const { records } = await desk.ask('courseQuestionSchool')
    expect(pick(records, 'allRate', 'S1.scoreRate', 'S1.diffRate', 'S2.scoreRate', 'lowestUnit')[0]).toEqual([
      69.23,
      100,
      30.77,
      33.33,
      '四中',
    ])
    // of 13: 2 took A, 9 B, 1 C, 1 D
    expect(pick(records, 'oA.share', 'oB.share', 'oC.share', 'oD.share')[0]).toEqual([15.38, 69.23, 7.69, 7.69])
  })

  it('sets the classes of one school beside it, of the first one where none is chosen', async () => {
    const { records, heading } = await desk.ask('courseQuestionSchoolClass')
    expect(heading.units).toBe('一中')
    expect(
      pick(records, 'schoolRate', 'areaRate', 'S1-3202301.scoreRate', 'S1-3202302.scoreRate', 'lowestUnit'),
    ).toEqual([
      [100, 75, 100, 100, null],
      [60, 50, 66.67, 50, '2班'],
      [80, 59.38, 78.33, 82.5, '1班'],
      [78.43, 62.41, 77.38, 80, '1班'],
    ])
    const other = await desk.ask('courseQuestionSchoolClass', { schoolCode: 'S3', questionNo: '2' })
    expect(pick(other.records, 'questionNo', 'schoolRate')).toEqual([['2', 50]])
  })

  it('leads from a question to the students who lost most at it, of the units in scope', async () => {
    const { records } = await desk.ask('questionStudent', { questionNo: '2' }, OWN)
    expect(pick(records, 'studentName', 'score', 'lostScore', 'answer', 'courseScore')).toEqual([
      ['孙三', 0, 5, 'A', 59.5],
      ['周五', 0, 5, 'B', 70],
      ['赵一', 5, 0, 'C', 95],
      ['钱二', 5, 0, 'C', 80],
      ['李四', 5, 0, 'C', 90],
    ])
  })

  it('of a course without question scores has no row and says so', async () => {
    for (const name of [
      'courseQuestionByAll',
      'questionStudent',
      'questionOption',
      'knowledgeRateBySchool',
      'spTable',
    ]) {
      const { records, reason, notes } = await desk.ask(name, { courseName: '语文' })
      expect([name, records, reason]).toEqual([name, [], '所选科目没有小题分，或者所选范围里没有考生作答。'])
      expect(notes[0]).toBe(reason)
    }
    expect((await desk.ask('courseQuestionByAll')).reason).toBeUndefined()
  })
})

it('of an exam without question scores no report over questions has a row, and each says why', async () => {
  const bare = await openDesk(undefined, false)
  for (const name of QUESTION_REPORTS) {
    const { records, reason } = await bare.ask(name)
    expect([name, records.length, reason?.split('：')[0]]).toEqual([name, 0, '这场考试没有小题分'])
  }
  expect((await bare.ask('generalBrief')).reason).toBeUndefined()
  await bare.close()
})

describe('选项分布', () => {
  it('tells what the best and the worst chose, and which wrong option nobody takes', async () => {
    const { records } = await desk.ask('questionOption')
    expect(pick(records, 'answerKey', 'oB.ownShare', 'oB.highShare', 'oB.lowShare', 'remark')).toEqual([
      ['B', 69.23, 100, 50, null],
      ['C', 7.69, 0, 0, '干扰项D无效'],
    ])
  })

  it('is of the own units, beside the best and the worst of everyone', async () => {
    const { records } = await desk.ask('questionOption', {}, OWN)
    expect(pick(records, 'studentNum', 'scoreRate', 'oA.ownShare', 'oA.lowShare')).toEqual([
      [5, 100, 0, 25],
      [5, 60, 20, 50],
    ])
  })
})

describe('figures that would tell of fewer than five others', () => {
  it('of the area and the school are withheld, those of the own units and of everyone are not', async () => {
    const own = await desk.ask('courseQuestionSchoolClass', {}, OWN)
    // 8 in the area, 5 of them the reader's
    expect(pick(own.records, 'allRate', 'areaRate', 'schoolRate')[1]).toEqual([53.85, null, 60])
    // of a teacher with 3 of the 5 in the school the school is not told, so 5 others are left in the area
    const teacher: Scope = { level: 'class', schoolCodes: ['S1'], classCodes: ['S1-3202301'] }
    const { records } = await desk.ask('courseQuestionSchoolClass', {}, teacher)
    expect(pick(records, 'allRate', 'areaRate', 'schoolRate', 'S1-3202301.scoreRate')[1]).toEqual([
      53.85,
      50,
      null,
      66.67,
    ])
  })

  it('of everyone are withheld with all that compares with them, in each report', async () => {
    const scope = ofSchools('S1', 'S2', 'S4')
    const { records } = await desk.ask('courseQuestionSchool', {}, scope)
    expect(pick(records, 'allRate', 'discrimination', 'S1.scoreRate', 'S1.diffRate', 'oB.share')[0]).toEqual([
      null,
      null,
      100,
      null,
      null,
    ])
    expect(pick(records, 'questionScore', 'lowestUnit')[0]).toEqual([5, null])
    const points = await desk.ask('knowledgeRateBySchool', {}, scope)
    expect(pick(points.records, 'allRate', 'S1.scoreRate', 'S1.diffRate')[0]).toEqual([null, 100, null])
    const [paper] = (await desk.ask('paperQuality', {}, scope)).records
    expect(paper).toMatchObject({ studentNum: 13, alpha: null, discrimination: null, avgScore: null })
    const options = await desk.ask('questionOption', {}, scope)
    expect(pick(options.records, 'oB.ownShare', 'oB.highShare')[0]).toEqual([66.67, null])
  })
})

describe('知识点', () => {
  it('add up what was got of each question by its share', async () => {
    const { records } = await desk.ask('knowledgeRateBySchool')
    // 函数 of 一中: 15 + 80/2 + 274.5 × 0.4 of 25 + 100/2 + 350 × 0.4 marks
    expect(pick(records, 'pointName', 'questionNum', 'fullScore', 'S1.scoreRate')).toEqual([
      ['集合', 1, 5, 100],
      ['函数', 3, 43, 76.65],
      ['数列', 1, 10, 80],
      ['解析几何', 1, 42, 78.43],
    ])
  })
})

describe('试卷质量', () => {
  it('is one row per paper with what its questions are like', async () => {
    const { records } = await desk.ask('paperQuality')
    expect(records).toHaveLength(1)
    // the four best have 362 marks, the four worst 0 + 40 + 59.5 + 60
    expect(records[0]).toMatchObject({
      courseName: '数学',
      questionNum: 4,
      avgScore: 66.65,
      discrimination: 0.51,
      qualityWord: '很好',
      middleNum: 4,
    })
  })
})

describe('S-P表', () => {
  it('puts students by their marks and questions by what the class got, and tells how far both lie from that order', async () => {
    const { records, headers, totals, heading } = await desk.ask('spTable', {
      classCode: 'S3-3202301',
      schoolCode: 'S3',
    })
    expect(heading.units).toBe('三中1班')
    expect(pick(records, 'studentName', 'totalScore')).toEqual([
      ['冯九', 92],
      ['陈十', 85],
      ['蒋十三', 70],
      ['褚十一', 65],
    ])
    const marks = [
      [5, 5, 20, 62],
      [5, 5, 20, 55],
      [5, 0, 15, 50],
      [0, 0, 15, 50],
    ]
    const shares = marks.map((row) => row.map((mark, at) => mark / ([5, 5, 20, 70][at] ?? 1)))
    const weights = [0, 1, 2, 3].map((at) => shares.reduce((sum, row) => sum + (row[at] ?? 0), 0))
    const expected = shares.map((row) => Number((cautionIndex(row, weights) ?? NaN).toFixed(2)))
    expect(records.map((row) => row['caution'])).toEqual(expected)
    expect(headers.filter(({ children }) => children).map(({ title }) => title)).toEqual(['3', '4', '1', '2'])
    expect(pick(totals, 'studentName', 'q1.score', 'q2.score')[0]).toEqual(['得分率(%)', 75, 50])
  })

  it('of a class out of sight is that of no class', async () => {
    expect((await desk.ask('spTable', { schoolCode: 'S3', classCode: 'S3-3202301' }, OWN)).records).toEqual([])
  })
})
