import { wecomDept } from '@xueheng/contract/domains/wecom/dept.ts'
import { wecomDeptAdmin } from '@xueheng/contract/domains/wecom/dept-admin.ts'
import { wecomContact } from '@xueheng/contract/domains/wecom/external-contact.ts'
import { wecomParent } from '@xueheng/contract/domains/wecom/student-parent.ts'
import { wecomStudent } from '@xueheng/contract/domains/wecom/student.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type RawBuilder, sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { type StoredRow, selectColumns } from '../../platform/rows/rows.ts'
import { type Item, type Kind, adminKey, parentKey } from './item.ts'

const REASON = 'the mirror of a directory is kept whole, whoever starts it'
const DEPTS = every(wecomDept, REASON)
const STUDENTS = every(wecomStudent, REASON)

type Values = Item['values']

/** Departments of a corp by number and by row. */
export interface DeptMap {
  byNumber: ReadonlyMap<number, { id: string; ancestors: string }>
  byId: ReadonlyMap<string, number>
}

export async function deptMap(ctx: Pick<Ctx, 'db'>, corpId: string): Promise<DeptMap> {
  const found = await sql<{ id: string; deptId: number; ancestors: string | null }>`select id, dept_id, ancestors
    from ${DEPTS} d where corp_id = ${corpId} and is_deleted = 0 and dept_id is not null`.execute(ctx.db)
  return {
    byNumber: new Map(found.rows.map(({ id, deptId, ancestors }) => [deptId, { id, ancestors: ancestors ?? '0' }])),
    byId: new Map(found.rows.map(({ id, deptId }) => [id, deptId])),
  }
}

/** How rows of one kind are found, read and written. */
export interface Mirror {
  kind: Kind
  entity: AnyEntity
  /** Values both sides may change; the others are the platform's alone. */
  twoWay: readonly string[]
  /** Rows that items may be about. */
  among(items: readonly Item[], depts: DeptMap): RawBuilder<unknown>
  /** A row as an item; nothing where its department is not in step. */
  itemOf(row: StoredRow, depts: DeptMap): Item | undefined
  /** An item as fields of a row; nothing where what it hangs on is not there. */
  fieldsOf(item: Item, depts: DeptMap, students: ReadonlyMap<string, string>): Record<string, unknown> | undefined
}

const listOf = (items: readonly Item[], name: string) => items.map(({ values }) => String(values[name] ?? ''))

const dept: Mirror = {
  kind: 'dept',
  entity: wecomDept,
  twoWay: ['deptName', 'parent', 'deptType', 'registerYear', 'standardGrade', 'sort', 'openGroupChat'],
  among: (items) => sql`dept_id = any(${items.map(({ key }) => Number(key))}::int[])`,
  itemOf: (row, { byId }) => ({
    key: String(row['deptId']),
    values: { ...pick(row, DEPT_FIELDS), parent: byId.get(String(row['parentId'])) ?? 0 },
  }),
  fieldsOf({ key, values }, { byNumber }) {
    const above = byNumber.get(Number(values['parent']))
    return {
      ...values,
      parent: undefined,
      deptName: values['deptName'] || `部门${key}`,
      deptId: Number(key),
      parentId: above?.id ?? '0',
      ancestors: above ? `${above.ancestors},${above.id}` : '0',
    }
  },
}

const DEPT_FIELDS = [
  'deptName',
  'deptType',
  'registerYear',
  'standardGrade',
  'sort',
  'isGraduated',
  'openGroupChat',
  'groupChatId',
]

const admin: Mirror = {
  kind: 'admin',
  entity: wecomDeptAdmin,
  twoWay: ['subject'],
  among: (items) => sql`user_id = any(${listOf(items, 'userId')})`,
  itemOf(row, { byId }) {
    const department = byId.get(String(row['department']))
    const [userId, adminType] = [String(row['userId']), Number(row['adminType'])]
    return department === undefined
      ? undefined
      : {
          key: adminKey(department, userId, adminType),
          values: { ...pick(row, ['userId', 'adminType', 'subject']), department },
        }
  },
  fieldsOf({ values }, { byNumber }) {
    const above = byNumber.get(Number(values['department']))
    return above && { ...values, department: above.id }
  },
}

const student: Mirror = {
  kind: 'student',
  entity: wecomStudent,
  twoWay: ['name', 'departments', 'mobile'],
  among: (items) => sql`student_userid = any(${listOf(items, 'studentUserid')})`,
  itemOf: (row, { byId }) => ({
    key: String(row['studentUserid']).toLowerCase(),
    values: {
      ...pick(row, ['studentUserid', 'name', 'mobile']),
      departments: idsOf(row['departments'])
        .flatMap((id) => byId.get(id) ?? [])
        .toSorted((a, b) => a - b),
    },
  }),
  fieldsOf({ key, values }, { byNumber }) {
    const numbers = Array.isArray(values['departments']) ? values['departments'].map(Number) : []
    const departments = numbers.flatMap((number) => byNumber.get(number)?.id ?? [])
    return departments.length > 0 ? { ...values, name: values['name'] || key, departments } : undefined
  },
}

const parent: Mirror = {
  kind: 'parent',
  entity: wecomParent,
  twoWay: ['relation', 'mobile'],
  among: (items) => sql`parent_userid = any(${listOf(items, 'parentUserid')})`,
  itemOf: (row) => ({
    key: parentKey(String(row['parentUserid']), String(row['studentUserid'])),
    values: pick(row, ['parentUserid', 'studentUserid', 'relation', 'mobile', 'isSubscribe', 'externalUserid']),
  }),
  fieldsOf({ values }, _depts, students) {
    const id = students.get(String(values['studentUserid']).toLowerCase())
    return id === undefined ? undefined : { ...values, student: id }
  },
}

const contact: Mirror = {
  kind: 'contact',
  entity: wecomContact,
  twoWay: [],
  among: (items) => sql`external_userid = any(${listOf(items, 'externalUserid')})`,
  itemOf: (row) => ({
    key: String(row['externalUserid']).toLowerCase(),
    values: pick(row, Object.keys(wecomContact.fields)),
  }),
  fieldsOf: ({ values }) => values,
}

export const MIRRORS: Readonly<Record<Kind, Mirror>> = { dept, admin, student, parent, contact }

function pick(row: StoredRow, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, (row[name] ?? null) as Values[string]]))
}

function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** Living rows of a corp that items may be about, held until the transaction ends. */
export function lockRows(
  ctx: Ctx,
  mirror: Mirror,
  corpId: string,
  items: readonly Item[],
  depts: DeptMap,
): Promise<Map<string, StoredRow>> {
  return rowsOf(ctx, mirror, corpId, { items, depts, hold: sql`for update` })
}

/** The same without holding them. */
export function livingRows(
  ctx: Ctx,
  mirror: Mirror,
  corpId: string,
  items: readonly Item[],
  depts: DeptMap,
): Promise<Map<string, StoredRow>> {
  return rowsOf(ctx, mirror, corpId, { items, depts, hold: sql`` })
}

async function rowsOf(
  ctx: Ctx,
  mirror: Mirror,
  corpId: string,
  { items, depts, hold }: { items: readonly Item[]; depts: DeptMap; hold: RawBuilder<unknown> },
): Promise<Map<string, StoredRow>> {
  const rows = await sql<StoredRow>`select ${selectColumns(mirror.entity)} from ${every(mirror.entity, REASON)} t
    where corp_id = ${corpId} and is_deleted = 0 and ${mirror.among(items, depts)} order by id ${hold}`.execute(ctx.db)
  return new Map(
    rows.rows.flatMap((row) => {
      const item = mirror.itemOf(row, depts)
      return item ? [[item.key, row] as const] : []
    }),
  )
}

/** Rows of the students that items name. */
export async function studentIds(ctx: Ctx, corpId: string, items: readonly Item[]): Promise<Map<string, string>> {
  const found = await sql<{ id: string; studentUserid: string }>`select id, student_userid from ${STUDENTS} s
    where corp_id = ${corpId} and is_deleted = 0 and student_userid = any(${listOf(items, 'studentUserid')})`.execute(
    ctx.db,
  )
  return new Map(found.rows.map(({ id, studentUserid }) => [studentUserid.toLowerCase(), id]))
}

/** Names of the values in which two items differ; what one of them does not tell is no difference. */
export function differences(names: readonly string[], one: Values, other: Values): string[] {
  return names.filter((name) => name in one && name in other && plain(one[name]) !== plain(other[name]))
}

function plain(value: unknown): string {
  return value === null || value === undefined || value === 0 ? '' : JSON.stringify(value, inOrder)
}

/** The database keeps names in an order of its own. */
function inOrder(_name: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value
}
