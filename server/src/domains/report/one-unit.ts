import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { ExamPackage } from './exam-packages.ts'
import type { Library } from './library.ts'
import { unitsOf } from './open-exam.ts'
import type { Row } from './run.ts'

const FIRST = `
  select school_code, class_code from read_parquet($package || '/unit.parquet')
  where grain = $grain and is_in_report = 1 and ($grain = 'school' or class_code is not null)
    and ($areaScope is null or list_contains($areaScope, area_code))
    and ($schoolScope is null or list_contains($schoolScope, school_code))
    and ($classScope is null or list_contains($classScope, class_code))
  order by unit_id limit 1`

/** The parameters of a report that is of one unit, with the first one in sight where none was chosen. */
export async function withOneUnit(
  ctx: Ctx,
  library: Library,
  { oneUnit }: AnyReport,
  source: ExamPackage,
  given: Row,
): Promise<Row> {
  if (!oneUnit || given[oneUnit === 'class' ? 'classCode' : 'schoolCode']) return given
  const { areaScope, schoolScope, classScope } = await unitsOf(ctx, library, source, given)
  const values = { areaScope, schoolScope, classScope, grain: oneUnit, package: source.folder }
  const [first] = await ctx.analytics.query<{ schoolCode: string; classCode: string | null }>(FIRST, values)
  return first ? { ...given, schoolCode: first.schoolCode, classCode: first.classCode } : given
}
