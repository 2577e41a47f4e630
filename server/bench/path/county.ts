import { join } from 'node:path'
import type pg from 'pg'
import { writeWorkbookTo } from '../../src/platform/sheet/write.ts'

/** An exam to be made: how many sit how many courses; schools of 720 in twelve areas, classes of 48. */
export interface ExamSize {
  students: number
  courses: number
}

export const TENANT = '097108'
const AREAS = 12
const PER_SCHOOL = 720
const PER_CLASS = 48
const NAMES = ['语文', '数学', '外语', '物理', '化学', '生物', '政治', '历史', '地理']
const SURNAMES = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'
const GIVEN = '伟芳娜敏静强磊军洋勇艳杰娟涛明超兰霞平刚桂文辉红玉'

export function areaCodes(): string[] {
  return Array.from({ length: AREAS }, (_none, i) => areaOf(i))
}

export function coursesOf({ courses }: ExamSize): { courseName: string; examScore: number }[] {
  return NAMES.slice(0, courses).map((courseName, i) => ({ courseName, examScore: i < 3 ? 150 : 100 }))
}

/** Schools and classes that the workbooks name. */
export async function fillRegister(client: pg.ClientBase, { students }: ExamSize): Promise<void> {
  await client.query(
    `insert into basic_school (id, tenant_id, school_code, school_name, area_code, school_type, sort, is_sealed)
     select n, $1, 'S' || lpad(n::text, 6, '0'), '第' || n || '中学', '9900' || lpad(((n - 1) % $3::int + 1)::text, 2, '0'), '4', n, 0
     from generate_series(1, $2::int) n`,
    [TENANT, Math.ceil(students / PER_SCHOOL), AREAS],
  )
  await client.query(
    `insert into school_classes (id, tenant_id, area_code, school_code, study_year, stage, enter_year, grade_code, class_no, class_code,
       class_name, is_graduated, sort, is_sealed)
     select s.id * 1000 + n, $1, s.area_code, s.school_code, 2025, '3', 2023, '12', n, s.school_code || '-' || n, '高三(' || n || ')班', 0, n, 0
     from basic_school s, generate_series(1, $2::int) n`,
    [TENANT, PER_SCHOOL / PER_CLASS],
  )
  await client.query('analyze basic_school, school_classes')
}

export interface Workbooks {
  roster: string
  /** One workbook for each area. */
  scores: string[]
}

/** The roster and a wide score sheet for each area, as workbooks in a folder. */
export async function writeWorkbooks(folder: string, size: ExamSize): Promise<Workbooks> {
  const roster = join(folder, '考生名单.xlsx')
  await writeSheet(roster, ['考号', '学籍号', '姓名', '性别', '学校', '班级'], rosterRows(size))
  const scores: string[] = []
  for (let area = 0; area < AREAS; area += 1) {
    const path = join(folder, `成绩-${areaOf(area)}.xlsx`)
    await writeSheet(
      path,
      ['考号', '姓名', ...coursesOf(size).map(({ courseName }) => courseName)],
      scoreRows(size, area),
    )
    scores.push(path)
  }
  return { roster, scores }
}

function writeSheet(path: string, titles: string[], rows: Iterable<(string | number)[]>): Promise<void> {
  const header = titles.map((title, i) => ({ title, key: String(i) }))
  function* lines() {
    for (const cells of rows) yield Object.fromEntries(cells.entries())
  }
  return writeWorkbookTo(path, [{ name: '成绩', header, rows: lines() }])
}

function* rosterRows({ students }: ExamSize): Generator<string[]> {
  for (let n = 1; n <= students; n += 1) {
    const inSchool = (n - 1) % PER_SCHOOL
    const code = `L${String(n).padStart(18, '0')}`
    yield [
      numberOf(n),
      code,
      nameOf(n),
      n % 2 ? '男' : '女',
      `第${schoolOf(n)}中学`,
      `高三(${Math.floor(inSchool / PER_CLASS) + 1})班`,
    ]
  }
}

function* scoreRows(size: ExamSize, area: number): Generator<(string | number)[]> {
  const courses = coursesOf(size)
  for (let n = 1; n <= size.students; n += 1) {
    if ((schoolOf(n) - 1) % AREAS !== area) continue
    yield [numberOf(n), nameOf(n), ...courses.map(({ examScore }, c) => markOf(n, c, examScore))]
  }
}

function areaOf(index: number): string {
  return `9900${String(index + 1).padStart(2, '0')}`
}

function schoolOf(n: number): number {
  return Math.floor((n - 1) / PER_SCHOOL) + 1
}

function numberOf(n: number): string {
  return `2026${String(n).padStart(8, '0')}`
}

/** No two of a class share a name. */
function nameOf(n: number): string {
  const letter = (of: string, at: number) => of[at % of.length] ?? ''
  return letter(SURNAMES, n) + letter(GIVEN, n * 7 + Math.floor(n / 20)) + letter(GIVEN, n * 3 + Math.floor(n / 500))
}

/** One paper in a hundred is missed; the rest spread around three fifths of the full mark, in halves. */
function markOf(n: number, course: number, full: number): string | number {
  const dice = (salt: number) => ((n * 2_654_435_761 + (course * 8 + salt) * 40_503) >>> 0) / 4_294_967_296
  if (dice(1) < 0.01) return '缺考'
  const share = 0.6 + 0.35 * (dice(2) + dice(3) + dice(4) - 1.5)
  return Math.round(Math.min(1, Math.max(0.05, share)) * full * 2) / 2
}
