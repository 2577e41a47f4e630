import { channel } from 'node:diagnostics_channel'

/** Something an observer of security wants to know as it happens; values of rows are never part of it. */
export interface SecurityEvent {
  kind: 'sign-in' | 'refused' | 'operation' | 'malware'
  /** Something that should not have happened. */
  isAlarm: boolean
  text: string
  tenantId?: string | undefined
  account?: string | undefined
  userId?: string | undefined
  ip?: string | undefined
  requestId?: string | undefined
}

const events = channel('xueheng.security')

/** Costs nothing while nobody listens. */
export function tellSecurity(event: SecurityEvent): void {
  if (events.hasSubscribers) events.publish(event)
}

/** Until the answer is called. */
export function hearSecurity(hear: (event: SecurityEvent) => void): () => void {
  const listener = (event: unknown) => hear(event as SecurityEvent)
  events.subscribe(listener)
  return () => events.unsubscribe(listener)
}
