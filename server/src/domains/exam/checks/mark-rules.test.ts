import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../../../test/harness.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { type Mark, type Pupil, classCode, named, spokenOf, storeExam } from '../../../../test/fixtures/stored-exam.ts'

const program = useTestApp()
let desk: Desk
beforeAll(async () => {
  desk = await openDesk(program())
})

test('C06, C07: what was chosen and what was sat', async () => {
  const courses = ['语文', '物理', '历史'].map((courseName) => ({ courseName, examScore: 100 }))
  const examId = await storeExam(
    desk,
    [
      { number: '01', combination: '物化生' },
      { number: '02', combination: '物化生' },
      { number: '03', combination: '历政地' },
      { number: '04', combination: '历政地' },
      { number: '05', combination: '历政地' },
    ],
    [
      ['01', '语文', '80'],
      ['01', '物理', '70'],
      ['02', '语文', '80'],
      ['03', '语文', '缺考'],
      ['03', '历史', '60'],
      ['03', '物理', '0'],
      ['04', '语文', '75'],
      ['04', '历史', '60'],
      ['04', '物理', '缺考'],
      ['05', '语文', '80'],
      ['05', '历史', '60'],
      ['05', '物理', '33.5'],
    ],
    { courses, examMode: '3' },
  )
  expect(await spokenOf(desk, examId, 'score', 'C06')).toEqual([{ who: '02', text: '物理没有成绩，归档时记为缺考' }])
  expect(await spokenOf(desk, examId, 'score', 'C07')).toEqual([
    { who: '03 物理', text: '未选物理却有分数' },
    { who: '05 物理', text: '未选物理却有分数' },
  ])
})

test('C08: nothing in one course and more than 60 % of the others', async () => {
  const examId = await storeExam(desk, pupilsOf(4), [
    // 180 of 300 is 60 %: just inside
    ...row('001', '0', '90', '90'),
    // 180.5 of 300
    ...row('002', '0', '90.5', '90'),
    // the absent course does not count: 91 of 150
    ...row('003', '缺考', '91', '0'),
    // two noughts: each is held against 140 of 300
    ...row('004', '0', '0', '140'),
  ])
  expect(await spokenOf(desk, examId, 'score', 'C08')).toEqual([
    { who: '002 语文', text: '0 分，而其他科目平均得分率 60.2%' },
    { who: '003 外语', text: '0 分，而其他科目平均得分率 60.7%' },
  ])
})

// Student i has 10 i in two courses and i / 2 in the third, where pairs 39 places apart have changed places: the total
// keeps its order (39 / 2 < 20), so the gaps are ±0.39 for those and 0 for the rest. With k of n students moved the
// deviation is 0.39 √(k / n), and 0.39 is over four of them while k < n / 16.
async function slipped(count: number, pairs: number): Promise<string[]> {
  const third = Array.from({ length: count }, (_one, i) => i / 2)
  for (let i = 0; i < pairs; i += 1) [third[i], third[i + 39]] = [third[i + 39]!, third[i]!]
  const marks = third.flatMap((mark, i) => row(numberOf(i), String(10 * i), String(10 * i), String(mark)))
  const courses = ['语文', '数学', '外语'].map((courseName) => ({ courseName, examScore: 1000 }))
  return named(desk, await storeExam(desk, pupilsOf(count), marks, { courses }), 'score', 'C09')
}

test('C09: the place in one course is more than four deviations off the place in total', async () => {
  expect(await slipped(101, 3)).toEqual(['001', '002', '003', '040', '041', '042'].map((number) => `${number} 外语`))
  // 8 of 101: 4 × 0.39 √(8 / 101) = 0.439
  expect(await slipped(101, 4)).toEqual([])
  // too few to speak of deviations
  expect(await slipped(99, 3)).toEqual([])
})

test('C10: a class mean that moves on its own', async () => {
  // Twelve classes, half at 60 and half at 62 in the last exam. Now everyone has 10 more; the second class jumps.
  expect(await jumped(100)).toEqual(['006 语文'])
  // Eleven moves of +10 and one of +14.5: the floor of the deviation is 1 % of 150, so 4.5 is just inside, 5 is not.
  expect(await jumped(76.5)).toEqual([])
  expect(await jumped(77)).toEqual(['006 语文'])
  expect(await jumped(67.5)).toEqual([])
  expect(await jumped(67)).toEqual(['006 语文'])
  // nine classes are too few
  expect(await jumped(100, 9)).toEqual([])
})

test('C10: spread of the other classes sets the limit', async () => {
  // The other moves are five of +7 and five of +13: mean 10, deviation 3. So 19 is just inside, 20 is not.
  const moves = [7, 13, 7, 13, 7, 13, 7, 13, 7, 13]
  expect(await moved([...moves, 19])).toEqual([])
  expect(await moved([...moves, 20])).toEqual(['051 语文'])
})

async function jumped(now: number, classes = 12): Promise<string[]> {
  return moved(Array.from({ length: classes }, (_one, i) => (i === 1 ? now - 62 : 10)))
}

let year = 1950

/** Classes of five who all had 60 or 62 in turn, and each as much more now as its move says. */
async function moved(moves: number[]): Promise<string[]> {
  year += 2
  const courses = [{ courseName: '语文', examScore: 150 }]
  const lastId = await storeExam(desk, [], [], { courses, beginDate: `${year}-01-01` })
  const before = moves.map((_move, i) => 60 + 2 * (i % 2))
  for (const [i, mean] of before.entries()) await archivedClass(lastId, i + 1, mean)
  await desk.setStatus(lastId, 3)
  const pupils: Pupil[] = moves.flatMap((_move, i) => pupilsOf(5, i * 5).map((one) => ({ ...one, classNo: i + 1 })))
  const marks = pupils.map(({ number, classNo = 1 }): Mark => [
    number,
    '语文',
    String(before[classNo - 1]! + moves[classNo - 1]!),
  ])
  return named(desk, await storeExam(desk, pupils, marks, { courses, beginDate: `${year + 1}-01-01` }), 'score', 'C10')
}

test('C10: two classes with the same marks student for student', async () => {
  const vector = ['90', '91', '92', '93', '94', '90', '91', '缺考', '93', '94']
  const other = vector.with(9, '94.5')
  expect(await pasted([vector, vector, other])).toEqual(['001 语文', '011 语文'])
  // nine students; four different marks
  expect(await pasted([vector.slice(1), vector.slice(1)])).toEqual([])
  const few = vector.map((mark) => (mark === '94' ? '93' : mark))
  expect(await pasted([few, few])).toEqual([])
  // the same marks in another order
  expect(await pasted([vector, vector.toReversed()])).toEqual([])
})

async function pasted(classes: string[][]): Promise<string[]> {
  const courses = [{ courseName: '语文', examScore: 150 }]
  const pupils: Pupil[] = []
  const marks: Mark[] = []
  for (const [i, vector] of classes.entries()) {
    const members = pupilsOf(vector.length, pupils.length).map((one) => ({ ...one, classNo: i + 1 }))
    marks.push(...members.map(({ number }, n): Mark => [number, '语文', vector[n]!]))
    pupils.push(...members)
  }
  return named(desk, await storeExam(desk, pupils, marks, { courses, beginDate: '1949-01-01' }), 'score', 'C10')
}

function numberOf(i: number): string {
  return String(i + 1).padStart(3, '0')
}

function pupilsOf(count: number, from = 0): Pupil[] {
  return Array.from({ length: count }, (_one, i) => ({ number: numberOf(from + i) }))
}

function row(number: string, ...texts: [string, string, string]): Mark[] {
  return texts.map((text, i): Mark => [number, ['语文', '数学', '外语'][i]!, text])
}

async function archivedClass(examId: string, classNo: number, mean: number): Promise<void> {
  const { code, name, area } = SCHOOLS[0]!
  await sql`with member as (insert into exam_score_student (tenant_id, exam_id, sid, student_number, student_name, area_code, area_name,
        school_code, school_name, class_code, exam_class)
      select ${TENANT}, ${examId}, ${classNo * 10}::int + n, ${classNo}::text || '-' || n, '生', ${area}, '', ${code}, ${name},
        ${classCode(classNo)}, '' from generate_series(1, 2) n returning sid)
    insert into exam_score_student_course (tenant_id, exam_id, sid, course_id, score) select ${TENANT}, ${examId}, sid, 1, ${mean} from member`.execute(
    desk.db,
  )
}
