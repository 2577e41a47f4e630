import { DEPT_TYPE, wecomDept } from '@xueheng/contract/domains/wecom/dept.ts'
import { wecomDeptAdmin } from '@xueheng/contract/domains/wecom/dept-admin.ts'
import { wecomStudent } from '@xueheng/contract/domains/wecom/student.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import type { KnownRow } from '../../platform/rows/rows.ts'
import { markChanged } from './sync-state.ts'
import {
  type CorpFacts,
  type DeptFacts,
  type Unit,
  corpOf,
  deptOf,
  findDepts,
  placeRows,
  unitOfSchool,
} from './units.ts'

type Dept = KnownRow<typeof wecomDept>

const DEPTS = every(wecomDept, 'names and numbers occur once, whoever sees the others')
const ADMINS = every(wecomDeptAdmin, 'what hangs on a department keeps it')
const STUDENTS = every(wecomStudent, 'what hangs on a department keeps it')

/** Number of the topmost department of every corp. */
export const ROOT = 1
/** Names are that long in a school directory, and twice that in the other one. */
const SCHOOL_NAME = 32

export const deptHooks = hook(wecomDept, {
  async beforeSave(ctx, row, before) {
    const corp = await corpOf(ctx, row.corpId ?? before?.corpId)
    const parent = await placeDept(ctx, corp, row, before)
    const whole = { ...before, ...row }
    assertName(corp, whole.deptName ?? '')
    if (before && before.deptType !== whole.deptType) await assertNoClasses(ctx, before)
    assertKind(corp, whole, parent)
    Object.assign(row, await unitFor(ctx, corp, whole, parent))
    if (!before) row.deptId ??= await nextDeptId(ctx, corp.corpId)
    markChanged(row, before)
  },
  async afterSave(ctx, row, before) {
    if (!before) return
    if (before.ancestors !== row.ancestors) await moveBelow(ctx, row, before)
    if (before.schoolCode !== row.schoolCode) await handDown(ctx, row, before)
    if (
      before.ancestors !== row.ancestors ||
      before.schoolCode !== row.schoolCode ||
      before.classCode !== row.classCode
    ) {
      await placeRows(ctx, row.corpId)
    }
  },
  async beforeRemove(ctx, rows) {
    if (rows.some((row) => row.deptId === ROOT)) throw refuse('不能删除根部门')
    const ids = rows.map((row) => row.id)
    if (await hasStudents(ctx, ids)) throw refuse('部门下还有学生，不能删除')
    const admins = await sql`select 1 from ${ADMINS} a
      where department = any(${ids}::bigint[]) and is_deleted = 0 limit 1`.execute(ctx.db)
    if (admins.rows.length > 0) throw refuse('部门下还有管理员，请先删除管理员')
  },
})

async function hasStudents(ctx: Ctx, ids: string[]): Promise<boolean> {
  const found = await sql`select 1 from ${STUDENTS} s
    where is_deleted = 0 and jsonb_exists_any(departments, ${ids}::text[]) limit 1`.execute(ctx.db)
  return found.rows.length > 0
}

/** Writes down what stands above a department; answers the one directly above. */
async function placeDept(
  ctx: Ctx,
  corp: CorpFacts,
  row: Partial<Dept>,
  before: Dept | undefined,
): Promise<DeptFacts | undefined> {
  row.parentId = (row.parentId ?? before?.parentId) || '0'
  const parent = row.parentId === '0' ? undefined : await deptOf(ctx, corp.corpId, row.parentId, 'parentId')
  row.ancestors = parent ? `${parent.ancestors ?? '0'},${parent.id}` : '0'
  return parent
}

function assertName({ isSchool }: CorpFacts, name: string): void {
  if (/[\\:*?"<>|]/.test(name)) throw fault('deptName', '部门名称不能含有 \\ : * ? " < > |')
  if (isSchool && name.length > SCHOOL_NAME) throw fault('deptName', `家校通讯录的部门名称最多${SCHOOL_NAME}个字`)
}

/** What each type of department takes, and where it may stand. */
function assertKind({ isSchool }: CorpFacts, row: Partial<Dept>, parent: DeptFacts | undefined): void {
  const { plain, class: klass, grade } = DEPT_TYPE
  if (isSchool && row.deptType === plain) throw fault('deptType', '家校通讯录的部门应为班级、年级、学段、校区或学校')
  if (!isSchool && row.deptType !== plain) throw fault('deptType', '该企业不用家校通讯录，部门类型只能是部门')
  if (row.deptType === klass && parent?.deptType !== grade) throw fault('parentId', '班级的上级应为年级')
  if (row.deptType !== grade && row.registerYear) throw fault('registerYear', '只有年级填入学年份')
  if (row.deptType !== grade && row.standardGrade) throw fault('standardGrade', '只有年级填标准年级')
  if (row.deptType !== klass && row.openGroupChat) throw fault('openGroupChat', '只有班级可以开通班级群')
  if (row.deptType !== klass && row.classCode) throw fault('classCode', '只有班级可以对应班级')
}

async function assertNoClasses(ctx: Ctx, { id, deptType }: Dept): Promise<void> {
  if (deptType !== DEPT_TYPE.grade) return
  const found = await sql`select 1 from ${DEPTS} d
    where parent_id = ${id} and dept_type = ${DEPT_TYPE.class} and is_deleted = 0 limit 1`.execute(ctx.db)
  if (found.rows.length > 0) throw fault('deptType', '年级下还有班级，不能改为其他类型')
}

/** Its own school where one is picked, else what the department above or the corp stands for. */
async function unitFor(
  ctx: Ctx,
  { unit }: CorpFacts,
  { schoolCode, classCode }: Partial<Dept>,
  parent: DeptFacts | undefined,
): Promise<Pick<Unit, 'areaCode' | 'schoolCode'>> {
  const inherited = parent?.schoolCode ? parent : unit
  const own = schoolCode ? await unitOfSchool(ctx, schoolCode) : inherited
  if (classCode && !own.schoolCode) throw fault('schoolCode', '对应班级前请选择学校')
  return { areaCode: own.areaCode, schoolCode: own.schoolCode }
}

async function nextDeptId(ctx: Ctx, corpId: string): Promise<number> {
  const found = await sql<{ next: number }>`select coalesce(max(dept_id), ${ROOT}) + 1 as next from ${DEPTS} d
    where corp_id = ${corpId}`.execute(ctx.db)
  return found.rows[0]?.next ?? ROOT + 1
}

async function moveBelow(ctx: Ctx, row: Dept, before: Dept): Promise<void> {
  const [from, to] = [`${before.ancestors},${row.id}`, `${row.ancestors},${row.id}`]
  await sql`update ${into(wecomDept)} set ancestors = ${to}::text || substr(ancestors, ${from.length + 1})
    where ancestors = ${from} or ancestors like ${`${from},%`}`.execute(ctx.db)
}

/** What stood for the same school as the department above it goes on doing so. */
async function handDown(ctx: Ctx, row: Dept, before: Dept): Promise<void> {
  const below = `${row.ancestors},${row.id}`
  await sql`update ${into(wecomDept)} set school_code = ${row.schoolCode}, area_code = ${row.areaCode}
    where (ancestors = ${below} or ancestors like ${`${below},%`})
      and school_code is not distinct from ${before.schoolCode}`.execute(ctx.db)
}

/** A parent named by its number in the corp, as upstream has it, is the row of that number. */
export async function rowIdOf(ctx: Ctx, corpId: string, parentId: string): Promise<string> {
  if (!corpId || parentId === '0' || !/^\d{1,10}$/.test(parentId)) return parentId
  const found = await sql<{ id: string }>`select id from ${DEPTS} d
    where corp_id = ${corpId} and dept_id = ${parentId}::bigint and is_deleted = 0`.execute(ctx.db)
  return found.rows[0]?.id ?? parentId
}

/** Departments that students or administrators name. */
export async function classesOf(
  ctx: Ctx,
  corp: CorpFacts,
  ids: readonly string[],
  field: string,
): Promise<DeptFacts[]> {
  const found = await findDepts(ctx, corp.corpId, ids)
  if (found.length < ids.length) throw fault(field, '部门不属于该企业')
  const other = found.find(({ deptType }) => corp.isSchool && deptType !== DEPT_TYPE.class)
  if (other) throw fault(field, `「${other.deptName}」不是班级，学生只能在班级里`)
  return found
}
