import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../error.ts'
import { changesData } from './changes.ts'
import { restoreNulls } from './envelope.ts'
import { isTokenName } from './session.ts'

/** What is written comes from clients as they were answered: with stand-ins for null, or with nulls. */
export function sentInput(call: AnyCall, request: FastifyRequest): Record<string, unknown> {
  const input = inputOf(call, request)
  return changesData(call) && !keepsNulls(request) ? restoreNulls(call.input, input) : input
}

export function keepsNulls(request: FastifyRequest): boolean {
  return request.headers['x-nulls'] === 'keep'
}

/** Query, body and path by name. A body that is an array is handed over as `items`. */
function inputOf(call: AnyCall, request: FastifyRequest): Record<string, unknown> {
  const body = bodyOf(call, request.body)
  const input = { ...(request.query as object), ...body, ...(request.params as object) } as Record<string, unknown>
  for (const name of Object.keys(input).filter(isTokenName)) delete input[name]
  if (typeof input['id'] === 'object' && input['id'] !== null) {
    throw new AppError('request.invalid', { message: '请求参数格式错误: id' })
  }
  return input
}

function bodyOf(call: AnyCall, body: unknown): object {
  if (call.body === 'array') return { items: body }
  if (call.body === 'xml') return { xml: typeof body === 'string' ? body : '' }
  return isObject(body) ? body : {}
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
