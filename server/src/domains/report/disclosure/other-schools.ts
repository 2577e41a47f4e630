import { createHash } from 'node:crypto'
import type { Ctx } from '../../../platform/ctx.ts'
import type { ExamPackage } from '../exam-packages.ts'
import type { Library } from '../library.ts'
import { unitsOf } from '../open-exam.ts'
import { OTHER_SCHOOLS, reportSql } from '../report-sql.ts'
import { queryRows } from '../read-rows.ts'
import type { Row } from '../run.ts'
import type { Disclosure, OtherSchools } from './disclosure.ts'

export const NO_OTHERS: OtherSchools = new Map()

/**
 * Those the policy lets a school see beside itself; none for anybody else. Letters follow a digest of what the package holds: they
 * stay the same in all its reports, and nobody tells a school by its letter.
 */
export async function otherSchools(
  ctx: Ctx,
  library: Library,
  source: ExamPackage,
  { others }: Disclosure,
): Promise<OtherSchools> {
  const { areaScope, schoolScope } = await unitsOf(ctx, library, source, {})
  if (others === 'hidden' || !schoolScope) return NO_OTHERS
  const values = { areaScope, schoolScope, package: source.folder }
  const rows = await queryRows<Row & { schoolCode: string }>(ctx, reportSql({ sql: OTHER_SCHOOLS }).rows, values)
  const codes = rows.map(({ schoolCode }) => schoolCode)
  if (others === 'shown') return new Map(codes.map((code) => [code, null]))
  const salt = source.manifest.files.map(({ sha256 }) => sha256).join()
  const digest = (code: string) => createHash('sha256').update(salt).update(code).digest('hex')
  return new Map(
    codes
      .toSorted((one, other) => (digest(one) < digest(other) ? -1 : 1))
      .map((code, at) => [code, `学校${lettersOf(at)}`]),
  )
}

/** A to Z, then AA. */
function lettersOf(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : lettersOf(Math.floor(at / 26) - 1) + last
}

const COUNT = /(^n|N)um$/

/** A row of another school: nothing of a group that is too small, and where it has no name nothing it is told by either. */
export function discloseOther<T extends Row>(row: T, others: OtherSchools, smallest: number): T[] {
  const name = others.get(String(row['schoolCode']))
  if (name === undefined || row['unitGrain'] !== undefined) return [row]
  if (!isEnough(row, smallest)) return []
  const cells = Array.isArray(row['cells']) ? row['cells'].filter((cell: Row) => isEnough(cell, smallest)) : undefined
  if (name === null) return [{ ...row, ...(cells && { cells }) }]
  const nameless = { schoolCode: null, schoolName: name, ...(cells && { cells: cells.map(withoutCounts) }) }
  return [{ ...withoutCounts(row), ...nameless }]
}

function isEnough({ studentNum }: Row, smallest: number): boolean {
  return typeof studentNum !== 'number' || studentNum >= smallest
}

/** How many sat tells which school it is. */
function withoutCounts<T extends Row>(row: T): T {
  const counts = Object.keys(row).filter((key) => COUNT.test(key))
  return { ...row, ...Object.fromEntries(counts.map((key) => [key, null])) }
}
