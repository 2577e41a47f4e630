import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import * as call from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { portfolioStatics } from '@xueheng/contract/domains/portfolio/statics.ts'
import { sql } from 'kysely'
import { listOf } from '../../platform/rows/list.ts'
import { type Query, listPage } from '../../platform/rows/read.ts'
import { filterConditions } from '../../platform/rows/filters.ts'
import { allFields } from '../../platform/rows/rows.ts'
import type { Config } from '../../platform/config.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { assertMay } from '../../platform/access/rights.ts'
import { collectedHandlers } from './collected.ts'
import { requestChange } from './change.ts'
import { withLinks } from '../resource/index.ts'
import { CERTIFICATES, takeCertificate } from './pictures.ts'
import type { Entry } from './rules.ts'
import { inState } from './statics-units.ts'
import { staticsOf } from './statics.ts'
import { searchTeachers } from './teachers.ts'
import { visible } from '../../platform/access/doors.ts'

export interface PortfolioDeps {
  config: Pick<Config, 'masterKey'>
  database: Database
}

const { waitSchool, schoolRefused, waitBureau, bureauRefused, passed, archived } = portfolioStates.states

export function portfolioHandlers({ config: { masterKey }, database }: PortfolioDeps): Implementation[] {
  const shown = <T>(ctx: Ctx, row: T): T => withLinks(masterKey, ctx, CERTIFICATES.name, row)
  return [
    implement(call.portfolioChange, async (ctx, { id }) => shown(ctx, await requestChange(ctx, id))),
    implement(call.portfolioTeachers, (ctx, { name }) => searchTeachers(ctx, name ?? '')),
    implement(call.listTeachers, (ctx, { query }) => teacherPage(ctx, query)),
    implement(call.listByTeacher, async (ctx, { teacherCode }) => {
      assertMay(ctx, 'portfolioteacher_view', 'teacherportfolio_view')
      const rows = await entriesOf(ctx, teacherCode || ctx.user.account)
      return rows.map((row) => shown(ctx, row))
    }),
    implement(call.portfolioImage, (ctx, { bucketName }, { uploads }) =>
      takeCertificate({ database, masterKey }, ctx, bucketName, uploads[0]),
    ),
    implement(portfolioStatics, staticsOf),
    ...collectedHandlers,
  ]
}

/** All entries of a teacher, kind by kind, newest first. */
async function entriesOf(ctx: Ctx, teacherCode: string): Promise<Entry[]> {
  const query = {
    teacherCode_equal: teacherCode,
    ascs: 'portfolioType,portfolioChildType',
    descs: 'createTime',
    size: 1000,
  }
  return (await listPage(call.teacherPortfolio, ctx, query)).records
}

/** One line per teacher with entries the caller sees, at the school the entries were made at. */
function teacherPage(ctx: Ctx, query: Query) {
  const times = Object.fromEntries(Object.entries(query).filter(([name]) => name.startsWith('createTime_')))
  const made = sql.join([sql`true`, ...filterConditions(allFields(call.teacherPortfolio), times)], sql` and `)
  const lines = sql`(select max(e.id) as id, e.teacher_code, max(e.teacher_name) as teacher_name, max(e.area_code) as area_code,
      e.school_code, count(*)::int as entry_total, ${inState(passed, archived)} as passed,
      ${inState(waitSchool, waitBureau)} as waiting, ${inState(schoolRefused, bureauRefused)} as rejected, max(e.update_time) as last_time
    from ${visible(ctx, call.teacherPortfolio)} e where ${made} group by e.teacher_code, e.school_code)`
  return listOf(ctx, call.listTeachers, query, lines)
}
