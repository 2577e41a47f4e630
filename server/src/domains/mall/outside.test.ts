import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../../test/harness.ts'
import { MALL, Shop } from '../../../test/shop.ts'

/* The services outside that the shop calls: one of each use, and only where the program may call. */

const app = useTestApp({ ALLOW_PRIVATE_ENDPOINTS: '1' })
const FEEDBACK = {
  serviceName: '反馈',
  useFor: 2,
  endpoint: 'https://127.0.0.1:9/v1',
  model: 'reader-1',
  secretKey: 'k',
}
let shop: Shop

beforeAll(async () => {
  shop = await Shop.open(app())
})

const restore = (id: string) => shop.admin.post(`${MALL}/outside/restore?ids=${id}`)

test('one comes back from the recycle bin in use only where no other of its use is', async () => {
  const pay = { serviceName: '支付', useFor: 1, endpoint: FEEDBACK.endpoint, merchantNo: 'M1', secretKey: 'k' }
  await shop.save('outside', { ...pay, isEnabled: 1 })
  const save = (serviceName: string, isEnabled: number) => shop.save('outside', { ...FEEDBACK, serviceName, isEnabled })
  const [first, off] = [await save('一', 1), await save('二', 0)]
  for (const { id } of [first, off]) await shop.done(`outside/remove?ids=${id}`, {})
  const second = await save('三', 1)
  const refused = await restore(first['id'])
  expect([refused.status, refused.msg]).toEqual([400, '该用途已有启用的服务，请先停用'])
  expect(refused.data.problems).toEqual([{ field: 'isEnabled', message: '该用途已有启用的服务，请先停用' }])
  expect(await shop.find('outside', first['id'])).toEqual({})
  expect((await restore(off['id'])).msg).toBe('操作成功')
  await shop.done('outside/update', { id: second['id'], isEnabled: 0 })
  expect((await restore(first['id'])).msg).toBe('操作成功')
  expect(await shop.find('outside', first['id'])).toMatchObject({ isEnabled: 1, useFor: 2 })
  await shop.done('outside/update', { id: first['id'], isEnabled: 0 })
})

test('an address the program may not call is named as such, and nothing is made up for it', async () => {
  const { id } = await shop.save('outside', { ...FEEDBACK, serviceName: '四', isEnabled: 1 })
  const { id: bookId } = await shop.book()
  const question = await shop.save('questionmanage', { bookId, questionType: 5, title: '问', answer: '答', score: '2' })
  await sql`update mall_outside set endpoint = 'https://169.254.169.254/v1' where id = ${id}`.execute(shop.admin.db)
  const asked = { questionId: question['id'], answerText: '精神' }
  const answer = await shop.admin.post(`${MALL}/questionmanage/aiFeedback`, asked)
  expect([answer.status, answer.msg]).toEqual([400, '不允许连接该地址'])
})
