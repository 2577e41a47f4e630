import type { Row } from '@xueheng/contract/kit/field.ts'
import type { sms } from '@xueheng/contract/domains/resource/sms.ts'

type Settings = Pick<
  Row<typeof sms.fields>,
  'category' | 'accessKey' | 'signName' | 'appId' | 'regionId' | 'endpoint' | 'bodyTemplate'
>

/** A tenant's account with a provider, its secret in plain. */
export interface SmsAccount extends Settings {
  secretKey: string | null
}

/** One message to one or more numbers. */
export interface SmsMessage {
  phones: string[]
  templateCode: string
  params: Record<string, string>
  /** The order of the parameters, for providers that number them. */
  paramNames: string[]
  /** The whole text, for services without templates of their own. */
  content: string
}

/** An HTTP request ready to be sent, its signature included. */
export interface SmsRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** A provider speaks and listens; the sending itself is the same for all. */
export interface SmsProvider {
  request(account: SmsAccount, message: SmsMessage, now: Date): SmsRequest
  /** Why the provider did not take the message, in its own words; nothing when it did. */
  refusal(status: number, body: unknown): string | undefined
}

/** A field of an answer whose shape nobody vouches for. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined,
    value,
  )
}
