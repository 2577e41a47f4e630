import { expect, test } from 'vitest'
import { ApiError } from './error.ts'
import { judge } from './judge.ts'

function refusal(status: number, body: unknown): ApiError {
  try {
    judge(status, body)
  } catch (error) {
    return error as ApiError
  }
  throw new Error('was not refused')
}

test('the envelope is opened', () => {
  expect(judge(200, { code: 200, success: true, data: { id: '1' }, msg: '操作成功' })).toEqual({ id: '1' })
  expect(judge(200, { code: 200, success: true, data: null, msg: '暂无承载数据' })).toBeNull()
})

test('a bare answer is handed over whole', () => {
  expect(judge(200, { key: 'k', image: 'data:' })).toEqual({ key: 'k', image: 'data:' })
  expect(judge(200, [1, 2])).toEqual([1, 2])
})

test('the code of the body counts before the HTTP status', () => {
  expect(refusal(200, { code: 400, success: false, msg: '操作失败' })).toMatchObject({ code: 400, message: '操作失败' })
  expect(refusal(200, { error_code: 400, error_description: '用户名或密码不正确' })).toMatchObject({
    code: 400,
    message: '用户名或密码不正确',
  })
})

test('without a code the HTTP status counts', () => {
  expect(refusal(400, { error: 'invalid_grant', error_description: '验证码不正确' })).toMatchObject({
    code: 400,
    message: '验证码不正确',
  })
  expect(refusal(502, {})).toMatchObject({ code: 502, message: '服务暂时无法访问，请稍后再试' })
  expect(refusal(500, '<html>')).toMatchObject({ code: 500, message: '收到无法识别的应答，请检查网络或代理后重试' })
})

test('faults of fields come along, beside the message or inside data', () => {
  const problems = [{ field: 'studyYear', message: '请输入学年' }]
  expect(refusal(400, { code: 400, msg: '请输入学年', problems }).problems).toEqual(problems)
  expect(refusal(400, { code: 400, msg: '请输入学年', data: { problems } }).problems).toEqual(problems)
  expect(refusal(400, { code: 400, msg: '请输入学年', data: {} }).problems).toEqual([])
})
