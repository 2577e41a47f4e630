import { lastExam } from '@xueheng/contract/domains/report/last-exam.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { type ExamPackage, type ListedExam, isPublished } from './exam-packages.ts'
import { hiddenUnits } from './hidden-units.ts'
import { discloserOf } from './disclosure/discloser.ts'
import { withRankBand } from './disclosure/rank-band.ts'
import type { Library } from './library.ts'
import { findExam, newestExam, unitsOf } from './open-exam.ts'
import { LAST_EXAM, reportSql } from './report-sql.ts'
import type { UnitRow } from './run.ts'
import { readRows } from './read-rows.ts'
import { cacheKey } from './sight.ts'

type Standing = Output<typeof lastExam>[number]

/** Somebody of many schools or classes is shown the largest. */
const MOST_UNITS = 4
/** In the exam before, each of them is looked for among all. */
const ALL_UNITS = 100_000

/** How the units of the caller did in this published exam, or in the newest, and where they stood in the one before. */
export async function findLastExam(ctx: Ctx, library: Library, examId = ''): Promise<Standing[]> {
  const source = examId ? await findPublished(ctx, library, examId) : await newestExam(ctx, library, wasPublished)
  if (!source) return []
  const before = await findPublished(ctx, library, source.manifest.previous?.examId)
  const [rows, earlier] = await Promise.all([
    readUnits(ctx, library, source, MOST_UNITS),
    before && readUnits(ctx, library, before, ALL_UNITS),
  ])
  const ranks = new Map(earlier?.map((row) => [keyOf(row), row.avgRank]))
  const { examName, beginDate } = source
  return rows.map((row) => ({
    examId: source.examId,
    examName,
    beginDate,
    ...row,
    rankPrev: ranks.get(keyOf(row)) ?? null,
    examPrev: before?.examName ?? null,
  }))
}

const wasPublished = ({ examStatus }: ListedExam): boolean => isPublished(examStatus)

async function findPublished(ctx: Ctx, library: Library, examId: string | undefined): Promise<ExamPackage | undefined> {
  const found = examId ? await findExam(ctx, library, examId) : undefined
  return found && wasPublished(found) ? found : undefined
}

/** From memory when somebody of the same units asked before: the start page asks whenever it is opened. */
async function readUnits(ctx: Ctx, library: Library, source: ExamPackage, size: number): Promise<UnitRow[]> {
  const { label: _label, ...lists } = await unitsOf(ctx, library, source, {})
  const grain = ctx.scope.level
  const hidden = [...(await hiddenUnits(ctx, library, source))]
  const discloser = await discloserOf(ctx, library, source, { grain, courseId: 0 })
  const values = { ...lists, grain, hidden, package: source.folder, sdType: source.manifest.rule.sdType, size }
  return library.standings.through(cacheKey(LAST_EXAM, values, discloser.disclosure), async () => {
    const rows = await readRows<UnitRow>(ctx, reportSql({ sql: LAST_EXAM }).rows, values, discloser)
    return rows.map((row) => withRankBand(row, ['avgRank']))
  })
}

function keyOf({ areaCode, schoolCode, classCode }: Pick<Standing, 'areaCode' | 'schoolCode' | 'classCode'>): string {
  return [areaCode, schoolCode, classCode].join(' ')
}
