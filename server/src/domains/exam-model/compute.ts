import type { ScoringExplain, ScoringPart } from '@xueheng/contract/domains/exam-model/explain.ts'
import {
  type ModelPart,
  type ModelSnapshot,
  TIE,
  examModel,
  modelStates,
} from '@xueheng/contract/domains/exam-model/exam-model.ts'
import { DIRECTION } from '@xueheng/contract/domains/exam-model/model-item.ts'
import { examModelScoring } from '@xueheng/contract/domains/exam-model/model-scoring.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { listAll } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'
import { requireState, stateRow } from '../../platform/states.ts'
import { ranks } from '../exam/index.ts'
import { type Bench, type Item, type ItemValue, itemOf, unitsOf, valuesOf } from './item-values.ts'
import { NOTHING, type Outcome, type ResultRow, keepRun, plus } from './runs.ts'
import { pointsOf, tidy } from './scoring-rules.ts'
import { type Unit, grainName } from './sources.ts'
import { totalsOf } from './total.ts'
import { own } from '../../platform/db/table.ts'
import { examModelResult, examModelVersion } from './tables.ts'

export type Scoring = EntityRow<typeof examModelScoring.fields>
export type Model = EntityRow<typeof examModel.fields>

const BLANK = { value: null, points: null, rank: null, rankPrev: null, n: null, sectionPoints: null }

/** Of a unit that nothing is known of. */
const NO_VALUE: ItemValue = { value: null, n: null, explain: { kind: 'manual', value: null } }

/** Computes indicators and keeps their values. */
export async function computeItems(bench: Bench, items: Item[]): Promise<Outcome> {
  let outcome = NOTHING
  for (const item of items) {
    const [units, values] = [await unitsOf(bench, item.grain), await valuesOf(bench, item)]
    const found = units.map((unit) => values.get(unit.unitCode))
    const places = ranks(
      found.map((one) => one?.value ?? null),
      item.direction === DIRECTION.less ? 'low' : 'high',
    )
    const rows = units.map((unit, at) => ({
      ...placeOf(unit),
      ...BLANK,
      ...(found[at] ?? NO_VALUE),
      rank: places[at] ?? null,
    }))
    outcome = plus(
      outcome,
      await keepRun(bench.ctx, { kind: 'item', code: item.itemCode, examKey: bench.examKey, schoolGroup: '' }, rows),
    )
  }
  return outcome
}

/** Only what says who a unit is: packages bring more with it. */
function placeOf(unit: Unit): Unit {
  const { unitCode, unitName, areaCode, areaName, schoolCode, schoolName, classCode, schoolGroup } = unit
  return { unitCode, unitName, areaCode, areaName, schoolCode, schoolName, classCode, schoolGroup }
}

interface Judged {
  unit: Unit
  n: number | null
  explain: ScoringExplain
}

/** Points of everyone who is compared: all units of the grain, or those of one group of schools. */
async function judge(bench: Bench, scoring: Scoring, schoolGroup: string): Promise<Judged[]> {
  const item = itemOf(bench, scoring.itemCode)
  const rule = scoring.ruleJson ?? {}
  const units = (await unitsOf(bench, item.grain)).filter((unit) => !schoolGroup || unit.schoolGroup === schoolGroup)
  const values = await valuesOf(bench, item)
  const targets = rule.targetItem ? await valuesOf(bench, itemOf(bench, rule.targetItem)) : undefined
  const own = units.map((unit) => values.get(unit.unitCode))
  const { ruleKind, fullPoints, minPoints, maxPoints } = scoring
  const scored = { ruleKind, fullPoints, rule, minPoints, maxPoints, isLessBetter: item.direction === DIRECTION.less }
  const points = pointsOf(
    scored,
    own.map((one) => one?.value ?? null),
    targets && units.map((unit) => targets.get(unit.unitCode)?.value ?? null),
  )
  return units.map((unit, at) => ({
    unit: placeOf(unit),
    n: own[at]?.n ?? null,
    explain: { ...told(item, scoring, own[at]), ...(points[at] ?? { points: null, against: {} }) },
  }))
}

function told(item: Item, scoring: Scoring, own: ItemValue | undefined): Omit<ScoringExplain, 'points' | 'against'> {
  return {
    itemCode: item.itemCode,
    itemName: item.itemName,
    item: (own ?? NO_VALUE).explain,
    value: own?.value ?? null,
    decimals: item.decimals ?? 2,
    ruleKind: scoring.ruleKind,
    rule: scoring.ruleJson ?? {},
    isLessBetter: item.direction === DIRECTION.less,
    fullPoints: scoring.fullPoints,
  }
}

/** Computes scoring items with the indicators they are made of, and tells what each unit got. */
export async function computeScorings(
  bench: Bench,
  scorings: Scoring[],
  schoolGroup: string,
): Promise<{ outcome: Outcome; judged: Judged[][] }> {
  const codes = new Set(
    scorings.flatMap(({ itemCode, ruleJson }) => [itemCode, ...(ruleJson?.targetItem ? [ruleJson.targetItem] : [])]),
  )
  await computeItems(
    bench,
    [...codes].map((code) => itemOf(bench, code)),
  )
  let outcome = NOTHING
  const judged: Judged[][] = []
  for (const scoring of scorings) {
    const units = await judge(bench, scoring, schoolGroup)
    judged.push(units)
    const places = ranks(units.map(({ explain }) => explain.points))
    const rows: ResultRow[] = units.map(({ unit, n, explain }, at) => {
      return { ...unit, ...BLANK, value: explain.value, points: explain.points, n, rank: places[at] ?? null, explain }
    })
    const key = { kind: 'scoring' as const, code: scoring.scoringCode, examKey: bench.examKey, schoolGroup }
    outcome = plus(outcome, await keepRun(bench.ctx, key, rows))
  }
  return { outcome, judged }
}

/** Computes a model with everything it is made of. */
export async function computeModel(bench: Bench, model: Model): Promise<Outcome> {
  await requireState(bench.ctx, modelStates, stateRow(examModel, model.id, 'modelStatus'), 'compute')
  const scorings = await scoringsByCode(bench.ctx)
  const parts = (model.items ?? []).map((part) => ({ part, scoring: scoringOf(scorings, part.scoringCode) }))
  const schoolGroup = model.schoolGroup ?? ''
  const { judged } = await computeScorings(
    bench,
    parts.map(({ scoring }) => scoring),
    schoolGroup,
  )
  const [first = []] = judged
  if (first.length === 0) throw refuse(`考试里没有可评价的${GRAIN_WORDS[grainName(model.grain)]}`)
  const lines = first.map((_unit, at) =>
    parts.map(({ part, scoring }, of) => lineOf(part, scoring, judged[of]?.[at]?.explain)),
  )
  const before = await earlierRanks(bench, model.modelCode)
  const rows: ResultRow[] = totalsOf(lines, model.tieRule).map(({ totalPoints, ...rest }, at) => {
    const { unit } = first[at] as Judged
    return {
      ...unit,
      ...BLANK,
      ...rest,
      points: totalPoints,
      rankPrev: before.get(unit.unitCode) ?? null,
      explain: lines[at] ?? [],
    }
  })
  const key = { kind: 'model' as const, code: model.modelCode, examKey: bench.examKey, schoolGroup: '' }
  return keepRun(bench.ctx, key, rows, snapshotOf(bench, model))
}

function snapshotOf(bench: Bench, model: Model): ModelSnapshot {
  const { modelName, grain, schoolGroup, totalPoints, tieRule, items } = model
  return {
    modelName,
    grain,
    schoolGroup,
    totalPoints: totalPoints ?? 0,
    tieRule: tieRule ?? TIE.shared,
    sections: [...new Set((items ?? []).map((part) => part.section))],
    exams: bench.sources.map(({ folder: _folder, ...used }) => used),
  }
}

const GRAIN_WORDS = { area: '县区', school: '学校', class: '班级', teacher: '教师' }

function lineOf(
  { scoringCode, weight, section }: ModelPart,
  scoring: Scoring,
  explain: ScoringExplain | undefined,
): ScoringPart {
  if (!explain) throw new Error(`the units of ${scoringCode} are not those of the model`)
  const weighted = explain.points === null ? null : tidy(explain.points * weight)
  return { ...explain, scoringCode, scoringName: scoring.scoringName, section, weight, weighted }
}

export async function scoringsByCode(ctx: Ctx): Promise<Map<string, Scoring>> {
  const rows = await listAll(examModelScoring, ctx, {})
  return new Map(rows.map((row) => [row.scoringCode, row]))
}

export function scoringOf(scorings: Map<string, Scoring>, code: string): Scoring {
  const scoring = scorings.get(code)
  if (!scoring) throw refuse(`评分项「${code}」不存在`)
  return scoring
}

/** Ranks of the newest version that evaluates another exam, to compare with. */
async function earlierRanks(bench: Bench, modelCode: string): Promise<Map<string, number>> {
  const found = await sql<{
    unitCode: string
    rank: number
  }>`select r.unit_code, r.rank from ${own(examModelResult)} r
    where r.rank is not null and r.version_id = (
      select v.id from ${own(examModelVersion)} v where v.model_code = ${modelCode}
        and split_part(v.exam_key, ',', 1) <> ${bench.sources[0]?.examId}
      order by v.version_no desc limit 1)`.execute(bench.ctx.db)
  return new Map(found.rows.map((row) => [row.unitCode, row.rank]))
}

/** Definitions and working results are the bureau's; others see finished versions. */
export function requireBureau(ctx: Ctx): void {
  if (ctx.scope.level !== 'all') throw new AppError('access.refused')
}
