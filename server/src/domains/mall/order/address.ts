import type { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { fault } from '../../../platform/error.ts'

type Order = EntityRow<typeof orderManage.fields>

/** Codes of GB/T 2260: six digits each, the county's within the city's within the province's. */
export function assertRegion({ provinceCode, cityCode, districtCode }: Partial<Order>): void {
  const codes = { provinceCode, cityCode, districtCode }
  for (const [name, code] of Object.entries(codes))
    if (code && !/^\d{6}$/.test(code)) throw fault(name, '行政区划代码应为6位数字')
  if (provinceCode && cityCode && provinceCode.slice(0, 2) !== cityCode.slice(0, 2))
    throw fault('cityCode', '市不在所选的省内')
  if (cityCode && districtCode && cityCode.slice(0, 4) !== districtCode.slice(0, 4))
    throw fault('districtCode', '区县不在所选的市内')
}
