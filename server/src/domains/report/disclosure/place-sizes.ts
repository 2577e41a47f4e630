import type { Place } from '@xueheng/contract/domains/report/places.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import type { ExamPackage } from '../exam-packages.ts'
import type { Library } from '../library.ts'
import { unitsOf } from '../open-exam.ts'
import { PLACE_SIZES, reportSql } from '../report-sql.ts'
import { queryRows } from '../read-rows.ts'
import type { Row } from '../run.ts'
import { cacheKey } from '../sight.ts'
import type { PlaceSizes } from './disclosure.ts'

interface SizeRow extends Row {
  kind: string
  among: string
  code: string
  courseId: number
  num: number
}

const keyOf = (kind: string, among: string, code: string, courseId: number) => [kind, among, code, courseId].join('|')

export async function placeSizes(ctx: Ctx, library: Library, source: ExamPackage): Promise<PlaceSizes> {
  const { label: _label, ...lists } = await unitsOf(ctx, library, source, {})
  const values = { ...lists, package: source.folder }
  return library.sizes.through(cacheKey(PLACE_SIZES, values), async () => {
    const rows = await queryRows<SizeRow>(ctx, reportSql({ sql: PLACE_SIZES }).rows, values)
    return new Map(rows.map(({ kind, among, code, courseId, num }) => [keyOf(kind, among, code, courseId), num]))
  })
}

/** Among how many the place in this row is; nothing where nobody counted. */
export function sizeOf(
  sizes: PlaceSizes,
  { of, among }: Place,
  grain: string,
  row: Row,
  courseId: number,
): number | undefined {
  const school = String(row['schoolCode'] ?? '')
  const codes = {
    all: '',
    area: String(row['areaCode'] ?? ''),
    school,
    class: `${school} ${String(row['classCode'] ?? row['className'] ?? row['examClass'] ?? '')}`,
    combination: String(row['combinationName'] ?? ''),
  }
  return sizes.get(keyOf(of === 'unit' ? grain : of, among, codes[among], courseId))
}
