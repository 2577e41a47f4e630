import * as call from '@xueheng/contract/domains/people/user-import.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Sessions } from '../../../platform/http/session.ts'
import { type Implementation, implement } from '../../../platform/module.ts'
import type { TableColumn } from '../../../platform/table-import/table-file.ts'
import { type TableImport, importHandlers, keepTable, freshBook } from '../../../platform/table-import/table-import.ts'
import { type TenantDeps, assertHolds, whereRowsAre } from '../../tenancy/index.ts'
import { exportUsers } from './export.ts'
import { judgeRows } from './judge.ts'
import { type Known, loadKnown } from './known.ts'
import { saveRows } from './save.ts'

type Deps = TenantDeps & { sessions: Sessions }

const NOTE =
  '带 * 的列必填；角色、部门、岗位可写多个，以、隔开；同名部门写明上级，如 A/B；以「示例」开头的行不会导入；新账号的密码是初始密码'

export function userImportHandlers(deps: Deps): Implementation[] {
  const kind = userImportKind(deps)
  return [
    ...importHandlers(call.userImports, kind),
    implement(call.userImport, (ctx, asked, info) =>
      kind.at(ctx, asked, (inside) => keepTable(kind, inside, asked, freshBook(info))),
    ),
    implement(call.userExport, (ctx, { query, ...input }) =>
      kind.at(ctx, input, (inside) => exportUsers(ctx, inside, query)),
    ),
  ]
}

function userImportKind(deps: Deps): TableImport {
  return {
    title: '用户导入',
    note: NOTE,
    columns: call.USER_COLUMNS,
    fields: { userType: user.fields.userType, sex: user.fields.sex },
    columnsWithOptions: columnsOf,
    lock: (ctx) => `users-${ctx.user.tenantId}`,
    at: (ctx, { tenantId }, work) => whereRowsAre(deps, ctx, user, { tenantId }, work),
    async judge(ctx, table, { isCovered }) {
      if (isCovered === 1) assertHolds(ctx, 'user_edit')
      const known = await loadKnown(
        ctx,
        table.map((row) => row.values['account'] ?? ''),
      )
      const rows = judgeRows(table, known, isCovered === 1)
      const isFull = rows.filter((row) => !row.isKnown).length > known.room
      return { rows, message: isFull ? '当前租户已到最大账号额度!' : '' }
    },
    async save(ctx, rows) {
      const kept = await saveRows(ctx, rows)
      if (kept.changed > 0) ctx.afterwards(() => deps.sessions.changed())
      return kept
    },
  }
}

/** With the words there are to choose from; the first of each stands in the example. */
async function columnsOf(ctx: Ctx): Promise<TableColumn[]> {
  const known = await loadKnown(ctx, [])
  return call.USER_COLUMNS.map((column) => {
    const names = known[column.key as keyof Known]
    if (!(names instanceof Map)) return column
    const options = [...(names as Map<string, string[]>)].filter(
      ([, ids]) => ids.length === 1 && !known.beyond.has(ids[0] ?? ''),
    )
    const words = options.map(([name]) => name)
    return { ...column, example: words.at(column.key === 'roleId' ? -1 : 0) ?? '', options: words }
  })
}
