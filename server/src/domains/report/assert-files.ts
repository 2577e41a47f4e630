import { refuse } from '../../platform/error.ts'
import type { ExamPackage } from './exam-packages.ts'
import type { Statement } from './report-sql.ts'

/** Refuses a package made before one of the files a statement names was part of packages. */
export function assertFiles({ manifest }: ExamPackage, { sql }: Statement): void {
  const present = new Set(manifest.files.map(({ name }) => name))
  const named = [...sql.matchAll(/'\/(\w+\.parquet)'/g)].map(([, name = '']) => name)
  if (named.some((name) => !present.has(name)))
    throw refuse('报表由旧版程序生成，升级后会自动重新生成；久未完成时请重新生成报表')
}
