import { findPackageByExamId } from '@xueheng/contract/domains/exam/exam-package.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { implement } from '../../../platform/module.ts'
import { findExam } from '../exam-row.ts'
import { own } from '../../../platform/db/table.ts'
import { examPackage } from '../tables.ts'
import { every } from '../../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const USER_NAMES = every(user, 'who built a version is named to all who see it')

const { published, sealed } = examStates.states
const READABLE = [published.value, sealed.value]

interface PackageVersion {
  packageVersion: number
  builtTime: string
  dataVersion: number
  studentNum: number | null
  sizeBytes: number | null
  isPublished: number
  prevExamName: string | null
  builtBy: string | null
}

/** Every version that was made of an exam, from the record kept beside the files; readers see the last one. */
async function packagesOf(ctx: Ctx, examId: string): Promise<PackageVersion[]> {
  const exam = await findExam(ctx, examId)
  const shown = READABLE.includes(exam.examStatus ?? 0) ? exam.packageVersion : null
  const { rows } = await sql<PackageVersion>`
    select p.package_version, p.built_time, p.data_version, p.size_bytes::float8 as size_bytes,
      (select (file->>'rows')::int from jsonb_array_elements(p.manifest->'files') file
        where file->>'name' = 'student.parquet') as student_num,
      case when p.package_version = ${shown} then 1 else 0 end as is_published,
      p.manifest#>>'{previous,examName}' as prev_exam_name,
      (select u.name from ${USER_NAMES} u where u.id = p.built_by) as built_by
    from ${own(examPackage)} p
    where p.exam_id = ${examId}
    order by p.package_version desc
  `.execute(ctx.db)
  return rows
}

export const packageHandlers = [implement(findPackageByExamId, (ctx, { examId }) => packagesOf(ctx, examId))]
