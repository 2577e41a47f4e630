import { assertWholeTenant } from '../../platform/access/rights.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { findSchool } from '../school/index.ts'

/** The area a row belongs to follows from its school. */
export async function areaOf(ctx: Ctx, schoolCode: string | null | undefined): Promise<string> {
  const school = await findSchool(ctx, schoolCode ?? '')
  if (school) return school.areaCode
  throw fault('schoolCode', '学校不存在')
}

/** Money is paid back by those who took it: the bureau, or that of the area, and no school. */
export function assertTill({ scope }: Ctx): void {
  if (scope.level !== 'all' && scope.level !== 'area') throw refuse('退款由教育局办理，学校不能登记')
}

/** The shop is one for all schools: those of the bureau keep it. */
export function assertKeeper(ctx: Ctx): void {
  assertWholeTenant(ctx, '书城')
}
