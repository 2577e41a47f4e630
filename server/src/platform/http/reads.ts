import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import { sql } from 'kysely'
import type { Ctx, CtxUser, Logger } from '../ctx.ts'
import type { Database } from '../db/pool.ts'
import { UnfitError } from '../db/driver.ts'
import { FLUSHED, type Replica, max } from '../db/replica.ts'
import { own } from '../db/table.ts'
import { readMark } from '../db/tables.ts'
import { AppError } from '../error.ts'
import { OutageError } from '../db/outage.ts'
import { answeredReads } from '../watched.ts'
import { changesData } from './changes.ts'
import type { Session } from './session.ts'

const RECORDS = new Set(['data', 'page', 'list'])

/** Whether a call is one for a replica: records alone. Files are long, and whoever takes one leaves a line. */
export function asksForRecords(call: AnyCall, input: Record<string, unknown>): boolean {
  const isPlain = call.method === 'GET' && !changesData(call) && !call.outside && !call.notes && call.body === undefined
  return isPlain && call.access !== 'public' && RECORDS.has(call.answer) && !input['format']
}

/**
 * Calls that only read, on a replica. What a person has written, was told of by an event, or was shown of the primary is
 * marked in the database, by the end of its log at that time: the replica answers them once it has replayed that far.
 */
export class Reads {
  /** Of a tenant: who is marked next, and the statement that is under way. */
  private readonly waiting = new Map<string, { ids: Set<string>; done: Promise<void> }>()
  private readonly running = new Map<string, Promise<void>>()

  constructor(
    private readonly database: Pick<Database, 'beside'>,
    private readonly replica: Replica,
    private readonly log: Logger,
  ) {}

  /**
   * What `work` comes to on the replica; nothing where the primary is to be asked: the replica is away, or has not seen what
   * this person has, or failed on the way. A refusal is an answer.
   */
  async onReplica<T>(
    ctx: Ctx,
    { position }: Pick<Session, 'position'>,
    work: (ctx: Ctx) => Promise<T>,
  ): Promise<{ value: T } | undefined> {
    const { state } = this.replica
    if (state !== 'used') return this.pass(state)
    const seen = max(await this.markOf(ctx.user), position ?? 0n)
    const reader = this.replica.reader(ctx.user.tenantId, seen)
    try {
      const value = await work({ ...ctx, db: reader.db })
      if (reader.fault === undefined) {
        answeredReads.inc({ by: 'replica', why: '' })
        return { value }
      }
    } catch (error) {
      const isAnswer = error instanceof AppError && !(error instanceof OutageError)
      if (reader.fault === undefined && isAnswer) throw error
    }
    return this.pass(reasonOf(reader.fault))
  }

  /**
   * From now on this person is shown nothing older than what the primary has now. Many at once, as those who hear of one
   * event, are marked by one statement of each tenant.
   */
  mark({ tenantId, id }: Pick<CtxUser, 'tenantId' | 'id'>): Promise<void> {
    const waiting = this.waiting.get(tenantId)
    if (waiting) {
      waiting.ids.add(id)
      return waiting.done
    }
    const ids = new Set([id])
    const done = (this.running.get(tenantId) ?? Promise.resolve()).then(async () => {
      this.waiting.delete(tenantId)
      await this.markAll(tenantId, [...ids])
    })
    this.waiting.set(tenantId, { ids, done })
    this.running.set(tenantId, done)
    return done
  }

  /**
   * In order, so that no two wait for one another. What is marked is on the disk already, as all is that others are shown: so
   * it reaches a replica, and the mark itself need not wait for the disk.
   */
  private async markAll(tenantId: string, ids: string[]): Promise<void> {
    const marked = sql`insert into ${own(readMark)} (tenant_id, user_id, position)
      select ${tenantId}, id, ${FLUSHED} from unnest(${ids}::bigint[]) id, set_config('synchronous_commit', 'off', true) order by id
      on conflict (tenant_id, user_id) do update set position = ${FLUSHED}`.execute(this.database.beside(tenantId))
    // What was done is done: it is not refused because its mark is lost.
    await marked.catch((error: unknown) => this.log.warn({ error }, 'read mark not kept'))
  }

  private async markOf({ tenantId, id }: CtxUser): Promise<bigint> {
    const found = await sql<{ position: string }>`select position from ${own(readMark)}
      where tenant_id = ${tenantId} and user_id = ${id}::bigint`.execute(this.database.beside(tenantId))
    return BigInt(found.rows[0]?.position ?? 0)
  }

  private pass(why: string): undefined {
    answeredReads.inc({ by: 'primary', why })
  }
}

function reasonOf(fault: unknown): string {
  if (fault instanceof UnfitError) return 'older'
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined
  return code === '25006' ? 'writes' : 'fault'
}
