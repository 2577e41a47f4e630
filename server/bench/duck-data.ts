import { DEFAULT_RULE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { LEVEL_MODELS } from '@xueheng/contract/domains/exam/level/level-models.ts'
import { DEFAULT_LEVEL_OPTIONS } from '@xueheng/contract/domains/exam/level/level-param.ts'
import type pg from 'pg'
import type { ExamSpec } from '../src/domains/exam/compute/exam-spec.ts'

export const BENCH_TENANT = '000000'
const EXAM = '990001'
const COURSES = ['语文', '数学', '外语', '物理', '化学', '生物', '政治', '历史', '地理']
/** Mean and spread of each course as a share of the full mark. */
const SHAPES = [
  [0.66, 0.085],
  [0.55, 0.175],
  [0.6, 0.165],
  [0.52, 0.18],
  [0.54, 0.18],
  [0.58, 0.16],
  [0.6, 0.13],
  [0.6, 0.15],
  [0.57, 0.15],
]

/** The courses two are chosen of, assigned marks as most provinces do. */
const BY_LEVELS = ['化学', '生物', '政治', '地理']

export function benchSpec(hasLevels = false): ExamSpec {
  const courses = COURSES.map((courseName, index) => ({
    courseId: index + 1,
    courseName,
    courseAlias: [],
    examScore: index < 3 ? 150 : 100,
    isInTotal: 1,
    sort: index + 1,
    excellentScore: null,
    goodScore: null,
    passScore: null,
    lowScore: null,
  }))
  const grades = LEVEL_MODELS['p312']?.grades ?? []
  const levels = courses
    .filter(({ courseName }) => hasLevels && BY_LEVELS.includes(courseName))
    .map(({ courseId, courseName }) => ({
      courseId,
      courseName,
      model: 'p312',
      grades,
      options: DEFAULT_LEVEL_OPTIONS,
    }))
  return { tenantId: BENCH_TENANT, examId: EXAM, dataVersion: 1, factsVersion: 1, rule: DEFAULT_RULE, courses, levels }
}

/** A number in 0..1 that depends on nothing but its two arguments, so that every run makes the same exam. */
const RANDOM_SQL = `
  create or replace function pg_temp.u(n bigint, salt int) returns float8 language sql immutable parallel safe
  return (hashint8(n * 1000003 + salt)::bigint + 2147483648) / 4294967296.0`

/**
 * Fills the archive of one exam: 714 students a school, 48 a class, 1,400 schools in 120 areas at a million students.
 * Abilities cluster by school; one paper in a hundred is missed, a few are zero; marks come in halves.
 */
export async function fillExam(client: pg.ClientBase, students: number): Promise<void> {
  const schools = Math.max(1, Math.round(students / 714))
  const areas = Math.max(1, Math.round(schools / 11.67))
  await client.query(RANDOM_SQL)
  await client.query(
    `insert into exam_score_student
     select $1, $2, sid, 'N' || lpad(sid::text, 9, '0'), 'L99' || lpad(sid::text, 16, '0'),
       (array['王','李','张','刘','陈','杨','赵','黄','周','吴'])[1 + (pg_temp.u(sid, 1) * 9.99)::int % 10]
         || (array['伟','芳','娜','敏','静','强','磊','军','洋','勇'])[1 + (pg_temp.u(sid, 2) * 9.99)::int % 10],
       '9901' || lpad(area::text, 3, '0'), '县区' || area, area,
       'S' || lpad(school::text, 6, '0'), '第' || school || '中学', school, (1 + school % 3)::text,
       'S' || lpad(school::text, 6, '0') || '-3' || lpad(class::text, 2, '0'), class || '班', class,
       '高三', '物化生', '0', '1', case when pg_temp.u(sid, 3) < 0.005 then 0 else 1 end
     from (select sid, (sid - 1) % $4::int + 1 as school, (sid - 1) % $4::int % $5::int + 1 as area,
                  (sid - 1) / $4::int / 48 + 1 as class
           from generate_series(1, $3::int) as sid) as place`,
    [BENCH_TENANT, EXAM, students, schools, areas],
  )
  await client.query(
    `insert into exam_score_student_course (tenant_id, exam_id, sid, course_id, score_status, score)
     select $1, $2, sid, course_id,
       case when missed then 1 when zero then 2 else 0 end,
       case when missed then null when zero then 0 else mark end
     from (
       select sid, course_id,
         pg_temp.u(sid * 16 + course_id, 5) < 0.01 as missed,
         pg_temp.u(sid * 16 + course_id, 6) < 0.0005 as zero,
         least(full_mark, greatest(0.5, round((full_mark * (mean + spread * (
           1.2 * (pg_temp.u((sid - 1) % $4::int, 7) - 0.5)
           + 2.4 * (pg_temp.u(sid, 8) + pg_temp.u(sid, 9) - 1)
           + 2.4 * (pg_temp.u(sid * 16 + course_id, 10) + pg_temp.u(sid * 16 + course_id, 11) - 1)))) * 2) / 2))::numeric(6, 1) as mark
       from generate_series(1, $3::int) as sid
       cross join unnest($5::int[], $6::float8[], $7::float8[], $8::float8[]) as course(course_id, full_mark, mean, spread)
     ) as paper`,
    [
      BENCH_TENANT,
      EXAM,
      students,
      schools,
      COURSES.map((_name, index) => index + 1),
      COURSES.map((_name, index) => (index < 3 ? 150 : 100)),
      SHAPES.map(([mean]) => mean),
      SHAPES.map(([, spread]) => spread),
    ],
  )
}
