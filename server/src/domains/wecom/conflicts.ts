import {
  type ConflictKind,
  SHOWN_CONFLICTS,
  SIDE,
  type Sides,
  decideConflicts,
  listConflicts,
} from '@xueheng/contract/domains/wecom/conflict.ts'
import { wecomCorp } from '@xueheng/contract/domains/wecom/corp.ts'
import { wecomDept } from '@xueheng/contract/domains/wecom/dept.ts'
import { SYNC } from '@xueheng/contract/domains/wecom/unit.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import { maskRows } from '../../platform/access/mask.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { dictLabels } from '../../platform/rows/labels.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { type StoredRow, selectColumns } from '../../platform/rows/rows.ts'
import { saveRows } from '../../platform/table-import/save-rows.ts'
import { goneChange, knownItems, oursChange, theirsChange, timeOf } from './apply.ts'
import type { Item } from './item.ts'
import { type DeptMap, MIRRORS, type Mirror, deptMap, differences, studentIds } from './mirror.ts'
import { placeRows } from './units.ts'

export const KINDS: readonly ConflictKind[] = ['dept', 'admin', 'student', 'parent']
/** Decided at once. */
const MOST = 5000

/** What is called by another name in the mirror than in a row. */
const FIELD_OF: Readonly<Record<string, string>> = { parent: 'parentId' }

interface Conflict {
  mirror: Mirror
  row: StoredRow
  ours: Item
  /** Nothing where the platform has it no longer. */
  theirs: Item | undefined
}

async function conflictsOf(
  ctx: Ctx,
  corpId: string,
  kind: ConflictKind,
  most: number,
  rowId?: string,
): Promise<Conflict[]> {
  const mirror = MIRRORS[kind]
  const { rows } = await sql<StoredRow>`select ${selectColumns(mirror.entity)} from ${visible(ctx, mirror.entity)} t
    where t.corp_id = ${corpId} and t.sync_state = ${SYNC.conflict} and (${rowId ?? ''} = '' or t.id::text = ${rowId ?? ''})
    order by t.id limit ${most}`.execute(ctx.db)
  const depts = await deptMap(ctx, corpId)
  const found = rows.flatMap((row) => {
    const ours = mirror.itemOf(row, depts)
    return ours ? [{ mirror, row, ours }] : []
  })
  const known = await knownItems(
    ctx,
    mirror,
    corpId,
    found.map(({ ours }) => ours),
  )
  return found.map((one) => ({ ...one, theirs: known.get(one.ours.key) }))
}

async function list(ctx: Ctx, id: string): Promise<Output<typeof listConflicts>> {
  const { corpId } = await findOrRefuse(wecomCorp, ctx, id)
  const words = await wordsOf(ctx, corpId)
  const all: Output<typeof listConflicts> = []
  for (const kind of KINDS) {
    const found = await conflictsOf(ctx, corpId, kind, SHOWN_CONFLICTS - all.length)
    all.push(...found.map((one) => ({ kind, ...shown(one, words) })))
  }
  return all
}

type Words = (name: string, value: unknown) => string

/** Departments by their names, keys by their words, telephones masked. */
async function wordsOf(ctx: Ctx, corpId: string): Promise<Words> {
  const depts = await sql<{ deptId: number; deptName: string }>`select d.dept_id, d.dept_name
    from ${visible(ctx, wecomDept)} d where d.corp_id = ${corpId} and d.dept_id is not null`.execute(ctx.db)
  const names = new Map(depts.rows.map(({ deptId, deptName }) => [deptId, deptName]))
  const nameOf = (number: unknown) => names.get(Number(number)) ?? (Number(number) ? `部门${Number(number)}` : '')
  const [types, grades] = [await dictLabels(ctx, 'wecom_dept_type'), await dictLabels(ctx, 'wecom_standard_grade')]
  return (name, value) => {
    if (name === 'parent') return nameOf(value)
    if (Array.isArray(value)) return value.map(nameOf).join('、')
    if (name === 'deptType') return types.get(String(value)) ?? ''
    if (name === 'standardGrade') return grades.get(String(value)) ?? ''
    return value === null || value === undefined ? '' : String(value)
  }
}

function shown({ mirror, row, ours, theirs }: Conflict, words: Words) {
  const fields = mirror.entity.fields as Record<string, Field>
  const masked = (item: Item) => maskRows(fields, [item.values])[0] ?? {}
  const [here, there] = [masked(ours), theirs ? masked(theirs) : {}]
  const differing = theirs ? differences(mirror.twoWay, ours.values, theirs.values) : []
  const sides = differing.map((name): Sides => {
    const label = fields[FIELD_OF[name] ?? name]?.label ?? name
    return { label, ours: words(name, here[name]), theirs: words(name, there[name]) }
  })
  return { rowId: row.id, name: titleOf(row), isGone: theirs ? 0 : 1, sides }
}

export function titleOf(row: StoredRow): string {
  return String(row['deptName'] ?? row['name'] ?? row['parentUserid'] ?? row['userId'] ?? row.id)
}

/** Ours waits to be pushed; theirs is written down, and what is gone there is marked so. */
async function decide(
  ctx: Ctx,
  { id, side, rowId }: { id: string; side: number; rowId: string | null },
): Promise<number> {
  const { corpId } = await findOrRefuse(wecomCorp, ctx, id)
  const now = await timeOf(ctx)
  let count = 0
  for (const kind of KINDS) {
    const found = await conflictsOf(ctx, corpId, kind, MOST, rowId ?? undefined)
    // Departments may have been taken over just before.
    const depts = await deptMap(ctx, corpId)
    const theirs = found.flatMap((one) => one.theirs ?? [])
    const students = kind === 'parent' ? await studentIds(ctx, corpId, theirs) : new Map<string, string>()
    const changes = found.flatMap((one) =>
      side === SIDE.ours ? [oursChange(one.row)] : taken(one, depts, students, now),
    )
    const { changed } = await saveRows(ctx, MIRRORS[kind].entity, changes)
    count += changed
  }
  if (count === 0) throw refuse('没有两边都改过的数据')
  await placeRows(ctx, corpId)
  const after = { side: side === SIDE.ours ? '本地' : '平台', count }
  await logOperation(ctx, decideConflicts.name, decideConflicts.title, { entity: wecomCorp.name, rowId: id, after })
  return count
}

function taken(
  { mirror, row, ours, theirs }: Conflict,
  depts: DeptMap,
  students: ReadonlyMap<string, string>,
  now: string,
) {
  if (!theirs) return [goneChange(row)]
  const fields = mirror.fieldsOf(theirs, depts, students)
  if (!fields) return []
  return [theirsChange(row, fields, { ours, theirs, now })]
}

export const conflictHandlers: Implementation[] = [
  implement(listConflicts, (ctx, { id }) => list(ctx, id)),
  implement(decideConflicts, async (ctx, input) => ({ count: await decide(ctx, input) })),
]
