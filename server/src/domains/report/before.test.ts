import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leavesOf } from '@xueheng/contract/derive/report-headers.ts'
import { type Desk, openDesk, pick } from '../../../test/fixtures/report-fixture.ts'

/** 二模 (1002) is compared with 期中, 一模 (1001) with nothing; see `factsBefore` of the fixture for the ranks of 期中. */
let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const COMPARED = { examId: '1002', size: 1000 }
const keysOf = (answer: { headers: Parameters<typeof leavesOf>[0] }) => leavesOf(answer.headers).map((one) => one.key)

describe('上次与升降', () => {
  it('subtracts the rank now from the rank before, ties counted as ranks are', async () => {
    const { records } = await desk.ask('scoreRankByStudent', COMPARED)
    expect(pick(records, 'studentName', 'rankPrev', 'allRank', 'rankChange')).toEqual([
      ['赵一', 2, 1, 1],
      ['冯九', 1, 2, -1],
      // two who were 6th and 4th share the third place now
      ['钱二', 6, 3, 3],
      ['李四', 4, 3, 1],
      ['陈十', 3, 5, -2],
      // shared the fourth place
      ['蒋十三', 4, 6, -2],
      ['吴六', 7, 7, 0],
      ['孙三', 8, 8, 0],
      // 北县 was not in the exam before
      ['沈十四', null, 9, null],
      ['王八', 9, 10, -1],
      ['褚十一', 9, 10, -1],
      ['郑七', 11, 12, -1],
      ['周五', null, null, null],
      ['卫十二', null, null, null],
      ['韩十五', null, null, null],
      ['杨十六', null, null, null],
    ])
  })

  it('compares the composite ranks of schools, and leaves new ones without', async () => {
    const { records, basis } = await desk.ask('scoreRank', COMPARED)
    expect(pick(records, 'schoolName', 'rankPrev', 'compositeRank', 'rankChange')).toEqual([
      ['一中', 2, 1, 1],
      ['三中', 1, 2, -1],
      ['二中', 3, 3, 0],
      ['四中', null, 4, null],
    ])
    expect(basis).toContain('上次：期中（报表版本 1）')
  })

  it('knows classes by their code', async () => {
    const { records } = await desk.ask('scoreRank', { ...COMPARED, grain: 'class' })
    // 期中: 40 % of the mean share, 30 % pass, 30 % excellent give 57.98, 57.77, 56.67 and 27.31
    expect(pick(records, 'schoolName', 'className', 'rankPrev', 'rankChange')).toEqual([
      ['一中', '1班', 1, 0],
      ['三中', '1班', 2, 0],
      ['一中', '2班', 3, 0],
      ['二中', '1班', 4, 0],
      ['四中', '1班', null, null],
    ])
  })

  it('stands in the search for a student, exam by exam', async () => {
    const { records } = await desk.ask('studentScore', { examId: '', studentName: '钱二' })
    expect(pick(records, 'examName', 'allRank', 'rankPrev', 'rankChange')).toEqual([
      ['二模', 3, 6, 3],
      ['一模', 3, null, null],
    ])
  })

  it('keeps the columns in a search over exams of which only some are compared', async () => {
    expect(keysOf(await desk.ask('studentScore', { examId: '', studentName: '钱二' }))).toContain('rankChange')
  })

  it.each(['scoreRank', 'scoreRankByClass', 'scoreRankByStudent', 'studentScore'])(
    'hides the columns of %s where nothing is compared',
    async (name) => {
      expect(keysOf(await desk.ask(name, COMPARED))).toEqual(expect.arrayContaining(['rankPrev', 'rankChange']))
      expect(keysOf(await desk.ask(name))).not.toContain('rankChange')
    },
  )
})

describe('任课教师', () => {
  it('names the teachers of the class and course, in the order of their codes', async () => {
    const ask = { examId: '1002', schoolCode: 'S1', courseName: '数学' }
    const { records, totals } = await desk.ask('oneScoreTwoRateByClass', ask)
    expect(pick(records, 'className', 'teacherName')).toEqual([
      ['1班', '孙老师、钱老师'],
      ['2班', null],
    ])
    expect(totals.some((row) => 'teacherName' in row)).toBe(false)
    const chinese = await desk.ask('oneScoreTwoRateByClass', { ...ask, courseName: '语文' })
    expect(pick(chinese.records, 'className', 'teacherName')).toEqual([
      ['1班', null],
      ['2班', '李老师'],
    ])
  })

  it('shows them as they are to a class teacher too', async () => {
    const scope = { level: 'class' as const, areaCodes: ['990101'], schoolCodes: ['S1'], classCodes: ['S1-3202301'] }
    const { records } = await desk.ask('oneScoreTwoRateByClass', { examId: '1002', courseName: '数学' }, scope)
    expect(pick(records, 'teacherName')).toEqual([['孙老师、钱老师']])
  })
})
