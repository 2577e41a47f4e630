import { createHash } from 'node:crypto'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import { maskRows, wholeRowOf } from '../access/mask.ts'
import type { CtxUser, Db, Origin } from '../ctx.ts'
import { nextId } from '../db/id.ts'
import { own } from '../db/table.ts'
import { childAccess, childAccessChild } from './tables.ts'

type Row = Record<string, unknown>
type Kind = 'seen' | 'listed' | 'revealed' | 'exported' | 'printed'

/** Who acts, and where it is written down. */
interface Actor {
  db: Db
  user: Pick<CtxUser, 'id' | 'tenantId' | 'account' | 'name' | 'viewer'>
  origin?: Origin
}

/** What somebody did with data of children. */
export interface Act {
  kind: Kind
  call: string
  title: string
  reason?: string | undefined
  filters?: Row | undefined
}

interface Child {
  code: string
  areaCode: string | null
  schoolCode: string | null
}

/**
 * What stands for a child in this log: it outlives the child's row and does not tell the number. Not keyed by the master key,
 * or the log could not be searched once that is another one.
 */
export function childKey(tenantId: string, studentCode: string): string {
  return createHash('sha256').update(`${tenantId}\n${studentCode}`).digest().readBigInt64BE().toString()
}

/** The field by which rows say which child they are about. */
export function childField(fields: Fields): string | undefined {
  return Object.keys(fields).find((name) => fields[name]?.personal === 'studentCode')
}

/** Writes down an act about the children of masked rows, however deep they stand in an answer; nothing where there are none. */
export async function noteAnswer(ctx: Actor, act: Omit<Act, 'kind'> & { kind?: Kind }, answer: unknown): Promise<void> {
  const kind = act.kind ?? (isSingle(answer) ? 'seen' : 'listed')
  await writeAct(ctx, { ...act, kind }, [...childrenIn(answer)])
}

/** The same of rows as they are kept, which left unmasked or in part. */
export async function noteRows(ctx: Actor, act: Act, fields: Fields, rows: Row[]): Promise<void> {
  await writeAct(ctx, act, childrenOf(fields, rows))
}

/** An act over more rows than are held at once: `meet` them batch by batch, `close` it in the same transaction. */
export function openAct(ctx: Actor, fields: Fields) {
  const id = nextId()
  let count = 0
  let first: Child | undefined
  async function add(children: Child[]): Promise<void> {
    first ??= children[0]
    if (children.length === 0) return
    const added = await sql`insert into ${own(childAccessChild)} (tenant_id, child_key, access_id)
      select ${ctx.user.tenantId}, k, ${id}::bigint from unnest(${keysOf(ctx, children)}::bigint[]) k
      on conflict do nothing`.execute(ctx.db)
    count += Number(added.numAffectedRows ?? 0)
  }
  return {
    meet: (rows: Row[]) => add(childrenOf(fields, rows)),
    /** Rows whose codes are masked. */
    meetMasked: (rows: Row[]) => add([...childrenIn(rows)]),
    async close(act: Act): Promise<void> {
      if (count > 0) await insertAct(ctx, id, act, count, first)
    },
  }
}

/** Filters without the personal values somebody searched for. */
export function maskedFilters(fields: Fields, filters: Row): Row {
  const entries = Object.entries(filters).map(([name, value]) => {
    const field = fields[name] ?? fields[name.replace(/_[a-z]+$/, '')]
    return [name, field ? maskRows({ [name]: field }, [{ [name]: value }])[0]?.[name] : value]
  })
  return Object.fromEntries(entries) as Row
}

function isSingle(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && wholeRowOf(answer) !== undefined
}

function* childrenIn(answer: unknown): Generator<Child> {
  if (typeof answer !== 'object' || answer === null) return
  const whole = wholeRowOf(answer)
  if (whole) yield childOf(whole.code, whole.row)
  for (const value of Object.values(answer)) yield* childrenIn(value)
}

function childrenOf(fields: Fields, rows: Row[]): Child[] {
  const name = childField(fields)
  if (name === undefined) return []
  return rows.flatMap((row) => {
    const code = row[name]
    return typeof code === 'string' && code !== '' ? [childOf(code, row)] : []
  })
}

function childOf(code: string, row: Row): Child {
  return { code, areaCode: unitOf(row['areaCode']), schoolCode: unitOf(row['schoolCode']) }
}

function unitOf(code: unknown): string | null {
  return typeof code === 'string' && code !== '' ? code : null
}

function keysOf(ctx: Actor, children: Child[]): string[] {
  return [...new Set(children.map(({ code }) => childKey(ctx.user.tenantId, code)))]
}

/** Looks are many, and nobody waits for the disk: where the database's machine dies, those of its last half second may go with it. */
const PASSING: ReadonlySet<Kind> = new Set(['seen', 'listed'])

/** In one statement: a list costs one way to the database more. */
async function writeAct(ctx: Actor, act: Act, children: Child[]): Promise<void> {
  if (children.length === 0) return
  const keys = keysOf(ctx, children)
  const id = nextId()
  const added = sql`with children as (insert into ${own(childAccessChild)} (tenant_id, child_key, access_id)
      select ${ctx.user.tenantId}, k, ${id}::bigint from unnest(${keys}::bigint[]) k)`
  await insertAct(ctx, id, act, keys.length, children[0], added)
}

async function insertAct(
  ctx: Actor,
  id: string,
  { kind, call, title, reason, filters }: Act,
  count: number,
  first: Child | undefined,
  before = sql``,
): Promise<void> {
  const { user, origin } = ctx
  const who = user.viewer ?? user
  const single = count === 1 ? first : undefined
  const isPassing = PASSING.has(kind) && !ctx.db.isTransaction
  const asked = filters && Object.keys(filters).length > 0 ? JSON.stringify(filters).slice(0, 2000) : null
  await sql`${before} insert into ${own(childAccess)} (id, tenant_id, kind, user_id, account, user_name, viewed_as, call, title,
      reason, filters, children, area_code, school_code, remote_ip, request_id)
    select ${id}::bigint, ${user.tenantId}, ${kind}, ${who.id}::bigint, ${who.account}, ${who.name}, ${user.viewer ? user.account : null},
      ${call}, ${title}, ${reason ?? null}, ${asked}, ${count}::integer, ${single?.areaCode ?? null}, ${single?.schoolCode ?? null},
      ${origin?.ip.slice(0, 64) ?? null}, ${origin?.requestId.slice(0, 64) ?? null}
    from ${isPassing ? sql`set_config('synchronous_commit', 'off', true)` : sql`(select) once`}`.execute(ctx.db)
}
