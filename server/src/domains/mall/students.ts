import { studentInfo } from '@xueheng/contract/domains/mall/student-info.ts'
import { type EntityHooks, hook } from '../../platform/module.ts'
import { areaOf } from './units.ts'

export const studentHooks: EntityHooks = hook(studentInfo, {
  async beforeSave(ctx, row, before) {
    row.areaCode = await areaOf(ctx, row.schoolCode ?? before?.schoolCode)
  },
})
