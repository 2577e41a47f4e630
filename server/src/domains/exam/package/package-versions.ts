import { findPackageByExamId } from '@xueheng/contract/domains/exam/exam-package.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { implement } from '../../../platform/module.ts'
import { findExam } from '../exam-row.ts'

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
    select package_version as "packageVersion", to_char(built_time, 'YYYY-MM-DD HH24:MI:SS') as "builtTime",
      data_version as "dataVersion", size_bytes::float8 as "sizeBytes",
      (select (file->>'rows')::int from jsonb_array_elements(manifest->'files') file
        where file->>'name' = 'student.parquet') as "studentNum",
      case when package_version = ${shown} then 1 else 0 end as "isPublished",
      manifest#>>'{previous,examName}' as "prevExamName",
      (select name from sys_user where id = built_by) as "builtBy"
    from exam_package
    where exam_id = ${examId}
    order by package_version desc
  `.execute(ctx.db)
  return rows
}

export const packageHandlers = [implement(findPackageByExamId, (ctx, { examId }) => packagesOf(ctx, examId))]
