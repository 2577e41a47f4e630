import type { Config } from '../../../platform/config.ts'
import { AppError, refuse } from '../../../platform/error.ts'
import type { Reach } from '../../../platform/net/address.ts'
import { type OutboundOptions, callOut } from '../../../platform/net/outbound.ts'

const TIMEOUT_MS = 10_000
const LARGEST = 1_000_000

export type SocialReach = Pick<Config, 'isDemo'> & Reach

/** JSON of a provider. Only https, or plain http on this machine in a demonstration. */
export async function fetchJson(
  url: string,
  reach: SocialReach,
  options: Omit<OutboundOptions, 'timeoutMs'> = {},
): Promise<Record<string, unknown>> {
  assertReachable(url, reach)
  const { isOk, text } = await textOf(url, reach, options).catch((error: unknown) => {
    throw error instanceof AppError ? error : refuse('第三方登录服务没有应答，请稍后再试')
  })
  if (!isOk || text.length > LARGEST) throw refuse('第三方登录失败，请重新登录')
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw refuse('第三方登录失败，请重新登录')
  }
}

async function textOf(url: string, reach: SocialReach, options: Omit<OutboundOptions, 'timeoutMs'>) {
  const response = await callOut(url, reach, { ...options, timeoutMs: TIMEOUT_MS })
  return { isOk: response.ok, text: await response.text() }
}

export function assertReachable(url: string, { isDemo }: SocialReach): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const isLocal =
    isDemo && parsed?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(parsed.hostname)
  if (parsed?.protocol !== 'https:' && !isLocal) throw refuse('服务地址须以 https:// 开头')
}
