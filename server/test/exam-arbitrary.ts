import { DEFAULT_RULE, type ExamRule } from '@xueheng/contract/domains/exam/exam-rule.ts'
import fc from 'fast-check'
import type { ExamSpec, SpecCourse, SpecLine } from '../src/domains/exam/compute/exam-spec.ts'
import type { RosterRow, ScoreRow } from './exam-csv.ts'

export interface SmallExam {
  spec: ExamSpec
  roster: RosterRow[]
  scores: ScoreRow[]
}

interface Draw {
  area: number
  school: number
  cls: number
  isCount: number
  stream: number | null
  combination: string | null
  papers: { isChosen: boolean; half: number; status: number }[]
}

/** Few distinct marks, so that ties are everywhere; every status, uncounted students, papers not chosen. */
const student: fc.Arbitrary<Draw> = fc.record({
  area: fc.integer({ min: 1, max: 3 }),
  school: fc.integer({ min: 1, max: 2 }),
  cls: fc.integer({ min: 1, max: 2 }),
  isCount: fc.constantFrom(1, 1, 1, 1, 0),
  stream: fc.constantFrom(1, 1, 2, 2, 0, null),
  combination: fc.constantFrom('物化生', '物化生', '史政地', null),
  papers: fc.array(
    fc.record({
      isChosen: fc.constantFrom(true, true, true, true, false),
      half: fc.integer({ min: 0, max: 20 }),
      status: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6),
    }),
    { minLength: 3, maxLength: 3 },
  ),
})

const weights = fc.constantFrom<[number, number, number]>([0.4, 0.3, 0.3], [0.5, 0.25, 0.25], [0, 0.5, 0.5])

const rule: fc.Arbitrary<ExamRule> = fc
  .record({
    rateBase: fc.constantFrom('actual' as const, 'plan' as const),
    absentPolicy: fc.constantFrom('anyAbsent' as const, 'sumTaken' as const, 'allAbsentOnly' as const),
    removeZeroScores: fc.boolean(),
    isCountOnly: fc.boolean(),
    sdType: fc.constantFrom('population' as const, 'sample' as const),
    passShare: fc.constantFrom(0.6, 0.55, 0.33),
    composite: fc.record({ kind: fc.constantFrom('weighted' as const, 'county' as const), weights }),
  })
  .map((drawn) => ({ ...DEFAULT_RULE, ...drawn }))

const courses: fc.Arbitrary<SpecCourse[]> = fc
  .tuple(fc.constantFrom(0, 1), fc.constantFrom(null, 5.5))
  .map(([isThirdInTotal, fixed]) =>
    ['语文', '数学', '信息'].map((courseName, index) => ({
      courseId: index + 1,
      courseName,
      courseAlias: [],
      examScore: 10,
      isInTotal: index === 2 ? isThirdInTotal : 1,
      sort: index + 1,
      excellentScore: index === 0 ? fixed : null,
      goodScore: null,
      passScore: null,
      lowScore: null,
    })),
  )

const mark = fc.integer({ min: 0, max: 60 }).map((half) => half / 2)

/** Every way to draw a line of the total and of a course, for everyone and for one 科类. */
const line: fc.Arbitrary<SpecLine> = fc.record({
  stream: fc.constantFrom(0, 0, 1, 2),
  periodName: fc.constantFrom('一段线', '二段线'),
  lineMode: fc.constantFrom(1, 2, 2, 3, 3),
  lineNum: fc.integer({ min: 1, max: 20 }),
  lineShare: fc.constantFrom(0.15, 0.25, 0.6),
  lineScore: mark,
  tieMode: fc.constantFrom('atLeast', 'atMost', 'nearest'),
  courseMethod: fc.constantFrom(4, 5, 6),
  criticalTotal: fc.constantFrom(null, 2),
  criticalCourse: fc.constantFrom(null, 1.5),
  isMain: fc.constantFrom(0, 1),
  fixed: fc.constantFrom<Record<number, number>>({}, {}, { 2: 5.5 }),
})

export const smallExam: fc.Arbitrary<SmallExam> = fc
  .record({
    students: fc.array(student, { minLength: 1, maxLength: 32 }),
    rule,
    courses,
    lines: fc.array(line, { maxLength: 3 }),
  })
  .map(({ students, rule: drawnRule, courses: drawnCourses, lines }) => ({
    spec: {
      tenantId: '000000',
      examId: '1',
      dataVersion: 1,
      factsVersion: 1,
      rule: drawnRule,
      courses: drawnCourses,
      lines,
    },
    roster: students.map(rosterRow),
    scores: students.flatMap(({ papers }, index) =>
      papers.flatMap((paper, at) => (paper.isChosen ? [scoreRow(index + 1, at + 1, paper)] : [])),
    ),
  }))

function rosterRow({ area, school, cls, isCount, stream, combination }: Draw, index: number): RosterRow {
  return {
    sid: index + 1,
    student_number: String(1001 + index),
    student_name: `学生${index + 1}`,
    area_code: `A${area}`,
    area_name: `县区${area}`,
    // Against the order of the codes: the bureau decides, not the alphabet.
    area_sort: 10 - area,
    school_code: `S${area}${school}`,
    school_name: `学校${area}${school}`,
    school_sort: school,
    is_in_report: 1,
    class_code: cls === 1 ? `S${area}${school}-1` : null,
    exam_class: `${cls}班`,
    class_sort: cls,
    student_type: isCount ? 1 : 2,
    is_count: isCount,
    arts_science: stream,
    course_combination: combination,
  }
}

function scoreRow(sid: number, courseId: number, { half, status }: { half: number; status: number }): ScoreRow {
  const score = status === 0 ? half / 2 : status === 2 ? 0 : null
  return { sid, course_id: courseId, score, score_status: status }
}
