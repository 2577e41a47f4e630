import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../platform/ctx.ts'
import { type Desk, openDesk, pick } from '../../../test/fixtures/report-fixture.ts'

/** Numbers worked out with a pocket calculator from the table in the fixture package. */
let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

describe('一分两率', () => {
  it('counts everyone once per course and leaves the absent out of the mean', async () => {
    const { records } = await desk.ask('oneScoreTwoRateBrief')
    const names = [
      'courseName',
      'planNum',
      'studentNum',
      'absentNum',
      'avgScore',
      'excellentRate',
      'passRate',
      'lowRate',
    ]
    expect(pick(records, ...names, 'allPassRate')).toEqual([
      ['总分', 15, 12, 2, 191, 16.67, 58.33, 8.33, 58.33],
      ['语文', 15, 13, 2, 69.12, 30.77, 76.92, 7.69, null],
      ['数学', 15, 13, 1, 66.65, 30.77, 76.92, 7.69, null],
      ['物理', 14, 13, 1, 60.15, 7.69, 61.54, 7.69, null],
    ])
  })

  it('compares areas with everyone, in the order of the bureau, the rank in a column', async () => {
    const { records, totals } = await desk.ask('oneScoreTwoRateByArea')
    expect(
      pick(records, 'areaName', 'studentNum', 'avgScore', 'avgRank', 'diffAvg', 'overAvgRate', 'passRate'),
    ).toEqual([
      ['东县', 7, 188.86, 2, -2.14, -1.12, 57.14],
      ['西县', 4, 205, 1, 14, 7.33, 75],
      ['北县', 1, 150, 3, -41, -21.47, 0],
    ])
    // 2292 marks of 12 students: the mean of the three means would be 181.29
    expect(pick(totals, 'areaName', 'studentNum', 'avgScore')).toEqual([['联考', 12, 191]])
  })

  it('compares schools with their area, however small, for those who see both', async () => {
    const { records } = await desk.ask('oneScoreTwoRateBySchool')
    expect(pick(records, 'schoolName', 'avgScore', 'avgRank', 'avgRankInArea', 'diffAvg', 'excellentNum')).toEqual([
      ['一中', 233.13, 1, 1, 44.27, 1],
      ['二中', 129.83, 4, 2, -59.02, 0],
      ['三中', 205, 2, 1, 0, 1],
      ['四中', 150, 3, 1, 0, 0],
    ])
  })

  it('adds the school, its area and everyone to the classes of a school', async () => {
    const { records, totals } = await desk.ask('oneScoreTwoRateByClass', { schoolCode: 'S1' })
    expect(pick(records, 'className', 'avgScore', 'avgRankInSchool')).toEqual([
      ['1班', 230.83, 2],
      ['2班', 240, 1],
    ])
    expect(pick(totals, 'className', 'schoolName', 'areaName', 'studentNum', 'avgScore')).toEqual([
      ['本校', '一中', '东县', 4, 233.13],
      [null, '县区', '东县', 7, 188.86],
      [null, null, '联考', 12, 191],
    ])
  })

  it('answers every course when the course is left empty on purpose', async () => {
    const { records } = await desk.ask('oneScoreTwoRateByArea', { courseName: '' })
    expect(records).toHaveLength(12)
  })

  it('divides by the plan where the rule says so', async () => {
    const { records } = await desk.ask('oneScoreTwoRateBrief', { examId: '1002' })
    // 7 of 15 on the list instead of 7 of 12 who sat it
    expect(pick(records, 'passRate')[0]).toEqual([46.67])
  })
})

describe('成绩排名', () => {
  it('orders schools by the composite and repeats the courses beside it', async () => {
    const answer = await desk.ask('scoreRank')
    expect(
      pick(answer.records, 'compositeRank', 'schoolName', 'avgRank', 'maxScore', 'c1.avgScore', 'c1.avgRank'),
    ).toEqual([
      [1, '一中', 1, 273, 80, 1],
      [2, '三中', 2, 260, 72.8, 2],
      [3, '二中', 4, 180, 54.83, 3],
      [4, '四中', 3, 150, 50, 4],
    ])
    const groups = answer.headers.filter((header) => header.children).map((header) => header.title)
    expect(groups).toEqual(['总分', '语文', '数学', '物理'])
  })

  it.each([
    ['avg', ['一中', '三中', '四中', '二中']],
    ['bureau', ['一中', '二中', '三中', '四中']],
  ])('orders by %s when asked', async (order, names) => {
    const { records } = await desk.ask('scoreRank', { order })
    expect(records.map((row) => row['schoolName'])).toEqual(names)
  })

  it('gives ties one place and leaves the next one empty', async () => {
    const { records } = await desk.ask('scoreRankByStudent', { size: 1000 })
    expect(pick(records, 'studentName', 'totalScore', 'allRank').slice(0, 5)).toEqual([
      ['赵一', 273, 1],
      ['冯九', 260, 2],
      ['钱二', 240, 3],
      ['李四', 240, 3],
      ['陈十', 220, 5],
    ])
    expect(pick(records, 'totalScore', 'allRank').at(-1)).toEqual([null, null])
  })

  it('tells absent from not chosen', async () => {
    const { records } = await desk.ask('scoreRankByStudent', { size: 1000 })
    const of = (name: string) => records.find((row) => row['studentName'] === name)
    expect(pick([of('周五') ?? {}], 'c1.score', 'c1.status', 'c2.score')).toEqual([[null, 1, 70]])
    expect(pick([of('褚十一') ?? {}], 'c3.score', 'c3.status')).toEqual([[undefined, undefined]])
    expect(pick([of('郑七') ?? {}], 'c2.score', 'c2.status')).toEqual([[0, 2]])
  })

  it('is one call for three grains, each with its own right', async () => {
    const classes = await desk.ask('scoreRank', { grain: 'class', schoolCode: 'S1' })
    expect(pick(classes.records, 'className', 'compositeRank')).toEqual([
      ['2班', 1],
      ['1班', 2],
    ])
    const teacher = { isAdministrator: false, permissions: new Set(['scorerank_view']) }
    await expect(desk.ask('scoreRank', { grain: 'student' }, undefined, teacher)).rejects.toThrow('请求被拒绝')
    await expect(desk.ask('scoreRank', { grain: 'planet' })).rejects.toThrow('粒度只能是school、class、student')
  })

  it('filters students by their kind, and says so where it has no students', async () => {
    const students = await desk.ask('highSchoolRank', { grain: 'student', studentType: '2' })
    expect(pick(students.records, 'studentName', 'allRank')).toEqual([['李四', 3]])
    expect(students.total).toBe(1)
    const unknown = await desk.ask('highSchoolRank', { grain: 'student', studentType: '往届' })
    expect(unknown.records).toEqual([])
    await expect(desk.ask('highSchoolRank', { studentType: '2' })).rejects.toThrow('学生类别不能用于按学校统计')
  })

  it('keeps areas of one kind, with their places among all', async () => {
    const { records, totals } = await desk.ask('scoreAreaRank', { areaType: 'town' })
    expect(pick(records, 'areaName', 'avgRank')).toEqual([
      ['东县', 2],
      ['北县', 3],
    ])
    expect(pick(totals, 'areaName')).toEqual([['联考']])
    expect((await desk.ask('oneScoreTwoRateByArea', { areaType: 'county' })).records).toHaveLength(1)
    expect((await desk.ask('scoreAreaRank', { areaType: 'gone' })).records).toEqual([])
  })

  it('shows of a kind of areas only those in sight', async () => {
    const own: Scope = { level: 'area', areaCodes: ['990101'] }
    expect(pick((await desk.ask('scoreAreaRank', { areaType: 'town' }, own)).records, 'areaName')).toEqual([['东县']])
    expect((await desk.ask('scoreAreaRank', { areaType: 'county' }, own)).records).toEqual([])
  })

  it('counts the schools of an area', async () => {
    const { records, totals } = await desk.ask('scoreAreaRank')
    expect(pick(records, 'avgRank', 'areaName', 'schoolNum')).toEqual([
      [1, '西县', 1],
      [2, '东县', 2],
      [3, '北县', 1],
    ])
    expect(pick(totals, 'schoolNum')).toEqual([[4]])
  })
})

describe('综合简报', () => {
  it('tells how hard each paper is and how well its ends are told apart', async () => {
    const { records } = await desk.ask('generalBrief')
    // 语文: 27 % of 13 are 4; the best have 348 together, the worst 204.5
    expect(pick(records, 'courseName', 'difficulty', 'discrimination', 'goodNum', 'fullNum', 'zeroNum')).toEqual([
      ['总分', 0.64, 0.43, 4, 0, 0],
      ['语文', 0.69, 0.36, 6, 0, 0],
      ['数学', 0.67, 0.51, 5, 0, 1],
      ['物理', 0.6, 0.37, 3, 0, 0],
    ])
  })

  it('gives units in the order of the bureau their T in the total and in each course', async () => {
    const { records, totals, headers } = await desk.ask('generalBriefBySchool')
    // 一中: 50 + 10 × (233.125 − 191) ÷ 57.09
    expect(pick(records, 'schoolName', 'avgRank', 'tScore', 'c1.tScore', 'n100.num')).toEqual([
      ['一中', 1, 57.38, 57.18, 4],
      ['二中', 4, 39.29, 40.57, 3],
      ['三中', 2, 52.45, 52.43, 4],
      ['四中', 3, 42.82, 37.39, 1],
    ])
    expect(pick(totals, 'tScore', 'c1.tScore', 'n100.num')).toEqual([[50, 50, 12]])
    const measures = headers.map(({ title, children }) => [title, children?.map((leaf) => leaf.title)])
    expect(measures.slice(-6, -2)).toEqual([
      ['物理', ['平均分', '名次', 'T分']],
      ['前100名', ['人数']],
      ['前500名', ['人数']],
      ['前1000名', ['人数']],
    ])
  })

  it('tells nobody outside how a school of fewer than five stands in courses or among the first', async () => {
    const third = { level: 'class' as const, schoolCodes: ['S3'], classCodes: ['S3-3202301'] }
    const { totals } = await desk.ask('generalBriefByClass', {}, third)
    // five sat 语文, four the rest: neither 三中 nor 西县 is told
    expect(pick(totals, 'unitGrain', 'studentNum', 'tScore', 'c2.tScore', 'n100.num').slice(0, 2)).toEqual([
      ['school', 4, null, null, null],
      ['area', 4, null, null, null],
    ])
  })
})

describe('高中报表', () => {
  it('tells equal totals apart by 语文 and 数学 together, the rank stays the same', async () => {
    const { records } = await desk.ask('highSchoolRankByStudent', { size: 1000 })
    // 李四 85 + 90 against 钱二 85 + 80, 褚十一 75 + 65 against 王八 55 + 40
    expect(pick(records, 'studentName', 'totalScore', 'allRank', 'seqRank').slice(2, 4)).toEqual([
      ['李四', 240, 3, 3],
      ['钱二', 240, 3, 4],
    ])
    expect(pick(records, 'studentName', 'allRank', 'seqRank').slice(9, 12)).toEqual([
      ['褚十一', 10, 10],
      ['王八', 10, 11],
      ['郑七', 12, 12],
    ])
    const second = await desk.ask('highSchoolRankByStudent', { size: 2, current: 2 })
    expect(pick(second.records, 'studentName')).toEqual([['李四'], ['钱二']])
  })

  it('ranks schools by their mean unless asked otherwise', async () => {
    const names = async (input: object) =>
      (await desk.ask('highSchoolRank', input)).records.map((row) => row['schoolName'])
    expect(await names({})).toEqual(['一中', '三中', '四中', '二中'])
    expect(await names({ order: 'composite' })).toEqual(['一中', '三中', '二中', '四中'])
    expect(await names({ order: 'bureau' })).toEqual(['一中', '二中', '三中', '四中'])
  })

  it('counts the three rates on the base of the exam, by area or by school', async () => {
    // 二模 counts everyone on the list: 3 of 5 in 西县 pass, who cheated does not
    const { records, totals } = await desk.ask('threeRate', { examId: '1002' })
    expect(pick(records, 'areaName', 'baseNum', 'excellentRate', 'passNum', 'passRate', 'passRank')).toEqual([
      ['东县', 8, 12.5, 4, 50, 2],
      ['西县', 5, 20, 3, 60, 1],
      ['北县', 2, 0, 0, 0, 3],
    ])
    expect(pick(totals, 'baseNum', 'passRate', 'lowRate')).toEqual([[15, 46.67, 6.67]])
    const schools = await desk.ask('threeRate', { examId: '1002', grain: 'school', areaCode: '990101' })
    expect(pick(schools.records, 'schoolName', 'passRate')).toEqual([
      ['一中', 60],
      ['二中', 33.33],
    ])
  })

  it('tells beside the rates of the total who reaches each line, as 上线统计 does, and of a course none', async () => {
    const [areas, lines] = [
      await desk.ask('threeRate', { examId: '1002' }),
      await desk.ask('lineStdnumByArea', { examId: '1002' }),
    ]
    const figures = [
      'onlineNum',
      'onlineRate',
      'onlineRank',
      'targetNum',
      'completionRate',
      'baseRate',
      'perTenThousand',
    ]
    const names = ['areaName', ...figures.flatMap((name) => [`l1.${name}`, `l2.${name}`])]
    expect(pick(areas.records, ...names)).toEqual(pick(lines.records, ...names))
    expect(pick(areas.totals, ...names)).toEqual(pick(lines.totals, ...names))
    // 3 of the 8 on the list reach 特控线, 4 were aimed at, and 20,000 people live there
    expect(
      pick(areas.records, 'areaName', 'l1.onlineNum', 'l1.onlineRate', 'l1.completionRate', 'l1.perTenThousand')[0],
    ).toEqual(['东县', 3, 37.5, 75, 1.5])
    const course = await desk.ask('threeRate', { examId: '1002', courseName: '语文' })
    expect(Object.keys(course.records[0] ?? {}).filter((key) => key.startsWith('l1.'))).toEqual([])
  })
})

describe('分数段', () => {
  it('closes the top band at the full mark and gathers what lies outside the wanted range', async () => {
    const { records, totals, headers } = await desk.ask('schoolParagraph', { step: 50, low: 100, high: 200 })
    expect(headers.slice(-4).map((header) => header.title)).toEqual(['200及以上', '150-199.5', '100-149.5', '低于100'])
    expect(pick(records, 'schoolName', 'b200.num', 'b150.num', 'b100.num', 'b-1.num', 'b-1.cumNum')).toEqual([
      ['一中', 3, 1, 0, 0, 4],
      ['二中', 0, 1, 1, 1, 3],
      ['三中', 3, 0, 1, 0, 4],
      ['四中', 0, 1, 0, 0, 1],
    ])
    expect(pick(totals, 'b200.num', 'b150.cumNum', 'b-1.cumRate')).toEqual([[6, 9, 100]])
  })

  it('takes the band width of the exam when none is given', async () => {
    const { headers } = await desk.ask('areaParagraph')
    expect(headers.at(-1)?.title).toBe('60-69.5')
    const course = await desk.ask('areaParagraph', { courseName: '语文' })
    expect(course.headers.at(-1)?.title).toBe('35-39.5')
  })

  it.each(['oneScoreParagraphBrief', 'oneScoreParagraphByArea', 'oneScoreParagraphBySchool'])(
    '%s: one mark gathered to ten equals ten',
    async (name) => {
      const numbersOf = (row: Record<string, unknown>) => Object.entries(row).filter(([key]) => /(^|\.)num$/.test(key))
      const one = await desk.ask(name, { courseName: '数学' })
      const ten = await desk.ask(name, { courseName: '数学', step: 10 })
      const gathered = new Map<string, number>()
      for (const row of one.records) {
        const low = Math.floor(Number(row['bandLow']) / 10) * 10
        for (const [key, num] of numbersOf(row)) {
          gathered.set(`${low} ${key}`, (gathered.get(`${low} ${key}`) ?? 0) + Number(num))
        }
      }
      const given = ten.records.flatMap((row) => numbersOf(row).map(([key, num]) => [`${row['bandLow']} ${key}`, num]))
      expect(Object.fromEntries(gathered)).toEqual(Object.fromEntries(given))
    },
  )

  it('keeps marks nobody has and ends at everyone', async () => {
    const { records } = await desk.ask('oneScoreParagraphBrief', { courseName: '语文' })
    expect(records.map((row) => row['bandLow'])).toEqual(Array.from({ length: 52 }, (_one, i) => 90 - i))
    expect(pick(records, 'bandLow', 'num', 'cumNum')[1]).toEqual([89, 0, 1])
    expect(pick(records, 'cumNum', 'cumRate').at(-1)).toEqual([13, 100])
    // 85, 85 and 88 lie between 80 and 89
    expect(records.find((row) => row['bandLow'] === 80)?.['tenNum']).toBe(3)
  })
})

describe('前N名', () => {
  it('counts every student of a tie at the last place', async () => {
    const { records, totals } = await desk.ask('schoolFrontN', { countNum: 3 })
    expect(pick(records, 'schoolName', 'num', 'share', 'perHundred', 'n100.num')).toEqual([
      ['一中', 3, 75, 75, 4],
      ['二中', 0, 0, 0, 3],
      ['三中', 1, 25, 25, 4],
      ['四中', 0, 0, 0, 1],
    ])
    expect(pick(totals, 'num', 'share')).toEqual([[4, 100]])
  })

  it('sums the schools of an area', async () => {
    const { records } = await desk.ask('areaFrontN', { countNum: 5 })
    expect(pick(records, 'areaName', 'num')).toEqual([
      ['东县', 3],
      ['西县', 2],
      ['北县', 0],
    ])
  })
})

describe('学生成绩查询', () => {
  it('follows a student of one exam through all of them, the newest first', async () => {
    const { records, total } = await desk.ask('studentScore', { studentNumber: '26003', history: 1 })
    expect(total).toBe(2)
    expect(pick(records, 'examName', 'studentName', 'totalScore', 'allRank', '数学.score')).toEqual([
      ['二模', '孙三', 179.5, 8, 59.5],
      ['一模', '孙三', 179.5, 8, 59.5],
    ])
  })

  it('pages over the border between two exams', async () => {
    const names = async (current: number) => {
      const { records } = await desk.ask('studentScore', { examId: '', studentNumber: '26001', size: 1, current })
      return records.map((row) => row['examName'])
    }
    expect([await names(1), await names(2), await names(3)]).toEqual([['二模'], ['一模'], []])
  })

  it('refuses to list everyone of every exam', async () => {
    await expect(desk.ask('studentScore', { examId: '' })).rejects.toThrow('请选择考试，或输入学籍号、姓名、考号')
    const nobody = desk.ask('studentScore', { examId: '1001', studentName: '吴', history: 1 })
    await expect(nobody).rejects.toThrow('请选择考试与考号')
  })
})
