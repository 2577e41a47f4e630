import { userExport } from '@xueheng/contract/domains/people/user-import.ts'
import { wallDay } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { filtersOf, requiredReason } from '../../../platform/rows/export.ts'
import { type ExportJob, isLong, startLongExport } from '../../../platform/rows/long-export.ts'
import type { Query } from '../../../platform/rows/read.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import type { FileAnswer } from '../../../platform/files/files.ts'
import { openWorkbook } from '../../../platform/files/open-workbook.ts'
import { MOST_SHEET_ROWS, tooManyRows } from '../../../platform/rows/walk-rows.ts'
import { XLSX_TYPE } from '../../../platform/sheet/write.ts'
import { pageOfUsers } from '../user-rows.ts'

const HEADER = [
  { key: 'tenantId', title: '租户编号', width: 12 },
  { key: 'userTypeName', title: '用户平台名称', width: 16 },
  { key: 'account', title: '账户', width: 18 },
  { key: 'name', title: '昵称', width: 14 },
  { key: 'realName', title: '姓名', width: 14 },
  { key: 'email', title: '邮箱', width: 24 },
  { key: 'phone', title: '手机', width: 16 },
  { key: 'roleName', title: '角色名称', width: 20 },
  { key: 'deptName', title: '部门名称', width: 24 },
  { key: 'postName', title: '岗位名称', width: 16 },
  { key: 'birthday', title: '生日', width: 20 },
  { key: 'expireTime', title: '有效期至', width: 20 },
  { key: 'state', title: '账号状态', width: 12 },
]
/** Rows a page of the list has at most. */
const PAGE = 1000

/**
 * The users the list shows under these filters, all pages, for a reason; `inside` is where their rows are. Clients of this family send
 * `undefined` for no filter. A job makes the workbook of many where whoever asks can fetch it later.
 */
export async function exportUsers(ctx: Ctx, inside: Ctx, given: Query): Promise<FileAnswer | ExportJob> {
  const reason = requiredReason(given['reason'])
  const { isBackground: _isBackground, ...filters } = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value === 'undefined' ? null : value]),
  )
  const platforms = await dictLabels(inside, 'user_type')
  const { total } = await pageOfUsers(inside, { ...filters, current: 1, size: 1 })
  if (isLong(given, total)) return startLongExport(ctx, userExport.name, userExport.title, given)
  let count = 0
  async function* rows(): AsyncGenerator<Record<string, unknown>> {
    await ctx.report?.({ step: '写入工作簿', done: 0, total })
    for (let current = 1; ; current += 1) {
      const { records } = await pageOfUsers(inside, { ...filters, current, size: PAGE })
      count += records.length
      if (count > MOST_SHEET_ROWS) throw tooManyRows()
      for (const row of records) yield { ...row, userTypeName: platforms.get(String(row.userType)) ?? '' }
      await ctx.report?.({ done: count })
      if (records.length < PAGE) return
    }
  }
  const sheet = { name: '用户', header: HEADER, rows: rows(), freeze: { rows: 1, columns: 0 } }
  const { body, sha256 } = await openWorkbook(ctx.files, [sheet])
  await logOperation(inside, 'user.export', '用户导出', {
    entity: 'user',
    after: { rows: count, filters: filtersOf(filters), sha256, reason },
  })
  return { name: `用户_${wallDay(ctx.now).replaceAll('-', '')}.xlsx`, contentType: XLSX_TYPE, body, rows: count }
}
