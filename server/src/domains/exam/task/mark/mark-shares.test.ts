import { expect, test } from 'vitest'
import { isEligible } from './free-teachers.ts'
import type { PaperCount, TeacherCount } from './mark-counts.ts'
import { sharesOf } from './mark-shares.ts'

const WORK = { paperNum: 1200, marksPerPaper: '1.00', speed: 60, hours: '1.0' }
/** Twenty people are needed. */
const PLAN = { ...WORK, courseName: '语文', needNum: 20, isOwnExcluded: 1 }

function teachers(schoolCode: string, more: Partial<TeacherCount> = {}): TeacherCount {
  const counts = { teacherNum: 9, pulledNum: 0, confirmedNum: 0, returnedNum: 0 }
  return { courseName: '语文', schoolCode, schoolName: `学校${schoolCode}`, ...counts, ...more }
}

function papers(schoolCode: string, paperNum: number, courseName = '语文'): PaperCount {
  return { courseName, schoolCode, schoolName: `学校${schoolCode}`, paperNum }
}

test('schools of a plan are those with teachers of the course, then those with papers alone', () => {
  const counted = [papers('C', 100), papers('A', 300), papers('D', 100, '数学')]
  const shares = sharesOf(PLAN, [teachers('A'), teachers('B'), teachers('D', { courseName: '数学' })], counted)
  expect(shares.map(({ schoolCode, teacherNum, paperNum }) => [schoolCode, teacherNum, paperNum])).toEqual([
    ['A', 9, 300],
    ['B', 9, 0],
    ['C', 0, 100],
  ])
  expect(shares[2]).toEqual({
    ...teachers('C', { teacherNum: 0 }),
    paperNum: 100,
    heldNum: 0,
    mostNum: 15,
  })
})

test('places are held by who was pulled or has confirmed, not by who was sent back', () => {
  const [share] = sharesOf(PLAN, [teachers('A', { pulledNum: 2, confirmedNum: 3, returnedNum: 4 })], [])
  expect(share?.heldNum).toBe(5)
})

test('a school leaves as many places to others as its own papers need', () => {
  const mostOf = (plan: typeof PLAN, counted: PaperCount[]) =>
    sharesOf(plan, [teachers('A'), teachers('B')], counted).map(({ mostNum }) => mostNum)
  const counted = [papers('A', 300), papers('B', 100)]
  expect(mostOf(PLAN, counted)).toEqual([5, 15])
  expect(mostOf({ ...PLAN, needNum: 10 }, counted)).toEqual([0, 5])
  expect(mostOf({ ...PLAN, isOwnExcluded: 0 }, counted)).toEqual([null, null])
  expect(mostOf(PLAN, [])).toEqual([null, null])
})

test.each([
  [{}, {}, true],
  [{}, { courseName: '数学' }, false],
  [{}, { isLeader: true, isMarkable: false }, true],
  [{ isLeaderExcluded: 1 }, { isLeader: true }, false],
  [{ isLeaderExcluded: 1 }, { isLeader: false }, true],
  [{ isMarkableOnly: 1 }, { isMarkable: false }, false],
  [{ isMarkableOnly: 1 }, { isMarkable: true }, true],
])('a plan with %j and a teacher with %j: may be pulled %s', (plan, teacher, isAllowed) => {
  const limits = { courseName: '语文', isLeaderExcluded: 0, isMarkableOnly: 0, ...plan }
  expect(isEligible(limits, { courseName: '语文', isLeader: false, isMarkable: true, ...teacher })).toBe(isAllowed)
})
