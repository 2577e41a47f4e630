import type { Ctx } from '../../platform/ctx.ts'
import { sqlText } from '../../platform/analytics/sql-file.ts'
import type { ExamPackage } from './exam-packages.ts'
import { bind, REPORT_MACROS, type ReportSql, type Statement } from './report-sql.ts'
import type { Row } from './run.ts'

type Source = Pick<ExamPackage, 'folder' | 'manifest'>

/** So many rows are read where one unit is asked for. */
const ROW_GROUP = 16_384

/**
 * The file that holds the rows `derived` of a statement over two packages, as the value `derived`; nothing where it reads none, or where
 * the file cannot be made and the statement computes them. The file is of all units: who sees which of them is cut by whoever reads it.
 */
export async function derivedValues(
  ctx: Ctx,
  { derived }: ReportSql,
  now: Source,
  before: Source | undefined,
  values: Row,
): Promise<{ derived?: string }> {
  if (!derived || !before) return {}
  const path = await ctx.files.derive(ctx, recipeOf(derived, now, before, values), (target) =>
    write(ctx, derived, { ...values, package: now.folder, before: before.folder }, target),
  )
  return path === undefined ? {} : { derived: path }
}

/** The statement with what it may read: both packages, by their contents, and the values it takes beside them. */
function recipeOf(derived: Statement, now: Source, before: Source, values: Row): string {
  const { package: _package, before: _before, ...asked } = bind(derived, values)
  const contents = [now, before].map(({ manifest: { engineVersion, files } }) => [
    engineVersion,
    ...files.map(({ name, sha256 }) => [name, sha256]),
  ])
  return JSON.stringify([derived.sql, REPORT_MACROS, contents, asked])
}

async function write({ analytics }: Ctx, derived: Statement, values: Row, path: string): Promise<void> {
  await analytics.batch(async (db) => {
    await db.run(REPORT_MACROS)
    await db.run(
      `copy (${derived.sql}) to ${sqlText(path)} (format parquet, compression zstd, compression_level 1, row_group_size ${ROW_GROUP})`,
      bind(derived, values),
    )
  })
}
