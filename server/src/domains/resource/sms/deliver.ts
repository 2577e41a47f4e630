import { SMS_CATEGORY } from '@xueheng/contract/domains/resource/sms.ts'
import type { Reach } from '../../../platform/net/address.ts'
import { callOut } from '../../../platform/net/outbound.ts'
import { http } from './http.ts'
import { aliyun } from './aliyun.ts'
import type { SmsAccount, SmsMessage, SmsProvider } from './provider.ts'
import { tencent } from './tencent.ts'

const TIMEOUT_MS = 10_000
const ANSWER_LIMIT = 100_000

const PROVIDERS: Record<number, SmsProvider> = {
  [SMS_CATEGORY.aliyun]: aliyun,
  [SMS_CATEGORY.tencent]: tencent,
  [SMS_CATEGORY.http]: http,
}

export function canSend(category: number): boolean {
  return category in PROVIDERS
}

/** Hands a message to the account's provider. Answers why it was not taken; nothing when it was. */
export async function deliver(
  account: SmsAccount,
  message: SmsMessage,
  now: Date,
  reach: Reach,
): Promise<string | undefined> {
  const provider = PROVIDERS[account.category]
  if (!provider) return 'unknown provider'
  const { url, headers, body } = provider.request(account, message, now)
  try {
    const response = await callOut(url, reach, {
      method: 'POST',
      headers,
      body,
      timeoutMs: TIMEOUT_MS,
    })
    return provider.refusal(response.status, parsed((await response.text()).slice(0, ANSWER_LIMIT)))
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'timeout' : 'unreachable'
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
