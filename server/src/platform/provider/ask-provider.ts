import { AppError } from '../error.ts'
import { callOut } from '../net/outbound.ts'
import { multipartOf } from './multipart.ts'
import { type Provider, type ProviderDeps, type ProviderRequest, awayOf, refusalOf } from './provider.ts'
import { readLimited } from './read-limited.ts'

const TIMEOUT_MS = 8000
/** The longest answer, a page of ten thousand names, is a tenth of it. */
const LONGEST_ANSWER = 8_000_000
/** Pauses before the second and the third try. */
const PAUSES_MS = [300, 1200]

/**
 * One exchange with a provider: asked again after a pause while it is busy, and, where that does no harm, when no answer
 * came. `token` joins the query and no log. Throws a `ProviderError`; an `AppError` where the address must not be called.
 */
export async function askProvider(
  deps: Pick<ProviderDeps, 'config' | 'log'>,
  provider: Provider,
  request: ProviderRequest,
  token?: string,
): Promise<Record<string, unknown>> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await askOnce(deps, provider, request, token)
    } catch (error) {
      const pause = PAUSES_MS[tries]
      if (pause === undefined || !mayAskAgain(provider, request, error)) throw error
      await new Promise((wait) => setTimeout(wait, pause))
    }
  }
}

function mayAskAgain({ busyErrors }: Provider, request: ProviderRequest, error: unknown): boolean {
  const errcode = codeOf(error)
  if (errcode !== undefined) return busyErrors.includes(errcode)
  return isUnanswered(error) && (request.isRepeatable ?? request.method === 'GET')
}

/** The code a provider refused with, if it did. */
export function codeOf(error: unknown): number | undefined {
  return error instanceof AppError && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined
}

/** Whether no answer came: what was asked may have been done. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof AppError && 'errcode' in error && error.errcode === undefined
}

async function askOnce(
  { config, log }: Pick<ProviderDeps, 'config' | 'log'>,
  provider: Provider,
  request: ProviderRequest,
  token: string | undefined,
): Promise<Record<string, unknown>> {
  const begun = Date.now()
  const note = (code: number | string) =>
    log.warn({ provider: provider.name, path: request.path, code, ms: Date.now() - begun }, 'provider refused')
  let answer: Record<string, unknown>
  try {
    answer = await exchange(provider, request, token, config)
  } catch (error) {
    note(error instanceof Error ? error.name : 'fault')
    throw error
  }
  const errcode = Number(answer['errcode'] ?? 0)
  if (errcode === 0 || request.partCodes?.includes(errcode)) return answer
  note(errcode)
  throw refusalOf(provider, errcode, String(answer['errmsg'] ?? ''))
}

async function exchange(
  provider: Provider,
  request: ProviderRequest,
  token: string | undefined,
  reach: ProviderDeps['config'],
): Promise<Record<string, unknown>> {
  const { method, path, timeoutMs = TIMEOUT_MS } = request
  const query = new URLSearchParams({ ...(token !== undefined && { access_token: token }), ...request.query })
  const address = `${provider.host}${path}${query.size > 0 ? `?${query}` : ''}`
  let text: string
  try {
    const response = await callOut(address, reach, { method, timeoutMs, ...payloadOf(request) })
    if (!response.ok) throw awayOf(provider, `服务暂时不可用（HTTP ${response.status}）`)
    text = await readLimited(response, LONGEST_ANSWER)
  } catch (error) {
    // What is not allowed was not asked; everything else may have arrived.
    if (error instanceof AppError) throw error
    throw awayOf(provider, (error as Error).name === 'TimeoutError' ? '服务没有及时应答' : '服务暂时无法访问')
  }
  return objectOf(provider, text)
}

function payloadOf({ body, files, texts }: ProviderRequest): { headers?: Record<string, string>; body?: Buffer } {
  if (files) return multipartOf(files, texts ?? {})
  if (!body) return {}
  return { headers: { 'content-type': 'application/json; charset=utf-8' }, body: Buffer.from(JSON.stringify(body)) }
}

function objectOf(provider: Provider, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw awayOf(provider, '服务返回的内容无法识别')
}
