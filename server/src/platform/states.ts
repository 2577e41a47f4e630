import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Entity } from '@xueheng/contract/kit/entity.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type States, canDo, stateOf } from '@xueheng/contract/kit/states.ts'
import { type RawBuilder, sql } from 'kysely'
import { into } from './access/doors.ts'
import type { Ctx } from './ctx.ts'
import type { StoredColumns, Table } from './db/table.ts'
import { AppError, refuse } from './error.ts'
import { checkId, textOf } from './rows/read.ts'

/** The row whose state moves. */
export interface StateRow {
  of: AnyEntity | Table
  id: string
  /** Holds the stored value. */
  column: RawBuilder<unknown>
}

/** The row of an entity, or of a table of the own domain, with the field that holds its state. */
export function stateRow<F extends Fields>(of: Entity<F>, id: string, field: keyof F & string): StateRow
export function stateRow<C extends StoredColumns>(of: Table<C>, id: string, field: keyof C & string): StateRow
export function stateRow(of: AnyEntity | Table, id: string, field: string): StateRow {
  return { of, id, column: sql.ref(snake(field)) }
}

/**
 * The only way a status column changes. The update names the states it may start from, so of two that race one wins;
 * the other is told the present state in Chinese (409). Answers the new stored value.
 */
export async function transition<S extends string, A extends string>(
  ctx: Pick<Ctx, 'db'>,
  machine: States<S, A>,
  row: StateRow,
  action: NoInfer<A>,
): Promise<number> {
  const step = machine.actions[action]
  const from = step.from.map((state) => machine.states[state].value)
  const { column } = row
  const to = step.to === '*' ? sql`${column}` : sql`${machine.states[step.to].value}`
  const result = await sql<{ state: number }>`update ${into(row.of)} set ${column} = ${to}
    where id = ${checkId(row.id)} and ${column} = any(${from}::int[]) returning ${column} as state`.execute(ctx.db)
  const moved = result.rows[0]
  if (moved) return moved.state
  return refuseFrom(ctx, machine, row, step.title)
}

/** Moves all of several rows in one statement; throws the refusal of one that is in no state to go, and moves none then. */
export async function transitionAll<S extends string, A extends string>(
  ctx: Pick<Ctx, 'db'>,
  machine: States<S, A>,
  rows: StateRow[],
  action: NoInfer<A>,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const step = machine.actions[action]
  const from = step.from.map((state) => machine.states[state].value)
  const to = step.to === '*' ? sql`${first.column}` : sql`${machine.states[step.to].value}`
  const moved = await sql<{ id: string }>`update ${into(first.of)} set ${first.column} = ${to}
    where id = any(${rows.map(({ id }) => checkId(id))}::bigint[]) and ${first.column} = any(${from}::int[])
    returning id`.execute(ctx.db)
  const gone = new Set(moved.rows.map(({ id }) => id))
  const left = rows.find(({ id }) => !gone.has(id))
  if (left) await refuseFrom(ctx, machine, left, step.title)
}

/** Throws the refusal of `action` unless the row is in a state that allows it; changes nothing, but holds the row. */
export async function requireState<S extends string, A extends string>(
  ctx: Pick<Ctx, 'db'>,
  machine: States<S, A>,
  row: StateRow,
  action: NoInfer<A>,
): Promise<number> {
  const step = machine.actions[action]
  const from = step.from.map((state) => machine.states[state].value)
  const found = await sql<{ state: number }>`select ${row.column} as state from ${into(row.of)}
    where id = ${checkId(row.id)} and ${row.column} = any(${from}::int[]) for update`.execute(ctx.db)
  return found.rows[0]?.state ?? refuseFrom(ctx, machine, row, step.title)
}

/** The stored value of the state a body asks for; nothing where it asks for none. Refuses what is no state, by `label`. */
export function wantedState(machine: States, label: string, given: unknown): number | undefined {
  const text = textOf(given)
  if (text === '' || text === '-1') return undefined
  const found = Object.values(machine.states).find((state) => String(state.value) === text)
  if (!found) throw refuse(`${label}不是有效的选项`)
  return found.value
}

/** The action that leads from one stored value to another, for clients that name the state they want. Refuses if none does. */
export function actionTo<S extends string, A extends string>(machine: States<S, A>, from: number, to: number): A {
  const wanted = stateOf(machine, to)
  const found = (Object.keys(machine.actions) as A[]).find(
    (action) => machine.actions[action].to === wanted && canDo(machine, action, from),
  )
  if (found) return found
  const state = machine.states[stateOf(machine, from)].title
  throw new AppError('state.forbidden', { state, action: `变为「${machine.states[wanted].title}」` })
}

async function refuseFrom<S extends string, A extends string>(
  ctx: Pick<Ctx, 'db'>,
  machine: States<S, A>,
  row: StateRow,
  title: string,
): Promise<never> {
  const found = await sql<{ state: number }>`select ${row.column} as state from ${into(row.of)}
    where id = ${checkId(row.id)}`.execute(ctx.db)
  const value = found.rows[0]?.state
  if (value === undefined) throw new AppError('row.notFound')
  throw new AppError('state.forbidden', { state: machine.states[stateOf(machine, value)].title, action: title })
}
