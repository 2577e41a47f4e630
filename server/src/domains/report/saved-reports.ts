import { registry } from '@xueheng/contract'
import { SHARED, savedReport } from '@xueheng/contract/domains/report/saved-report.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import { relaxed } from '@xueheng/contract/platform/relaxed.ts'
import { sql } from 'kysely'
import type { AccessRule, Reader } from '../../platform/access/rules.ts'
import type { Scope } from '../../platform/access/user.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { type EntityHooks, hook } from '../../platform/module.ts'

/** The own ones and what is shared with the reader, of reports he may open; administrators see all. */
export const savedReportAccess: AccessRule = {
  entity: savedReport,
  limit: ({ user, scope }) =>
    user.isAdministrator
      ? undefined
      : sql`(report_name = any(${reportsFor(user)}) and (create_user = ${user.id} or share_scope = ${SHARED.all}
          or (share_scope = ${SHARED.unit} and unit_codes ?| ${unitsOf(scope)}::text[])))`,
}

export const savedReportHooks: EntityHooks = hook(savedReport, {
  async beforeSave(ctx, row, before) {
    if (before) assertOwn(ctx, [before])
    else Object.assign(row, { ownerName: ctx.user.name, unitCodes: unitsOf(ctx.scope) })
    const whole = { ...before, ...row }
    const report = registry.reports.find(({ name }) => name === whole.reportName)
    if (!report || !reportsFor(ctx.user).includes(report.name)) throw fault('reportName', '没有这张报表')
    row.params = checkParams(report, whole.params)
    row.hiddenColumns = checkColumns(whole.hiddenColumns)
    if (whole.shareScope !== SHARED.own && OF_STUDENT.some((name) => row.params?.[name])) {
      throw fault('shareScope', '条件里有考生，只能仅自己使用')
    }
  },
  beforeRemove: async (ctx, rows) => assertOwn(ctx, rows),
})

/** Names of the reports a user may open. */
function reportsFor({ permissions, isAdministrator }: Reader['user']): string[] {
  return registry.reports.flatMap(({ name, permission }) =>
    isAdministrator || permissions.has(permission) ? [name] : [],
  )
}

const BUREAU = 'bureau'

/** The units somebody works in, as keys that two users of one unit have in common. */
function unitsOf(scope: Scope): string[] {
  switch (scope.level) {
    case 'all':
      return [BUREAU]
    case 'area':
      return scope.areaCodes.map((code) => `area:${code}`)
    case 'school':
    case 'class':
      return scope.schoolCodes.map((code) => `school:${code}`)
  }
}

function assertOwn({ user }: Ctx, rows: { createUser: string | null }[]): void {
  const isForeign = rows.some(({ createUser }) => createUser !== user.id)
  if (isForeign && !user.isAdministrator) throw refuse('只能修改和删除自己保存的报表')
}

/** Whom a report is about: nobody else's business. */
const OF_STUDENT = ['studentCode', 'studentName', 'studentNumber']

/** The filters that the report knows, each as the text its screen keeps in the address. */
function checkParams({ params }: AnyReport, given: unknown): Record<string, string> {
  const { examId: _exam, ...known } = relaxed(params)
  const asked = Object.entries(given && typeof given === 'object' ? given : {}).filter(([name]) => name in known)
  const kept = Object.fromEntries(asked.flatMap(([name, value]) => (value ? [[name, String(value)]] : [])))
  const parsed = parseFields(known, kept, { partial: true })
  if (!parsed.ok) throw fault('params', parsed.problems[0]?.message ?? '')
  return kept
}

const MOST_COLUMNS = 500
const LONGEST_KEY = 100

function checkColumns(given: unknown): string[] {
  const keys = Array.isArray(given) ? given.map(String) : []
  if (keys.length > MOST_COLUMNS || keys.some((key) => key.length > LONGEST_KEY || key.includes(','))) {
    throw fault('hiddenColumns', '列的名称有误')
  }
  return keys
}
