import { DEPT_TYPE } from '@xueheng/contract/domains/wecom/dept.ts'
import { ADMIN_TYPE, wecomDeptAdmin } from '@xueheng/contract/domains/wecom/dept-admin.ts'
import { wecomContact } from '@xueheng/contract/domains/wecom/external-contact.ts'
import { MOST_CHILDREN, wecomParent } from '@xueheng/contract/domains/wecom/student-parent.ts'
import { MOST_CLASSES, wecomStudent } from '@xueheng/contract/domains/wecom/student.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { classesOf } from './dept-hooks.ts'
import { markChanged } from './sync-state.ts'
import { corpOf, deptOf, placeParents, type Unit, unitOf, unitOfStudent } from './units.ts'

const STUDENTS = every(wecomStudent, 'a parent is the parent of a student of the corp, whoever writes it')
const PARENTS = every(wecomParent, 'a parent has few children, whoever sees them')

/** Type of administrator → the department it goes with. */
const PLACE: Record<number, number> = {
  [ADMIN_TYPE.leader]: DEPT_TYPE.plain,
  [ADMIN_TYPE.campus]: DEPT_TYPE.campus,
  [ADMIN_TYPE.grade]: DEPT_TYPE.grade,
  [ADMIN_TYPE.head]: DEPT_TYPE.class,
  [ADMIN_TYPE.teacher]: DEPT_TYPE.class,
  [ADMIN_TYPE.stage]: DEPT_TYPE.stage,
}

const PLACE_NAMES: Record<number, string> = {
  [DEPT_TYPE.plain]: '部门',
  [DEPT_TYPE.campus]: '校区',
  [DEPT_TYPE.grade]: '年级',
  [DEPT_TYPE.class]: '班级',
  [DEPT_TYPE.stage]: '学段',
}

export const adminHooks = hook(wecomDeptAdmin, {
  async beforeSave(ctx, row, before) {
    const { corpId = '', department = '', adminType = 0, subject } = { ...before, ...row }
    const dept = await deptOf(ctx, corpId, department, 'department')
    if (PLACE[adminType] !== dept.deptType) {
      throw fault('adminType', `该职责只能用于${PLACE_NAMES[PLACE[adminType] ?? 0]}`)
    }
    assertSubject(adminType, subject)
    Object.assign(row, unitOf(dept))
    markChanged(row, before)
  },
})

function assertSubject(adminType: number, subject: string | null | undefined): void {
  if (!subject) return
  const isTeaching = adminType === ADMIN_TYPE.head || adminType === ADMIN_TYPE.teacher
  if (!isTeaching) throw fault('subject', '只有班主任和任课教师填科目')
  if (/[、,，;；/]/.test(subject)) throw fault('subject', '科目只填一个')
}

export const studentHooks = hook(wecomStudent, {
  async beforeSave(ctx, row, before) {
    const { corpId, departments, studentCode } = { ...before, ...row }
    const corp = await corpOf(ctx, corpId)
    const ids = departments ?? []
    if (ids.length > MOST_CLASSES) throw fault('departments', `一名学生最多在${MOST_CLASSES}个班级`)
    const [first] = await classesOf(ctx, corp, ids, 'departments')
    if (!before) await assertNewId(ctx, wecomStudent, 'studentUserid', row)
    const known = studentCode ? await unitOfStudent(ctx, studentCode) : undefined
    if (studentCode && !known && studentCode !== before?.studentCode) {
      throw fault('studentCode', '学生信息里没有该学籍号')
    }
    Object.assign(row, known ?? (first && unitOf(first)))
    markChanged(row, before)
  },
  async afterSave(ctx, row, before) {
    if (before && (before.schoolCode !== row.schoolCode || before.classCode !== row.classCode)) {
      await placeParents(ctx, row.corpId)
    }
  },
  async beforeRemove(ctx, rows) {
    const ids = rows.map((row) => row.id)
    const found = await sql`select 1 from ${PARENTS} p
      where student = any(${ids}::bigint[]) and is_deleted = 0 limit 1`.execute(ctx.db)
    if (found.rows.length > 0) throw refuse('学生还有家长，请先删除家长')
  },
})

/** Upstream takes `Wang` and `wang` for the same account. */
export async function assertNewId<R extends { corpId: string }>(
  ctx: Ctx,
  entity: AnyEntity,
  field: keyof R & string,
  row: Partial<R>,
): Promise<void> {
  const rows = every(entity, 'accounts occur once, whoever sees the others')
  const found = await sql`select 1 from ${rows} t where corp_id = ${row.corpId ?? ''}
    and lower(${sql.ref(snake(field))}) = lower(${row[field] ?? ''}) and ${sql.ref(snake(field))} <> ${row[field] ?? ''}
    and is_deleted = 0 limit 1`.execute(ctx.db)
  if (found.rows.length > 0) throw fault(field, `该${entity.fields[field].label}已存在，账号不分大小写`)
}

interface ChildFacts extends Unit {
  studentUserid: string
}

export const parentHooks = hook(wecomParent, {
  async beforeSave(ctx, row, before) {
    const { corpId = '', parentUserid = '', student = '' } = { ...before, ...row }
    const found = await sql<ChildFacts>`select student_userid, area_code, school_code, class_code from ${STUDENTS} s
      where id = ${student}::bigint and corp_id = ${corpId} and is_deleted = 0`.execute(ctx.db)
    const child = found.rows[0]
    if (!child) throw fault('student', '学生不属于该企业')
    if (!before) await assertRoom(ctx, corpId, parentUserid)
    Object.assign(row, unitOf(child), { studentUserid: child.studentUserid })
    markChanged(row, before)
  },
  /** A parent has one number, however many children. */
  async afterSave(ctx, row, before) {
    if (!row.mobile || before?.mobile === row.mobile) return
    await sql`update ${into(wecomParent)} set mobile = ${row.mobile}
      where corp_id = ${row.corpId} and parent_userid = ${row.parentUserid} and id <> ${row.id} and is_deleted = 0`.execute(
      ctx.db,
    )
  },
})

async function assertRoom(ctx: Ctx, corpId: string, parentUserid: string): Promise<void> {
  const found = await sql<{ n: number }>`select count(*)::int as n from ${PARENTS} p
    where corp_id = ${corpId} and lower(parent_userid) = lower(${parentUserid}) and is_deleted = 0`.execute(ctx.db)
  if ((found.rows[0]?.n ?? 0) >= MOST_CHILDREN) throw fault('student', `一位家长最多有${MOST_CHILDREN}个孩子`)
}

export const contactHooks = hook(wecomContact, {
  async beforeSave(ctx, row, before) {
    const { unit } = await corpOf(ctx, row.corpId ?? before?.corpId)
    if (!before) Object.assign(row, { areaCode: unit.areaCode, schoolCode: unit.schoolCode })
    markChanged(row, before)
  },
})
