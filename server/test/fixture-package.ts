/**
 * A small exam whose results are worked out by hand: 3 areas, 4 schools, 5 classes, 16 students, three courses.
 *
 *   总分 300 = 语文 100 + 数学 100 + 物理 100 (物理 is chosen by some: the total's full mark is what most can reach)
 *
 * | sid | 考号 | 姓名 | 县区 | 学校 | 班级 | 语文 | 数学 | 物理 | 总分 | 联考 | 县区 | 学校 | 班级 |
 * |-----|------|------|------|------|------|------|------|------|------|------|------|------|------|
 * | 1 | 26001 | 赵一 | 东县 | 一中 | 1班 | 90 | 95 | 88 | 273 | 1 | 1 | 1 | 1 |
 * | 2 | 26002 | 钱二 | 东县 | 一中 | 1班 | 85 | 80 | 75 | 240 | 3 | 2 | 2 | 2 |
 * | 3 | 26003 | 孙三 | 东县 | 一中 | 1班 | 60 | 59.5 | 60 | 179.5 | 8 | 5 | 4 | 3 |
 * | 4 | 26004 | 李四 | 东县 | 一中 | 2班 | 85 | 90 | 65 | 240 | 3 | 2 | 2 | 1 |
 * | 5 | 26005 | 周五 | 东县 | 一中 | 2班 | 缺考 | 70 | 70 | - | - | - | - | - |
 * | 6 | 26006 | 吴六 | 东县 | 二中 | 1班 | 70 | 60 | 50 | 180 | 7 | 4 | 1 | 1 |
 * | 7 | 26007 | 郑七 | 东县 | 二中 | 1班 | 39.5 | 0 (零分) | 30 | 69.5 | 12 | 7 | 3 | 3 |
 * | 8 | 26008 | 王八 | 东县 | 二中 | 1班 | 55 | 40 | 45 | 140 | 10 | 6 | 2 | 2 |
 * | 9 | 26009 | 冯九 | 西县 | 三中 | 1班 | 88 | 92 | 80 | 260 | 2 | 1 | 1 | 1 |
 * | 10 | 26010 | 陈十 | 西县 | 三中 | 1班 | 75 | 85 | 60 | 220 | 5 | 2 | 2 | 2 |
 * | 11 | 26011 | 褚十一 | 西县 | 三中 | 1班 | 75 | 65 | 未选 | 140 | 10 | 4 | 4 | 4 |
 * | 12 | 26012 | 卫十二 | 西县 | 三中 | 1班 | 60 | 作弊 | 55 | - | - | - | - | - |
 * | 13 | 26013 | 蒋十三 | 西县 | 三中 | 1班 | 66 | 70 | 64 | 200 | 6 | 3 | 3 | 3 |
 * | 14 | 26014 | 沈十四 | 北县 | 四中 | 1班 | 50 | 60 | 40 | 150 | 9 | 1 | 1 | 1 |
 * | 15 | 26015 | 韩十五 | 北县 | 四中 | 1班 | 100 | 100 | 100 | 不计入统计 (300) | - | - | - | - |
 * | 16 | 26016 | 杨十六 | 北县 | 四中 | 1班 | 缺考 | 缺考 | 缺考 | - | - | - | - | - |
 *
 * 褚十一 is 历史类 and of another combination, the others 物理类. Of 赵一 both parts of 语文 are archived, of 钱二 the objective part of 数学.
 */
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_RULE, type ExamRule, SCORE_STATUS } from '@xueheng/contract/domains/exam/exam-rule.ts'
import type { ExamSpec, SpecCourse, SpecLine } from '../src/domains/exam/compute/exam-spec.ts'
import { runPlan } from '../src/domains/exam/compute/run-plan.ts'
import type { PreviousPackage } from '../src/domains/exam/package/before.ts'
import { buildPackage, packagePath, placePackage, type Taught } from '../src/domains/exam/package/build-package.ts'
import type { Manifest } from '../src/domains/exam/package/manifest.ts'
import type { Analytics } from '../src/platform/analytics/analytics.ts'
import { rowSource, type RosterRow, type ScoreRow } from './exam-csv.ts'
import { HAND_QUESTIONS, writeHandQuestions } from './fixtures/hand-questions.ts'

type Mark = number | keyof typeof SCORE_STATUS | null
type Student = [name: string, classNo: number, marks: [Mark, Mark, Mark], more?: RosterRow]

interface School {
  row: RosterRow
  students: Student[]
}

const EAST = { area_code: '990101', area_name: '东县', area_sort: 1 }
const WEST = { area_code: '990102', area_name: '西县', area_sort: 2 }
const NORTH = { area_code: '990103', area_name: '北县', area_sort: 3 }

const SCHOOLS: School[] = [
  {
    row: { ...EAST, school_code: 'S1', school_name: '一中', school_sort: 1, school_group: '1' },
    students: [
      ['赵一', 1, [90, 95, 88]],
      ['钱二', 1, [85, 80, 75]],
      ['孙三', 1, [60, 59.5, 60]],
      ['李四', 2, [85, 90, 65], { student_type: 2 }],
      ['周五', 2, ['absent', 70, 70]],
    ],
  },
  {
    row: { ...EAST, school_code: 'S2', school_name: '二中', school_sort: 2, school_group: '2' },
    students: [
      ['吴六', 1, [70, 60, 50]],
      ['郑七', 1, [39.5, 'zero', 30]],
      ['王八', 1, [55, 40, 45]],
    ],
  },
  {
    row: { ...WEST, school_code: 'S3', school_name: '三中', school_sort: 3, school_group: '1' },
    students: [
      ['冯九', 1, [88, 92, 80]],
      ['陈十', 1, [75, 85, 60]],
      ['褚十一', 1, [75, 65, null], { course_combination: '语数', arts_science: 1 }],
      ['卫十二', 1, [60, 'cheat', 55]],
      ['蒋十三', 1, [66, 70, 64]],
    ],
  },
  {
    row: { ...NORTH, school_code: 'S4', school_name: '四中', school_sort: 4, school_group: '2' },
    students: [
      ['沈十四', 1, [50, 60, 40]],
      ['韩十五', 1, [100, 100, 100], { is_count: 0 }],
      ['杨十六', 1, ['absent', 'absent', 'absent']],
    ],
  },
]

export const FIXTURE_TENANT = '000000'
export const FIXTURE_EXAM = '1001'
export const FIXTURE_COURSES: SpecCourse[] = ['语文', '数学', '物理'].map((courseName, index) => ({
  courseId: index + 1,
  courseName,
  courseAlias: [],
  examScore: 100,
  isInTotal: 1,
  sort: index + 1,
  excellentScore: null,
  goodScore: null,
  passScore: null,
  lowScore: null,
}))

const LINE = {
  stream: 0,
  lineNum: null,
  lineShare: null,
  lineScore: null,
  tieMode: 'atLeast',
  criticalTotal: 20,
  criticalCourse: 5,
  fixed: {},
}

/** A plan of three, course lines by ratio; seven tenths of all, course lines by the same share. */
export const FIXTURE_LINES: SpecLine[] = [
  { ...LINE, periodName: '特控线', lineMode: 2, lineNum: 3, courseMethod: 4, isMain: 1 },
  { ...LINE, periodName: '本科线', lineMode: 3, lineShare: 0.7, courseMethod: 5, isMain: 0 },
]

/** The archive of an exam as rows. */
export interface Facts {
  roster: RosterRow[]
  scores: ScoreRow[]
}

export function fixtureFacts(): Facts {
  const { roster, scores } = factsOf(SCHOOLS)
  return { roster, scores: scores.map((row) => ({ ...row, ...PARTS[`${row.sid} ${row.course_id}`] })) }
}

const PARTS: Record<string, Pick<ScoreRow, 'objective_score' | 'subjective_score'>> = {
  '1 1': { objective_score: 40, subjective_score: 50 },
  '2 2': { objective_score: 30.5 },
}

/**
 * The exam before: 北县 was not there, four students had other marks. Totals and ranks:
 * 冯九 273 1, 赵一 260 2, 陈十 220 3, 李四 200 4, 蒋十三 200 4, 钱二 190 6, 吴六 180 7, 孙三 179.5 8, 王八 140 9, 褚十一 140 9,
 * 郑七 69.5 11. Of four who sat it, three pass in 一中 and in 三中 and one is excellent; the means are 207.38 and 208.25.
 */
export function factsBefore(): Facts {
  const before = new Map<string, Student[2]>([
    ['赵一', [88, 92, 80]],
    ['钱二', [70, 60, 60]],
    ['李四', [70, 70, 60]],
    ['冯九', [90, 95, 88]],
  ])
  const schools = SCHOOLS.filter(({ row }) => row.area_code !== NORTH.area_code)
  return factsOf(
    schools.map(({ row, students }) => ({
      row,
      students: students.map(([name, classNo, marks, more]) => [name, classNo, before.get(name) ?? marks, more]),
    })),
  )
}

/** 一中 1班 has two teachers of 数学, 2班 has its 语文 only; nobody else is on the list. */
export const FIXTURE_TEACHERS: Taught[] = [
  { class_code: 'S1-3202301', course_name: '数学', teacher_code: 'T2', teacher_name: '钱老师' },
  { class_code: 'S1-3202301', course_name: '数学', teacher_code: 'T1', teacher_name: '孙老师' },
  { class_code: 'S1-3202302', course_name: '语文', teacher_code: null, teacher_name: '李老师' },
  { class_code: 'S9-3202301', course_name: '语文', teacher_code: 'T9', teacher_name: '外校老师' },
]

function factsOf(schools: School[]): Facts {
  const all = schools.flatMap(({ row, students }) => students.map((student) => ({ row, student })))
  const roster = all.map(({ row, student: [name, classNo, , more] }, index) => ({
    sid: index + 1,
    student_number: String(26_001 + index),
    student_code: `L${String(index + 1).padStart(4, '0')}`,
    student_name: name,
    ...row,
    is_in_report: 1,
    arts_science: 2,
    student_type: 1,
    class_code: `${row.school_code}-3202301`.slice(0, -1) + classNo,
    exam_class: `${classNo}班`,
    class_sort: classNo,
    course_combination: '语数物',
    is_count: 1,
    ...more,
  }))
  const scores = all.flatMap(({ student: [, , marks] }, index) =>
    marks.flatMap((mark, at) => paper(index + 1, at + 1, mark)),
  )
  return { roster, scores }
}

function paper(sid: number, courseId: number, mark: Mark): ScoreRow[] {
  if (mark === null) return []
  if (typeof mark === 'number') return [{ sid, course_id: courseId, score: mark, score_status: 0 }]
  return [{ sid, course_id: courseId, score: mark === 'zero' ? 0 : null, score_status: SCORE_STATUS[mark] }]
}

export function fixtureSpec(rule: Partial<ExamRule> = {}, lines = FIXTURE_LINES): ExamSpec {
  return {
    tenantId: FIXTURE_TENANT,
    examId: FIXTURE_EXAM,
    dataVersion: 1,
    factsVersion: 1,
    rule: { ...DEFAULT_RULE, ...rule },
    courses: FIXTURE_COURSES,
    lines,
  }
}

export interface FixturePackage {
  /** The package version's folder: what reports get as `$package`. */
  folder: string
  manifest: Manifest
  spec: ExamSpec
}

export interface FixtureOptions {
  rule?: Partial<ExamRule>
  version?: number
  facts?: Facts
  lines?: SpecLine[]
  previous?: PreviousPackage
  teachers?: Taught[]
  /** Without question scores when false. */
  hasQuestions?: boolean
}

/** A package that was made once in this process, and the folder it is copied from. */
interface Kept extends FixturePackage {
  examFolder: string
}
const kept = new Map<string, Promise<Kept>>()

/**
 * Computes and packs the fixture below `examFolder` (`v1`, or another version) with the product's own pipeline: once for all
 * files of tests in this process that want the same. Each has files of its own.
 */
export async function buildFixturePackage(
  analytics: Analytics,
  examFolder: string,
  options: FixtureOptions = {},
): Promise<FixturePackage> {
  const { previous, ...rest } = options
  const key = JSON.stringify({ ...rest, previous: previous && { ...previous, folder: '' } })
  const making = kept.get(key) ?? keep(analytics, options)
  kept.set(key, making)
  const made = await making
  await cp(made.examFolder, examFolder, { recursive: true })
  const { folder, manifest, spec } = made
  return JSON.parse(
    JSON.stringify({ folder, manifest, spec }).replaceAll(made.examFolder, examFolder),
  ) as FixturePackage
}

async function keep(analytics: Analytics, options: FixtureOptions): Promise<Kept> {
  const examFolder = await mkdtemp(join(tmpdir(), 'fixture-'))
  return { examFolder, ...(await computeFixture(analytics, examFolder, options)) }
}

async function computeFixture(
  analytics: Analytics,
  examFolder: string,
  options: FixtureOptions,
): Promise<FixturePackage> {
  const questionFiles = options.hasQuestions === false ? [] : await writeHandQuestions(analytics, examFolder)
  const spec = { ...fixtureSpec(options.rule, options.lines), questions: HAND_QUESTIONS, questionFiles }
  const { roster, scores } = options.facts ?? fixtureFacts()
  const { previous, teachers } = options
  const version = options.version ?? 1
  const workFolder = join(examFolder, 'work')
  const source = rowSource(roster, scores, `fixture ${version}`)
  const { hashes } = await runPlan({ analytics, spec, folder: workFolder, source })
  const now = new Date('2026-01-05T08:00:00Z')
  const sources = { ...(previous && { previous }), ...(teachers && { teachers }) }
  const built = await buildPackage({ analytics, spec, workFolder, examFolder, hashes, ...sources, now })
  const manifest = await placePackage(built, examFolder, version)
  return { folder: packagePath(examFolder, version), manifest, spec }
}
