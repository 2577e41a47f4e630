import type { MessageInstance } from 'antd/es/message/interface'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api/error.ts'
import { setSilentCodes } from '../api/silent-codes.ts'
import { bindToasts, showError } from './message.ts'

const error = vi.fn<(text: string, seconds: number) => void>()

beforeEach(() => bindToasts({ error } as unknown as MessageInstance))
afterEach(() => {
  bindToasts(undefined)
  setSilentCodes([])
  error.mockClear()
})

test('a refusal is said in the words of the server', () => {
  showError(new ApiError(400, '该参数名由系统保留'))
  expect(error).toHaveBeenCalledWith('该参数名由系统保留', 5)
})

test('a refusal whose code is on the white list is passed over in silence, others are not', () => {
  setSilentCodes([4001])
  showError(new ApiError(4001, '不必提示'))
  expect(error).not.toHaveBeenCalled()
  showError(new ApiError(4002, '要提示'))
  expect(error).toHaveBeenCalledTimes(1)
})

test('a defect of the page is told as one', () => {
  showError(new TypeError('x is undefined'))
  expect(error).toHaveBeenCalledWith(expect.stringMatching(/^未知错误/), 5)
})
