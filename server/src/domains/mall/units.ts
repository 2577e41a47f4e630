import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'
import { findSchool } from '../school/index.ts'

/** The area a row belongs to follows from its school. */
export async function areaOf(ctx: Ctx, schoolCode: string | null | undefined): Promise<string> {
  const school = await findSchool(ctx, schoolCode ?? '')
  if (school) return school.areaCode
  throw new AppError('request.invalid', { message: '学校不存在' }, [{ field: 'schoolCode', message: '学校不存在' }])
}
