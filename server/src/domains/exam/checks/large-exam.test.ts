import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { useTestApp } from '../../../../test/harness.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { named, spokenOf, storeExam } from '../../../../test/fixtures/stored-exam.ts'
import { into } from '../../../platform/access/doors.ts'
import { own } from '../../../platform/db/table.ts'
import { examCourse } from '../tables.ts'

const program = useTestApp({ DUCKDB_MEMORY: '200MB' })
const COURSES = ['语文', '数学', '外语', '物理', '化学', '生物', '政治', '历史', '地理']
const STUDENTS = 20_000
const CLASS = 25

test('180,000 marks of 800 classes are judged within 200 MB, also where each of them is at fault', async () => {
  const desk = await openDesk(program())
  const pupils = Array.from({ length: STUDENTS }, (_none, i) => ({
    number: String(100_000 + i),
    classNo: Math.floor(i / CLASS) + 1,
  }))
  const courses = COURSES.map((courseName) => ({ courseName, examScore: 100 }))
  const examId = await storeExam(desk, pupils, [], { courses })
  await addMarks(desk, examId)
  const text = (classNo: number) => `高三(${classNo})班的数学成绩与同科另一班完全相同`
  expect(await spokenOf(desk, examId, 'score', 'C10')).toEqual([
    { who: '100000 数学', text: text(1) },
    { who: '100050 数学', text: text(3) },
  ])
  await sql`update ${own(examCourse)} set exam_score = 0.5 where exam_id = ${examId}`.execute(desk.db)
  expect(await named(desk, examId, 'score', 'C02')).toHaveLength(STUDENTS * COURSES.length)
})

/** A mark of 1 to 99 for each student and course, by number; class 3 has in 数学 what class 1 has. */
async function addMarks(desk: Desk, examId: string): Promise<void> {
  await sql`insert into ${into(examScoreImport)} (id, tenant_id, exam_id, course_name, student_number, student_name, area_code,
      school_code, school_name, class_code, exam_class, score_text, score, score_status, check_status, archive_status, status, is_deleted)
    select s.id * 10 + c.nth, s.tenant_id, s.exam_id, c.name, s.student_number, s.student_name, s.area_code, s.school_code,
      s.school_name, s.class_code, s.exam_class, m.mark, m.mark::numeric, 0, 1, 0, 1, 0
    from ${into(examStudentImport)} s
    cross join unnest(${COURSES}::text[]) with ordinality as c (name, nth)
    cross join lateral (select s.student_number::int - case when c.name = '数学' and s.class_code = 'C1-3' then ${2 * CLASS}::int
      else 0 end as who) w
    cross join lateral (select (1 + abs(hashint8(w.who * 10 + c.nth)) % 99)::text as mark) m
    where s.exam_id = ${examId}`.execute(desk.db)
}
