import { afterEach, expect, test, vi } from 'vitest'
import { checkSchoolCode } from './code-check.ts'

afterEach(() => vi.unstubAllGlobals())

function answering(status: number, body: object): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status })))
}

test('a credit code that no school bears is free', async () => {
  answering(200, { code: 200, success: true, data: {}, msg: '暂无承载数据' })
  expect(await checkSchoolCode('12990001000000001X')).toBeUndefined()
})

test('a credit code that a school bears is refused in the words of the specification', async () => {
  answering(200, { code: 200, success: true, data: { id: '1', schoolCode: '12990001000000001X' }, msg: '操作成功' })
  expect(await checkSchoolCode('12990001000000001X')).toBe('社会统一信用代码已存在')
})

test.each([
  [400, { code: 400, success: false, data: {}, msg: '不能全部空格' }],
  [500, { code: 500, success: false, data: {}, msg: '' }],
])('a look-up answered with %i fails the check', async (status, body) => {
  answering(status, body)
  expect(await checkSchoolCode('12990001000000001X')).toBe('验证失败!')
})
