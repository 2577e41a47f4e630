import type { Ctx } from '../../platform/ctx.ts'
import { dictLabels } from '../../platform/rows/labels.ts'
import { findSchool } from '../school/index.ts'
import type { Sight } from './sight.ts'
import type { UnitParams } from './unit-scope.ts'

/**
 * What a page says whose it is when no unit in sight took part: the unit asked for, or the reader's own. Where data
 * scopes narrow what is seen, the unit may have taken part: it is not named.
 */
export async function nameAbsentUnits(ctx: Ctx, given: UnitParams, sight: Sight): Promise<string> {
  const { scope } = ctx
  if (Object.values(sight).some((codes) => codes !== null)) return `${ctx.user.name}（无可见单位）`
  const own = scope.level === 'all' ? given.schoolCode : 'schoolCodes' in scope ? scope.schoolCodes[0] : undefined
  const area = scope.level === 'area' ? scope.areaCodes[0] : given.areaCode
  const name = own ? (await findSchool(ctx, own))?.schoolName : area && (await dictLabels(ctx, 'exam_area')).get(area)
  return `${name || ctx.user.name}（未参加）`
}
