import { basicSchool, schoolByCode, schoolTree } from '@xueheng/contract/domains/school/basic-school.ts'
import { sql } from 'kysely'
import { dictLabels } from '../../platform/rows/labels.ts'
import { maskRows } from '../../platform/access/mask.ts'
import { findBy } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, fault, refuse } from '../../platform/error.ts'
import { hook, implement } from '../../platform/module.ts'
import { every, visible } from '../../platform/access/doors.ts'
import { findOnce } from '../../platform/find-once.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'

const SCHOOLS = every(basicSchool, 'whether a school is there, and where it lies')
const STUDENTS = every(basicStudent, 'a school with students is not removed, whoever asks')

interface SchoolRow {
  schoolCode: string
  schoolName: string
  areaCode: string
}

/** The school of a code, wherever it lies in the tenant. */
export async function findSchool(ctx: Pick<Ctx, 'db'>, schoolCode: string): Promise<SchoolRow | undefined> {
  const found = await sql<SchoolRow>`select school_code, school_name, area_code
    from ${SCHOOLS} where school_code = ${schoolCode} and is_deleted = 0`.execute(ctx.db)
  return found.rows[0]
}

const schoolOnce = findOnce<SchoolRow>(findSchool)

/** The area a row belongs to follows from its school. */
export async function areaOfSchool(ctx: Ctx, schoolCode: unknown): Promise<string> {
  const school = await schoolOnce(ctx, String(schoolCode ?? ''))
  if (!school) throw fault('schoolCode', '学校不存在')
  return school.areaCode
}

/** 县区 › 学校: only the schools the user may see. */
async function tree(ctx: Ctx) {
  const schools = await sql<SchoolRow>`select school_code, school_name, area_code
    from ${visible(ctx, basicSchool)} s where is_sealed is distinct from 1 order by sort, school_code`.execute(ctx.db)
  const areas = await dictLabels(ctx, 'exam_area')
  return [...areas].flatMap(([code, title]) => {
    const children = schools.rows
      .filter((school) => school.areaCode === code)
      .map((school) => ({
        id: school.schoolCode,
        key: school.schoolCode,
        value: school.schoolCode,
        parentId: code,
        title: school.schoolName,
        hasChildren: false,
      }))
    return children.length > 0
      ? [{ id: code, key: code, value: code, parentId: '0', title, hasChildren: true, children }]
      : []
  })
}

async function byCode(ctx: Ctx, { schoolCode }: { schoolCode: string }) {
  const row = await findBy(basicSchool, ctx, { schoolCode: schoolCode.trim().toUpperCase() })
  return (row && maskRows(basicSchool.fields, [row])[0]) ?? null
}

export const schoolHandlers = [implement(schoolTree, tree), implement(schoolByCode, byCode)]

/** The area of a school decides what its people see of the area: not for themselves to choose. */
function assertMayMove({ scope }: Ctx): void {
  if (scope.level === 'all' || scope.level === 'area') return
  const message = '学校所属县区由县区或市级用户修改'
  throw new AppError({ status: 403, text: message }, {}, [{ field: 'areaCode', message }])
}

export const schoolHooks = hook(basicSchool, {
  async beforeSave(ctx, row, before) {
    if (before && row.areaCode !== undefined && row.areaCode !== before.areaCode) assertMayMove(ctx)
    if (before || !row.schoolCode) return
    row.schoolCode = row.schoolCode.toUpperCase()
    if (await findSchool(ctx, row.schoolCode)) throw fault('schoolCode', '社会统一信用代码已存在')
  },
  async beforeRemove(ctx, rows) {
    const codes = rows.map((row) => row.schoolCode)
    const used = await sql<{
      n: number
    }>`select count(*)::int as n from ${STUDENTS} where school_code = any(${codes}) and is_deleted = 0`.execute(ctx.db)
    if ((used.rows[0]?.n ?? 0) > 0) throw refuse('学校下还有学生，不能删除；不再使用请封存')
  },
})
