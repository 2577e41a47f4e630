import { sendLogs } from '@xueheng/contract/domains/log/client-errors.ts'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CtxUser, Logger } from '../../platform/ctx.ts'
import { refusalBehind } from '../../platform/faults.ts'
import { changesData } from '../../platform/http/changes.ts'
import { type LogBook, clip } from './log-book.ts'
import { NOTE_TITLES, describeFacts } from './note-words.ts'
import { safeParams } from './safe-params.ts'

/** Who sent a request, known once its session has been read. */
export type Callers = WeakMap<FastifyRequest, CtxUser>

/** One line per call that changes something, one per error nobody expected, and those browsers send in. */
export function watchCalls(http: FastifyInstance, book: LogBook, callers: Callers): void {
  const ofBrowsers = sendLogs.name
  http.addHook('onResponse', async (request, reply) => {
    const { call } = request
    const user = callers.get(request)
    if (!call || !user?.id) return
    if (call.name === ofBrowsers) return keepUploads(book, request, user)
    if (changesData(call)) book.add('log_api', user.tenantId, apiLine(call, request, reply, user))
  })
  http.addHook('onError', async (request, _reply, error) => {
    if (isExpected(error)) return
    const user = callers.get(request)
    const { call } = request
    const params = call ? safeParams(call, request.query, request.body) : ''
    const line = { ...requestLine(request, call, user), params, ...errorLine(error), type: '服务器' }
    book.add('log_error', user?.tenantId ?? '', line)
  })
}

/** Refusals, unreadable requests and lost races are answers, not errors. */
function isExpected(error: Error & { statusCode?: number }): boolean {
  return (refusalBehind(error)?.status ?? error.statusCode ?? 500) < 500
}

function requestLine(request: FastifyRequest, call: AnyCall | undefined, user: CtxUser | undefined) {
  return {
    method: request.method,
    request_uri: clip(request.url.split('?')[0], 500),
    remote_ip: clip(request.ip, 64),
    user_agent: clip(request.headers['user-agent'], 500),
    method_class: clip(call?.name.split('.')[0], 64),
    method_name: clip(call?.name, 100),
    create_by: clip(user?.account, 64),
  }
}

function apiLine(call: AnyCall, request: FastifyRequest, reply: FastifyReply, user: CtxUser) {
  return {
    ...requestLine(request, call, user),
    params: safeParams(call, request.query, request.body),
    type: '1',
    title: clip(call.title, 200),
    time: String(Math.round(reply.elapsedTime)),
    http_status: reply.statusCode,
  }
}

const FRAME = /\(?((?:file:\/\/|https?:\/\/|\/)[^\s)]+?):(\d+)(?::\d+)?\)?$/m

export function errorLine(error: { name?: unknown; message?: unknown; stack?: unknown }) {
  const stack = clip(error.stack, 20_000)
  const [, file, line] = FRAME.exec(stack ?? '') ?? []
  return {
    message: clip(error.message, 2000),
    exception_name: clip(error.name, 200),
    file_name: clip(file, 500),
    line_number: line ? Number(line) : null,
    stack_trace: stack,
  }
}

const MOST_UPLOADED = 200

/** What a browser noted: its page, what happened, where. */
function keepUploads(book: LogBook, request: FastifyRequest, user: CtxUser): void {
  const items = Array.isArray(request.body) ? (request.body as unknown[]).slice(0, MOST_UPLOADED) : []
  for (const item of items) {
    if (typeof item !== 'object' || item === null) continue
    const entry = item as Record<string, unknown>
    const line = errorLine({ name: entry['type'], message: entry['message'], stack: entry['stack'] })
    book.add('log_error', user.tenantId, {
      ...requestLine(request, undefined, user),
      ...line,
      method: null,
      request_uri: clip(String(entry['url'] ?? '').split('?')[0], 500),
      params: clip(typeof entry['info'] === 'object' ? JSON.stringify(entry['info']) : entry['info'], 2000),
      type: '浏览器',
    })
  }
}

/** A logger whose warnings and errors are also read by operators in the product. */
export function noting(log: Logger, book: LogBook): Logger {
  function note(level: string, data: object, message = ''): void {
    const { err, ...rest } = data as { err?: Error }
    book.add('log_usual', '', {
      log_level: level,
      log_id: clip(NOTE_TITLES[message] ?? message, 200),
      log_data: clip([describeFacts(rest), err?.message].filter(Boolean).join('\n'), 4000),
    })
    if (err && level === 'error')
      book.add('log_error', '', { ...errorLine(err), type: '后台', method_name: clip(message, 100) })
  }
  return {
    info: (data, message) => {
      log.info(data, message)
      note('info', data, message)
    },
    warn: (data, message) => {
      log.warn(data, message)
      note('warn', data, message)
    },
    error: (data, message) => {
      log.error(data, message)
      note('error', data, message)
    },
  }
}
