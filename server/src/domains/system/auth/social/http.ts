import { refuse } from '../../../../platform/error.ts'

const TIMEOUT_MS = 10_000
const LARGEST = 1_000_000

/**
 * JSON of a provider. Only https, or plain http on this machine in a demonstration: what an administrator writes
 * into a form must not reach the services behind the wall. Redirects are not followed.
 */
export async function fetchJson(
  url: string,
  isDemo: boolean,
  options: RequestInit = {},
): Promise<Record<string, unknown>> {
  assertReachable(url, isDemo)
  const response = await fetch(url, { ...options, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => undefined,
  )
  if (!response) throw refuse('第三方登录服务没有应答，请稍后再试')
  const text = await response.text()
  if (!response.ok || text.length > LARGEST) throw refuse('第三方登录失败，请重新登录')
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw refuse('第三方登录失败，请重新登录')
  }
}

export function assertReachable(url: string, isDemo: boolean): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const isLocal =
    isDemo && parsed?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(parsed.hostname)
  if (parsed?.protocol !== 'https:' && !isLocal) throw refuse('服务地址须以 https:// 开头')
}
