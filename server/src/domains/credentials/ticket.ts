import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { authTicket } from './tables.ts'

/** What a first step leaves for the second: the second factor, a registration, the way back from a provider. */
export type TicketKind = 'factor' | 'register' | 'state'

export interface Ticket {
  tenantId: string
  userId: string
  data: Record<string, string>
}

const MOST_TRIES = 5

/** Writes a ticket down under its hash and answers what the browser keeps. */
export async function issueTicket(db: Db, kind: TicketKind, ticket: Ticket, minutes: number): Promise<string> {
  // Letters and digits: some providers carry no other signs back.
  const token = randomBytes(32).toString('hex')
  await sql`insert into ${own(authTicket)} (hash, kind, tenant_id, user_id, data, expire_time)
    values (${hashOf(token)}, ${kind}, ${ticket.tenantId}, ${ticket.userId || null}, ${JSON.stringify(ticket.data)}::jsonb, now() + ${minutes} * interval '1 minute')`.execute(
    db,
  )
  return token
}

/** Takes a ticket away; nothing when it is unknown, used or too old. */
export async function takeTicket(db: Db, kind: TicketKind, token: unknown): Promise<Ticket | undefined> {
  const found = await sql<TicketRow>`delete from ${own(authTicket)}
    where hash = ${hashOf(String(token ?? ''))} and kind = ${kind} and expire_time > now() returning tenant_id, user_id, data`.execute(
    db,
  )
  return found.rows[0] && ticketOf(found.rows[0])
}

/** A ticket that may be tried a few times: each look is one. */
export async function tryTicket(db: Db, kind: TicketKind, token: unknown): Promise<Ticket | undefined> {
  const found = await sql<TicketRow>`update ${own(authTicket)} set tries = tries + 1
    where hash = ${hashOf(String(token ?? ''))} and kind = ${kind} and expire_time > now() and tries < ${MOST_TRIES}
    returning tenant_id, user_id, data`.execute(db)
  return found.rows[0] && ticketOf(found.rows[0])
}

interface TicketRow {
  tenantId: string
  userId: string | null
  data: Record<string, string>
}

function ticketOf(row: TicketRow): Ticket {
  return { tenantId: row.tenantId, userId: row.userId ?? '', data: row.data }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
