import { wecomParent } from '@xueheng/contract/domains/wecom/student-parent.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import { own } from '../../platform/db/table.ts'
import { type StoredRow, selectColumns } from '../../platform/rows/rows.ts'
import type { Item } from './item.ts'
import { MIRRORS, deptMap } from './mirror.ts'
import { PER_PUSH, type Push, type Pushed, WAITING, markRefused, pushBatch } from './push-rows.ts'
import { askBatch } from './push-students.ts'
import { wecomUpstream } from './tables.ts'

const PARENTS = every(wecomParent, 'a push brings all of a corp to the platform, whoever starts it')

/** A parent with all children: the platform takes the list of children as a whole. */
interface Family {
  id: string
  rows: StoredRow[]
  /** What the platform has of them. */
  known: Item[]
  /** Rows that wait. */
  waiting: Pushed[]
}

/** A hundred parents at a time; new ones and known ones are two requests. */
export async function pushParents(push: Push): Promise<void> {
  for (let after = ''; ;) {
    const ids = await waitingParents(push, after)
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
    const families = await familiesOf(push, ids)
    await pushFamilies(
      push,
      'create',
      families.filter(({ known }) => known.length === 0),
    )
    await pushFamilies(
      push,
      'update',
      families.filter(({ known }) => known.length > 0),
    )
  }
}

async function waitingParents({ ctx, corp }: Push, after: string): Promise<string[]> {
  const found = await sql<{ id: string }>`select distinct lower(parent_userid) collate "C" as id from ${PARENTS} p
    where corp_id = ${corp.corpId} and is_deleted = 0 and sync_state = any(${WAITING}::int[])
      and lower(parent_userid) collate "C" > ${after} order by 1 limit ${PER_PUSH}`.execute(ctx.db)
  return found.rows.map(({ id }) => id)
}

async function familiesOf({ ctx, corp }: Push, ids: string[]): Promise<Family[]> {
  const mirror = MIRRORS.parent
  const { rows } = await sql<StoredRow>`select ${selectColumns(wecomParent)} from ${PARENTS} p
    where corp_id = ${corp.corpId} and is_deleted = 0 and lower(parent_userid) = any(${ids}) order by id`.execute(
    ctx.db,
  )
  const known = await sql<Item>`select u.key, u.item -> 'values' as values from ${own(wecomUpstream)} u
    where u.corp_id = ${corp.corpId} and u.kind = 'parent' and split_part(u.key, '/', 1) = any(${ids})`.execute(ctx.db)
  const depts = await deptMap(ctx, corp.corpId)
  return ids.map((id) => {
    const own = rows.filter((row) => String(row['parentUserid']).toLowerCase() === id)
    const waiting = own.flatMap((row) => {
      const item = WAITING.some((state) => state === row['syncState']) ? mirror.itemOf(row, depts) : undefined
      return item ? [{ row, item }] : []
    })
    return { id, rows: own, known: known.rows.filter(({ key }) => key.startsWith(`${id}/`)), waiting }
  })
}

/** Children the platform has stay, also where the row was removed here or waits for a decision. */
function childrenOf({ known, waiting }: Family) {
  const items = [...known, ...waiting.map(({ item }) => item)]
  const children = items.map(({ key, values }) => [
    key,
    { student_userid: values['studentUserid'], relation: values['relation'] ?? '' },
  ])
  return Object.values(Object.fromEntries(children) as Record<string, object>)
}

async function pushFamilies(push: Push, way: 'create' | 'update', all: readonly Family[]): Promise<void> {
  const mirror = MIRRORS.parent
  const rowsOf = (families: readonly Family[]) => families.flatMap(({ waiting }) => waiting.map(({ row }) => row))
  const mobileOf = ({ waiting }: Family) => waiting.map(({ item }) => item.values['mobile']).find(Boolean)
  const isReady = (family: Family) => way === 'update' || Boolean(mobileOf(family))
  const ready = all.filter(isReady)
  await markRefused(push, mirror, rowsOf(all.filter((one) => !isReady(one))), '请填写手机号')
  const parents = ready.map((family) => ({
    parent_userid: family.waiting[0]?.item.values['parentUserid'],
    ...(mobileOf(family) ? { mobile: mobileOf(family) } : {}),
    ...(way === 'create' ? { to_invite: false } : {}),
    children: childrenOf(family),
  }))
  const batch = ready.map(({ id, rows, waiting }) => ({ id, key: String(rows[0]?.['parentUserid']), all: waiting }))
  await pushBatch(push, mirror, batch, () => askBatch(push, `batch_${way}_parent`, { parents }))
}
