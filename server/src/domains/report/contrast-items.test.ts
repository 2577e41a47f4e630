import { expect, test } from 'vitest'
import { CONTRAST_ITEMS } from '@xueheng/contract/domains/report/contrast-item.ts'
import { useTestApp } from '../../../test/harness.ts'
import type { Row } from '../../../test/rows.ts'
import { quotaField } from '../exam-model/quota-fields.ts'

const app = useTestApp({ ROLES: 'web' })
const PATH = '/api/bigdata-service/basicquotacontrastitem/listall'

test('the items to compare are listed in their order to anybody signed in, and found by code and name', async () => {
  const user = await app().user({ role: 'teacher', permissions: [] })
  expect((await user.get<Row[]>(PATH)).data).toEqual(CONTRAST_ITEMS)
  expect((await user.get<Row[]>(PATH, { itemCode: 'lowRate' })).data).toMatchObject([
    { itemName: '低分率', unit: '%', direction: -1, decimals: 2 },
  ])
  const found = await user.get<Row[]>('/api/bigdata-service/report/basicquotacontrastitem/listall', { itemName: '率' })
  expect(found.data.map((one) => one['itemCode'])).not.toContain('avgScore')
})

test('every item to compare is a field of the statistics', () => {
  expect(CONTRAST_ITEMS.filter((item) => !quotaField(item.quotaField))).toEqual([])
})
