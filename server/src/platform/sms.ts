/** What a message is for; each kind has its own template per tenant. */
export type SmsKind = 'signIn' | 'stepUp' | 'notify'

/** `skipped`: the tenant has no enabled provider, so nothing was sent. */
export type SmsOutcome = 'sent' | 'skipped'

/**
 * Sends one text message in the name of a tenant. Resolves once the provider took it, and throws an `AppError`
 * when it refuses or the tenant's quota is used up; logging and counting are the sender's.
 */
export type SendSms = (
  tenantId: string,
  phone: string,
  kind: SmsKind,
  params: Record<string, string>,
) => Promise<SmsOutcome>

/** Where no domain brings a sender. */
export async function sendNothing(): Promise<SmsOutcome> {
  return 'skipped'
}
