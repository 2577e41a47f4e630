import {
  type GivenQuestion,
  paperQuestion,
  questionFields,
} from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { into } from '../../../platform/access/doors.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { columnsOf } from '../../../platform/db/ddl.ts'
import { nextId } from '../../../platform/db/id.ts'
import { type PaperPlace, type StoredQuestion, lastQuestionId, readPaper } from './questions.ts'

/** How many questions a save added, changed and took away. */
export interface KeptQuestions {
  added: number
  changed: number
  removed: number
}

type PlacedQuestion = GivenQuestion & PaperPlace & { id: string; questionId: number; sort: number }

/**
 * Makes a paper hold exactly these questions, in this order. A question is known again by its number, and by its row where
 * its number is new; it then keeps the short number its marks are kept under.
 */
export async function storePaper(
  ctx: Ctx,
  place: PaperPlace,
  wanted: readonly GivenQuestion[],
  title: string,
): Promise<KeptQuestions> {
  const before = await readPaper(ctx, place)
  const rows = await placeQuestions(ctx, place, before, wanted)
  const known = new Map(before.map((row) => [row.id, row]))
  const kept = new Set(rows.map((row) => row.id))
  const removed = before.filter((row) => !kept.has(row.id))
  const written = rows.filter((row) => isChanged(known.get(row.id), row))
  const changed = written.flatMap((row) => known.get(row.id) ?? [])
  await removeQuestions(ctx, removed)
  await freeNumbers(ctx, changed)
  await writeQuestions(ctx, written)
  const counts = { added: written.length - changed.length, changed: changed.length, removed: removed.length }
  await logOperation(ctx, 'examCoursePaperQuestion.savePaper', title, {
    entity: 'examCoursePaperQuestion',
    rowId: place.examId,
    before: { ...place, questions: [...changed, ...removed].map(loggedOf) },
    after: { ...place, ...counts, questions: written.map(loggedOf) },
  })
  return counts
}

async function placeQuestions(
  ctx: Ctx,
  place: PaperPlace,
  before: readonly StoredQuestion[],
  wanted: readonly GivenQuestion[],
): Promise<PlacedQuestion[]> {
  const byNo = new Map(before.map((row) => [row.questionNo, row]))
  const byId = new Map(before.map((row) => [row.id, row]))
  const numbers = new Set(wanted.map((one) => one.questionNo))
  let last = await lastQuestionId(ctx, place)
  return wanted.map((one, i) => {
    const renamed = byId.get(one.id ?? '')
    const known = byNo.get(one.questionNo) ?? (renamed && !numbers.has(renamed.questionNo) ? renamed : undefined)
    if (!known) last += 1
    const { id, questionId } = known ?? { id: nextId(), questionId: last }
    // Whoever does not say where a question comes from does not change it.
    const sourceQuestionId = one.sourceQuestionId ?? known?.sourceQuestionId ?? null
    return { ...one, ...place, id, questionId, sourceQuestionId, sort: i + 1 }
  })
}

const CHANGING = [...Object.keys(questionFields), 'sort'] as const

function isChanged(before: StoredQuestion | undefined, row: PlacedQuestion): boolean {
  if (!before) return true
  const [old, next] = [before, row].map((one) => JSON.stringify(Object.fromEntries(fieldsOf(one))))
  return old !== next
}

function fieldsOf(row: object): [string, unknown][] {
  const values = new Map(Object.entries(row))
  return CHANGING.map((name) => [name, plain(values.get(name))])
}

/** Numbers and blanks in one way of writing. */
function plain(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'object') return ordered(value)
  const number = typeof value === 'string' && /^\d+\.\d+$/.test(value) ? Number(value) : value
  return String(number)
}

/** JSON columns come back with their names in an order of their own. */
function ordered(value: object): unknown {
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'object' && one ? ordered(one) : one))
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => one.localeCompare(other)))
}

function loggedOf(row: object): unknown {
  return Object.fromEntries(fieldsOf(row).filter(([, value]) => value !== null))
}

async function removeQuestions(ctx: Ctx, rows: readonly StoredQuestion[]): Promise<void> {
  if (rows.length === 0) return
  await sql`update ${into(paperQuestion)} set is_deleted = 1, update_user = ${ctx.user.id},
    update_time = localtimestamp(0) where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(ctx.db)
}

/** Two questions may exchange their numbers. */
async function freeNumbers(ctx: Ctx, rows: readonly StoredQuestion[]): Promise<void> {
  if (rows.length === 0) return
  await sql`update ${into(paperQuestion)} set question_no = '~' || id
    where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(ctx.db)
}

const FIELDS = ['id', ...Object.keys(paperQuestion.fields)]
const TYPES = new Map(columnsOf(paperQuestion).map((column) => [column.name, column.type]))
const COLUMNS = sql.join(FIELDS.map((name) => sql.ref(snake(name))))
const TYPED = sql.join(FIELDS.map((name) => sql`${sql.ref(snake(name))} ${sql.raw(TYPES.get(snake(name)) ?? '')}`))
const CHANGES = sql.join(
  [...Object.keys(questionFields), 'sort'].map(
    (name) => sql`${sql.ref(snake(name))} = excluded.${sql.ref(snake(name))}`,
  ),
)

async function writeQuestions(ctx: Ctx, rows: readonly PlacedQuestion[]): Promise<void> {
  if (rows.length === 0) return
  const lines = rows.map((row) => {
    const values = new Map<string, unknown>(Object.entries(row))
    return Object.fromEntries(FIELDS.map((name) => [snake(name), values.get(name) ?? null]))
  })
  await sql`insert into ${into(paperQuestion)} as q (tenant_id, ${COLUMNS}, create_user, create_dept, update_user)
    select ${ctx.user.tenantId}, ${COLUMNS}, ${ctx.user.id}::bigint, ${ctx.user.deptId || null}::bigint, ${ctx.user.id}::bigint
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as t(${TYPED})
    on conflict (id) do update set ${CHANGES}, update_user = excluded.update_user,
      update_time = greatest(localtimestamp(0), q.update_time + interval '1 second')`.execute(ctx.db)
}
