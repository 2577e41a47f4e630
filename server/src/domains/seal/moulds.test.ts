import { creditCheckCharacter } from '@xueheng/contract/derive/check.ts'
import { beforeAll, expect, test } from 'vitest'
import { type Client, useTestApp } from '../../../test/harness.ts'

const MOULD = '/api/yzl-seseal/sealmould'
const FIRST_17 = '12370100495570019'
const SCHOOL = FIRST_17 + creditCheckCharacter(FIRST_17)
const FACE = { shape: 1, widthMm: 42, heightMm: 42, borderMm: '1.2', hasStar: 1, sealText: '示例市第一中学' }
const NEW = { mouldName: '公章', mouldType: 1, deptUscc: SCHOOL, ...FACE }

const app = useTestApp({ ROLES: 'web' })
let admin: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})

const submit = (body: object) => admin.post(`${MOULD}/submit`, body)

test('is drawn of what is typed, in its size', async () => {
  const drawn = async (change: object = {}) =>
    (await admin.get<{ svg: string }>(`${MOULD}/preview`, { ...FACE, ...change })).data.svg
  expect(await drawn()).toMatch(/^<svg .*width="42mm" height="42mm" viewBox="-21 -21 42 42"/)
  expect(await drawn({ lineText: '教务专用章', hasStar: 0 })).not.toBe(await drawn())
})

test('a change is judged with what stands already', async () => {
  const { data } = await submit(NEW)
  expect((await submit({ id: data.id, heightMm: 40 })).msg).toBe('圆形的宽和高必须相同')
  expect((await submit({ id: data.id, widthMm: 40, heightMm: 40 })).status).toBe(200)
})

test.each([
  [{ heightMm: 40 }, 'heightMm', '圆形的宽和高必须相同'],
  [{ widthMm: 12, heightMm: 12, borderMm: '1.6' }, 'borderMm', '边宽不能大于印面短边的八分之一'],
  [{ shape: 2 }, 'heightMm', '椭圆形的高必须小于宽'],
  [{ sealText: '示例🀄中学' }, 'sealText', '印章字体中没有这些字：🀄'],
  [{ codeText: '123' }, 'codeText', '编码必须是13位数字'],
  [{ shape: 4, sealText: '一二三四五六七' }, 'sealText', '这种形状的印文最多6个字'],
  [{ shape: 3, lineText: '教务' }, 'lineText', '方形和人名章没有横排文字和编码'],
])('%j is refused by its field, in preview and form alike', async (change, field, message) => {
  const kept = await submit({ ...NEW, ...change })
  expect([kept.status, kept.msg, JSON.stringify(kept.data)]).toEqual([400, message, expect.stringContaining(field)])
  expect((await admin.get(`${MOULD}/preview`, { ...FACE, ...change })).msg).toBe(message)
})
