import { checkSchoolCode } from '../domains/school/code-check.ts'
import type { ScreenLayout } from '../platform/crud/layout.ts'

export const schoolLayouts: Record<string, ScreenLayout> = {
  areaTypeParam: { fields: { areaCodes: { width: 420, span: 24 } } },
  basicSchool: { fields: { address: { span: 24 } }, checks: { schoolCode: checkSchoolCode } },
  schoolClasses: { fields: { classCode: { width: 220 } } },
  userDeptRole: { fields: { classCodes: { span: 24 } } },
}
