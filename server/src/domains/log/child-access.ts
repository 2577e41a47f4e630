import { childAccess, childAccesses } from '@xueheng/contract/domains/log/child-access.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, visible } from '../../platform/access/doors.ts'
import { unitRows } from '../../platform/access/scope.ts'
import { childKey } from '../../platform/audit/child-access.ts'
import { childAccessChild } from '../../platform/audit/tables.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { AppError } from '../../platform/error.ts'
import { exportRows } from '../../platform/rows/export.ts'
import { findOf, listOf, rowsOf } from '../../platform/rows/list.ts'
import type { Query } from '../../platform/rows/read.ts'

const everyAct = every(childAccess, 'narrowed below to what the reader may see')

interface Asked {
  studentCode: string | null
  query: Query
}

/** A page of who saw data of children; with a student code, of that child. */
export async function childAccessList(ctx: Ctx, { studentCode, query }: Asked) {
  return listOf(ctx, childAccesses.list, query, actsOf(ctx, studentCode))
}

/** What the list shows under these filters, as a workbook. */
export async function exportChildAccess(ctx: Ctx, { studentCode, query }: Asked) {
  return exportRows(ctx, childAccess, query, rowsOf(childAccesses.list, query, actsOf(ctx, studentCode)))
}

/** One act; refuses one out of sight. */
export async function childAccessDetail(ctx: Ctx, id: string) {
  const line = await findOf(ctx, childAccesses.list, id, actsOf(ctx, null))
  if (!line) throw new AppError('row.notFound')
  return line
}

/**
 * The bureau sees every act. Others see acts about a single child of their schools, and, asked for a child they may see, those
 * about it alone: an act about many tells of children of other schools. Teachers of a class see none.
 */
function actsOf(ctx: Ctx, studentCode: string | null): RawBuilder<unknown> {
  const about = studentCode
    ? sql`a.id in (select c.access_id from ${own(childAccessChild)} c
        where c.tenant_id = ${ctx.user.tenantId} and c.child_key = ${childKey(ctx.user.tenantId, studentCode)}::bigint)`
    : sql`true`
  return sql`(select a.*, a.children as child_num from ${everyAct} a where ${about} and ${sightOf(ctx, studentCode)})`
}

function sightOf(ctx: Ctx, studentCode: string | null): RawBuilder<unknown> {
  const { level } = ctx.scope
  if (level === 'all') return sql`true`
  if (level === 'class') return sql`false`
  if (!studentCode) return unitRows(childAccess, ctx)
  return sql`a.children = 1 and (${unitRows(childAccess, ctx)}
    or exists (select 1 from ${visible(ctx, basicStudent)} s where s.student_code = ${studentCode}))`
}
