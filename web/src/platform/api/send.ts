import { currentLanguage } from '../i18n/i18n.ts'
import { useSession } from '../session/store.ts'
import { ApiError } from './error.ts'

export const TIMEOUT_MS = 60_000

export type Value = string | number | boolean | null | undefined | (string | number)[]
export type Params = Record<string, Value>

export interface Sending {
  query?: Params
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  timeoutMs?: number
}

/** Query text of what has a value; lists are joined by commas. */
export function queryText(params: Params = {}): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** Headers of every call: the client's own name, the token, the language, and that JSON nulls shall stay nulls. */
export function commonHeaders(): Record<string, string> {
  const { token, client } = useSession.getState()
  return {
    'Accept-Language': currentLanguage() === 'en' ? 'en' : 'zh-CN',
    'X-Nulls': 'keep',
    ...(client.id && { Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` }),
    ...(token && { 'Blade-Auth': `bearer ${token}` }),
  }
}

/** One exchange as it is, not judged. Throws `ApiError` with code 0 when there is no answer. */
export async function exchange(method: string, path: string, sending: Sending = {}): Promise<Response> {
  const hasBody = sending.body !== undefined
  try {
    return await fetch(path + queryText(sending.query), {
      method,
      credentials: 'same-origin',
      headers: { ...commonHeaders(), ...(hasBody && { 'Content-Type': 'application/json' }), ...sending.headers },
      body: hasBody ? JSON.stringify(sending.body) : undefined,
      signal: deadline(sending),
    })
  } catch (cause) {
    throw new ApiError(0, noAnswer(cause))
  }
}

/** The JSON of an answer; text that is none (a proxy's error page) becomes an empty object. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return {}
  }
}

/** Ends with the caller's signal or when the time is up. (AbortSignal.any is too new for office browsers.) */
function deadline({ signal, timeoutMs = TIMEOUT_MS }: Sending): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  if (!signal) return timeout
  const either = new AbortController()
  for (const one of [signal, timeout]) one.addEventListener('abort', () => either.abort(one.reason), { once: true })
  if (signal.aborted) either.abort(signal.reason)
  return either.signal
}

function noAnswer(cause: unknown): string {
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'TimeoutError') return '服务器响应超时，请稍后再试'
  return name === 'AbortError' ? '请求已取消' : '网络连接失败，请检查网络后重试'
}
