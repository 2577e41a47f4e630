import { type AskedItem, answerLink, openLink } from '@xueheng/contract/domains/gather/gather-link.ts'
import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { ASKED_FIELDS, gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { gatherTaskStates } from '@xueheng/contract/domains/gather/gather-task-states.ts'
import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import { maskRows, withoutMasked } from '../../platform/access/mask.ts'
import { logChange } from '../../platform/audit/operation-log.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx, Db } from '../../platform/ctx.ts'
import { type Database, inTransaction } from '../../platform/db/pool.ts'
import { own } from '../../platform/db/table.ts'
import { AppError, conflict, faults } from '../../platform/error.ts'
import { Allowance } from '../../platform/http/allowance.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { dictLabels } from '../../platform/rows/labels.ts'
import { assertKeys } from '../../platform/rows/values.ts'
import { itemsOf, STUDENTS } from './collected.ts'
import { findLink } from './link-token.ts'
import type { GatherTask } from './open-task.ts'
import { PHOTO_FIELD, keepSentPhoto } from './photos.ts'
import { gatherLink } from './tables.ts'

const TASKS = every(gatherTask, 'a link says itself whose it is')
const CHILDREN = every(gatherStudent, 'a link says itself whose it is')
const SCHOOLS = every(basicSchool, 'the school of a child, as its parents know it')

/** Of one link a minute: a parent who corrects himself, not a program. */
const PER_LINK = 30
/** Wrong links of one address a minute; a town may sit behind one. */
const WRONG_PER_ADDRESS = 60

const OVER = '链接已失效：请向班主任要新的链接'
const UNKNOWN = new AppError({ status: 404, text: OVER })

/** In the log: no user. */
const NOBODY = '0'

type Child = EntityRow<typeof gatherStudent.fields>

interface Opened {
  linkId: string
  child: Child
  task: GatherTask
  isAnswered: boolean
}

/** What parents do without an account: each link is for one child of one collection, and for nothing else. */
export function parentHandlers(database: Database): Implementation[] {
  const perLink = new Allowance(PER_LINK)
  const wrong = new Allowance(WRONG_PER_ADDRESS, Infinity)

  /** Works in the tenant of the link, as nobody; a wrong link and one that is over are told alike. */
  async function within<T>(ctx: Ctx, token: string, work: (ctx: Ctx, linkId: string) => Promise<T>): Promise<T> {
    const found = await findLink(database.open, token)
    if (!found) return wrong.within(ctx.origin?.ip ?? '', () => Promise.reject(UNKNOWN))
    const { tenantId, linkId } = found
    return perLink.within(linkId, () =>
      inTransaction(database.tenant(tenantId), (db) =>
        work({ ...ctx, db, user: { ...ctx.user, id: NOBODY, tenantId, account: '家长链接' } }, linkId),
      ),
    )
  }

  return [
    implement(openLink, (ctx, { token }) => within(ctx, token, open)),
    implement(answerLink, (ctx, { token, ...given }) =>
      within(ctx, token, (inside, linkId) => answer(inside, linkId, given)),
    ),
  ]
}

/** The child and the collection behind a link that works now, held; throws in plain words where it is over. */
async function findOpened(db: Db, linkId: string): Promise<Opened> {
  const links = await sql<{ studentId: string; gatherTaskId: string; isOver: boolean; isAnswered: boolean }>`select
      k.student_id, k.gather_task_id, k.answer_time is not null as is_answered,
      k.revoke_time is not null or k.expire_time < localtimestamp as is_over
    from ${own(gatherLink)} k where k.id = ${linkId} for update`.execute(db)
  const [link] = links.rows
  if (!link || link.isOver) throw UNKNOWN
  const tasks =
    await sql<GatherTask>`select t.* from ${TASKS} t where t.id = ${link.gatherTaskId} and t.is_deleted = 0`.execute(db)
  const children = await sql<Child>`select g.* from ${CHILDREN} g where g.id = ${link.studentId} and g.is_deleted = 0
    for update`.execute(db)
  const [task] = tasks.rows
  const [child] = children.rows
  if (!task || !child) throw UNKNOWN
  assertOpen(task)
  if (!canDo(gatherStates, 'edit', child.gatherStatus ?? 0))
    throw conflict('信息已由学校送审，不能再修改；有误请联系班主任')
  return { linkId, child, task, isAnswered: link.isAnswered }
}

function assertOpen({ taskStatus, beginTime, endTime }: GatherTask): void {
  const now = wallTime(new Date())
  const isOpen = taskStatus === gatherTaskStates.states.open.value
  if (!isOpen || now > endTime) throw conflict('采集已经截止，不能再修改；有误请联系班主任')
  if (now < beginTime) throw conflict(`采集从${beginTime}开始`)
}

async function open(ctx: Ctx, linkId: string) {
  const { child, task, isAnswered } = await findOpened(ctx.db, linkId)
  await sql`update ${own(gatherLink)} set open_num = open_num + 1, open_time = localtimestamp(0)
    where id = ${linkId}`.execute(ctx.db)
  const schools = await sql<{ schoolName: string }>`select s.school_name from ${SCHOOLS} s
    where s.school_code = ${child.schoolCode} and s.is_deleted = 0`.execute(ctx.db)
  return {
    taskName: task.taskName,
    schoolName: schools.rows[0]?.schoolName ?? '',
    className: child.className,
    studentName: hidden(child.studentName),
    rejectReason: child.rejectReason,
    endTime: task.endTime,
    isAnswered: isAnswered ? 1 : 0,
    updateTime: child.updateTime ?? '',
    items: await itemsFor(ctx, child, task),
  }
}

/** Who holds a link that went astray reads no full name. */
function hidden(name: string): string {
  return `${name.slice(0, 1)}${'*'.repeat(Math.max(name.length - 1, 1))}`
}

async function itemsFor(ctx: Ctx, child: Child, task: GatherTask): Promise<AskedItem[]> {
  const { fields } = gatherStudent
  const [masked = child] = maskRows<Child>(fields, [child])
  const required = new Set(itemsOf(STUDENTS, task.requiredFields))
  const items: AskedItem[] = []
  for (const name of ASKED_FIELDS) {
    if (!task.askedFields.includes(name)) continue
    if (fields[name].kind === 'image') {
      // Whoever holds a link that went astray is shown no face.
      items.push({ name, isRequired: required.has(name), value: '', isThere: Boolean(child[name]) })
      continue
    }
    const { dict } = fields[name]
    const words = dict && [...(await dictLabels(ctx, dict))].map(([value, label]) => ({ value, label }))
    items.push({ name, isRequired: required.has(name), value: masked[name] ?? '', ...(words && { words }) })
  }
  return items
}

/** Only what is asked for, checked as the school's own input is; masks that come back were not touched. */
async function answer(
  ctx: Ctx,
  linkId: string,
  { values: given, updateTime }: Omit<Input<typeof answerLink>, 'token'>,
): Promise<{ changed: number }> {
  const { child, task } = await findOpened(ctx.db, linkId)
  if (updateTime !== child.updateTime) throw conflict('打开之后学校修改过，您填写的没有保存；请刷新页面，核对后再提交')
  const wanted = ASKED_FIELDS.filter((name) => task.askedFields.includes(name))
  const asked = wanted.filter((name) => name !== PHOTO_FIELD.name)
  const fields = Object.fromEntries(asked.map((name) => [name, gatherStudent.fields[name]]))
  const typed = Object.fromEntries(asked.flatMap((name) => (Object.hasOwn(given, name) ? [[name, given[name]]] : [])))
  const parsed = parseFields(fields, withoutMasked(fields, typed, { ...child }), { partial: true })
  if (!parsed.ok) throw faults(parsed.problems)
  const values: Record<string, unknown> = parsed.value
  const photo = wanted.length > asked.length ? given[PHOTO_FIELD.name] : ''
  if (photo) values[PHOTO_FIELD.name] = await keepSentPhoto(ctx, photo, child.studentName)
  await assertKeys(ctx, fields, { values, mayKeep: true })
  const before: Record<string, unknown> = { ...child }
  const changed = Object.keys(values).filter((name) => (values[name] ?? null) !== (before[name] ?? null))
  if (changed.length > 0) {
    const sets = changed.map((name) => sql`${sql.ref(snake(name))} = ${values[name] ?? null}`)
    await sql`update ${into(gatherStudent)} t set ${sql.join(sets)}, update_user = ${NOBODY},
        update_time = greatest(localtimestamp(0), t.update_time + interval '1 second') where t.id = ${child.id}`.execute(
      ctx.db,
    )
  }
  await sql`update ${own(gatherLink)} set answer_time = localtimestamp(0) where id = ${linkId}`.execute(ctx.db)
  await logChange(ctx, gatherStudent, child.id, before, { ...before, ...values })
  return { changed: changed.length }
}
