import type { Ctx } from '../../platform/ctx.ts'
import { type OtherSchools, disclosureOf } from './disclosure/disclosure.ts'
import { NO_OTHERS, otherSchools } from './disclosure/other-schools.ts'
import type { ExamPackage } from './exam-packages.ts'
import type { Library } from './library.ts'
import { unitsOf } from './open-exam.ts'
import { OWN_AND_ABOVE, OWN_AND_ABOVE_LINES, OWN_AND_ABOVE_QUESTIONS, reportSql, type Statement } from './report-sql.ts'
import { queryRows } from './read-rows.ts'
import { cacheKey } from './sight.ts'
import { type CountedUnit, UNIT_GRAINS, type UnitGrain, unitCourse } from './unit-course.ts'

/**
 * Units above the reader's own whose figures would tell of fewer than `smallest` others: the unit has fewer students,
 * or the reader knows the figures of all but fewer, as those of own units and of shown ones in between are
 * subtracted. `own` is the reader's grain; `units` are the own ones and all above them.
 */
export function findHidden(
  own: UnitGrain,
  units: readonly CountedUnit[],
  smallest: number,
  others: OtherSchools = NO_OTHERS,
): Set<string> {
  const hidden = new Set<string>()
  const known = new Map<string, number>()
  for (const grain of UNIT_GRAINS.slice(UNIT_GRAINS.indexOf(own))) {
    const above = UNIT_GRAINS[UNIT_GRAINS.indexOf(grain) + 1]
    for (const unit of units.filter((one) => one.grain === grain)) {
      const key = unitCourse(grain, unit, unit.courseId, unit.lineNo)
      const inside = grain === own ? knownOf(unit, others, smallest) : (known.get(key) ?? 0)
      const isHidden = grain !== own && isTelling(unit.studentNum, inside, smallest)
      if (isHidden) hidden.add(key)
      if (!above) continue
      const next = unitCourse(above, unit, unit.courseId, unit.lineNo)
      known.set(next, (known.get(next) ?? 0) + (isHidden || grain === own ? inside : unit.studentNum))
    }
  }
  return hidden
}

/** Of another school only what is shown of it is known. */
function knownOf({ schoolCode, studentNum }: CountedUnit, others: OtherSchools, smallest: number): number {
  return others.has(schoolCode ?? '') && studentNum < smallest ? 0 : studentNum
}

function isTelling(students: number, known: number, smallest: number): boolean {
  const others = students - known
  return students < smallest || (others > 0 && others < smallest)
}

/** Those of a package for whoever asks, by course, line or question; nothing is hidden from who sees everything. */
export async function hiddenUnits(
  ctx: Ctx,
  library: Library,
  source: ExamPackage,
  counted: string = OWN_AND_ABOVE,
): Promise<ReadonlySet<string>> {
  const { level } = ctx.scope
  if (level === 'all') return new Set()
  const { label: _label, ...lists } = await unitsOf(ctx, library, source, {})
  const others = await otherSchools(ctx, library, source, await disclosureOf(ctx, source.policy))
  const values = { ...lists, ...(others.size > 0 && { schoolScope: null }), grain: level, package: source.folder }
  const units = await library.counts.through(cacheKey(counted, values), () =>
    queryRows<CountedUnit & Record<string, unknown>>(ctx, reportSql({ sql: counted }).rows, values),
  )
  return findHidden(level, units, source.policy.smallestGroup, others)
}

/** What a statement must not tell: of lines nothing of the few of one stream, of questions nothing of the few who answered one. */
export async function hiddenFrom(
  ctx: Ctx,
  library: Library,
  source: ExamPackage,
  { sql }: Statement,
): Promise<ReadonlySet<string>> {
  const units = await hiddenUnits(ctx, library, source)
  const parts = PARTS.filter(({ file }) => sql.includes(file))
  const found = await Promise.all(parts.map(({ counted }) => hiddenUnits(ctx, library, source, counted)))
  return new Set([...units, ...found.flatMap((some) => [...some])])
}

/** The files whose rows are of parts of a course, and the statements that count who is in them; no report reads two of them. */
const PARTS = [
  { file: '/line_stat.parquet', counted: OWN_AND_ABOVE_LINES },
  { file: '/question_stat.parquet', counted: OWN_AND_ABOVE_QUESTIONS },
  { file: '/knowledge.parquet', counted: OWN_AND_ABOVE_QUESTIONS },
]
