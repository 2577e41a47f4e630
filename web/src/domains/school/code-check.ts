import { schoolByCode } from '@xueheng/contract/domains/school/basic-school.ts'
import { callApi } from '../../platform/api/client.ts'

/** Whether a credit code is still free, asked when its field is left; a look-up that is not answered fails the check. */
export async function checkSchoolCode(value: unknown): Promise<string | undefined> {
  try {
    const school = await callApi(schoolByCode, { schoolCode: String(value) })
    return school && Object.keys(school).length > 0 ? '社会统一信用代码已存在' : undefined
  } catch {
    return '验证失败!'
  }
}
