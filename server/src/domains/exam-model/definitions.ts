import { TIE, examModel, modelStates, type ModelPart } from '@xueheng/contract/domains/exam-model/exam-model.ts'
import { DIRECTION, EXAM_ROLE, FORMULA, examModelItem } from '@xueheng/contract/domains/exam-model/model-item.ts'
import { examModelScoring } from '@xueheng/contract/domains/exam-model/model-scoring.ts'
import { RULE, type ScoringRule } from '@xueheng/contract/domains/exam-model/scoring-rule.ts'
import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { sql } from 'kysely'
import { listAll } from '../../platform/rows/read.ts'
import type { AccessRule, RowLimit } from '../../platform/access/rules.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { conflict, fault } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { stateRow, transition } from '../../platform/states.ts'
import { type Model, type Scoring, requireBureau, scoringsByCode } from './compute.ts'
import { ExpressionFault, codesOf, isItemCode, parseExpression } from './expression.ts'
import type { Item } from './item-values.ts'
import { quotaField } from './quota-fields.ts'
import { tidy } from './scoring-rules.ts'
import { grainName } from './sources.ts'
import { own } from '../../platform/db/table.ts'
import { examModelVersion } from './tables.ts'

const bureauOnly: RowLimit = ({ scope }) => (scope.level === 'all' ? undefined : sql`false`)

const withFinalVersion: RowLimit = ({ scope }) =>
  scope.level === 'all'
    ? undefined
    : sql`exists (select 1 from ${own(examModelVersion)} v where v.model_code = exam_model.model_code and v.is_final = 1)`

/** How points are made is the bureau's; what came of it stands with every result. Others see models with a final version. */
export const modelAccess: AccessRule[] = [
  { entity: examModelItem, limit: bureauOnly },
  { entity: examModelScoring, limit: bureauOnly },
  { entity: examModel, limit: withFinalVersion },
]

async function itemsByCode(ctx: Ctx): Promise<Map<string, Item>> {
  const rows = await listAll(examModelItem, ctx, {})
  return new Map(rows.map((row) => [row.itemCode, row]))
}

export const itemHooks = hook(examModelItem, {
  async beforeSave(ctx, row, before) {
    requireBureau(ctx)
    const item = { ...before, ...row } as Item
    if (!before && !isItemCode(item.itemCode)) {
      throw fault('itemCode', '指标编码由文字、数字和下划线组成，不以数字开头，也不是 min、max、round')
    }
    grainName(item.grain)
    if (before && row.grain !== undefined && row.grain !== before.grain) {
      await refuseUsed(ctx, [before], '不能改评价对象')
    }
    if (item.formulaKind === FORMULA.quota) checkQuota(item)
    else if (item.formulaKind === FORMULA.expression) await checkExpression(ctx, item)
    else if (item.formulaKind === FORMULA.valueAdded) checkValueAdded(item)
    else if (item.formulaKind !== FORMULA.manual) throw fault('formulaKind', '请选择取值方式')
    if (item.direction !== DIRECTION.less) row.direction = DIRECTION.more
  },
  async beforeRemove(ctx, rows) {
    await refuseUsed(ctx, rows, '不能删除')
  },
})

function checkQuota(item: Item): void {
  if (!item.quotaField) throw fault('quotaField', '请选择统计字段')
  const field = quotaField(item.quotaField)
  if (!field) throw fault('quotaField', '统计字段不存在')
  if (field.except?.includes(grainName(item.grain))) throw fault('quotaField', '报表里没有这个评价对象的该统计字段')
  if (field.isOfTotal && item.courseName && item.courseName !== TOTAL_COURSE) {
    throw fault('courseName', '该统计字段只用于总分')
  }
  if (field.needsN && !item.frontN) throw fault('frontN', '请输入前N名的N')
}

function checkValueAdded(item: Item): void {
  if (grainName(item.grain) === 'teacher') throw fault('formulaKind', '增值不用于教师')
  if (item.examRole !== null && item.examRole !== EXAM_ROLE.current) throw fault('examRole', '增值总是从入口考试到本次')
}

async function checkExpression(ctx: Ctx, item: Item): Promise<void> {
  const items = (await itemsByCode(ctx)).set(item.itemCode, item)
  for (const code of expressionCodes(item)) {
    const used = items.get(code)
    if (!used) throw fault('expression', `指标「${code}」不存在`)
    if (used.grain !== item.grain) throw fault('expression', `指标「${code}」的评价对象不同`)
  }
  if (reaches(items, item.itemCode)) throw fault('expression', '表达式绕回到自己')
}

function expressionCodes(item: Pick<Item, 'expression'>): string[] {
  try {
    return codesOf(parseExpression(item.expression ?? ''))
  } catch (error) {
    if (error instanceof ExpressionFault) throw fault('expression', error.message)
    throw error
  }
}

/** Whether the expressions lead from an indicator back to it. */
function reaches(items: Map<string, Item>, code: string): boolean {
  const seen = new Set<string>()
  const waiting = [code]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const item = items.get(next)
    if (item?.formulaKind !== FORMULA.expression) continue
    for (const used of expressionCodes(item)) {
      if (used === code) return true
      if (!seen.has(used)) waiting.push(used)
      seen.add(used)
    }
  }
  return false
}

async function refuseUsed(ctx: Ctx, items: Pick<Item, 'itemCode'>[], action: string): Promise<void> {
  const codes = new Set(items.map((item) => item.itemCode))
  const scorings = [...(await scoringsByCode(ctx)).values()]
  const scoring = scorings.find((one) => codes.has(one.itemCode) || codes.has(one.ruleJson?.targetItem ?? ''))
  if (scoring) throw conflict(`评分项「${scoring.scoringName}」用到了它，${action}`)
  const others = [...(await itemsByCode(ctx)).values()]
  const user = others.find(
    (one) => one.formulaKind === FORMULA.expression && expressionCodes(one).some((code) => codes.has(code)),
  )
  if (user) throw conflict(`指标「${user.itemName}」的表达式用到了它，${action}`)
}

export const scoringHooks = hook(examModelScoring, {
  async beforeSave(ctx, row, before) {
    requireBureau(ctx)
    if (row.ruleJson !== undefined) row.ruleJson = record(row.ruleJson)
    const scoring = { ...before, ...row } as Scoring
    const items = await itemsByCode(ctx)
    const item = items.get(scoring.itemCode)
    if (!item) throw fault('itemCode', '指标不存在')
    const { minPoints: least, maxPoints: most } = scoring
    if (least !== null && least !== undefined && most !== null && most !== undefined && least > most) {
      throw fault('maxPoints', '最高分不能小于最低分')
    }
    checkRule(scoring, item, items)
    if (!before || items.get(before.itemCode)?.grain === item.grain) return
    const [model] = await modelsWith(ctx, before.scoringCode)
    if (model) throw fault('itemCode', `模型「${model.modelName}」用到了它，所用指标的评价对象不能变`)
  },
  async afterSave(ctx, row, before) {
    if (!before) return
    const models = await modelsWith(ctx, row.scoringCode)
    const scorings = await scoringsByCode(ctx)
    for (const model of models) await settle(ctx, model, scorings)
  },
  async beforeRemove(ctx, rows) {
    for (const row of rows) {
      const [model] = await modelsWith(ctx, row.scoringCode)
      if (model) throw conflict(`模型「${model.modelName}」用到了评分项「${row.scoringName}」，不能删除`)
    }
  },
})

/** JSON that came as text, from the query of a GET. */
function record(value: unknown): ScoringRule {
  const read = typeof value === 'string' ? parseJson(value, 'ruleJson') : value
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw fault('ruleJson', '规则参数无法理解')
  return read
}

function parseJson(text: string, field: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw fault(field, '不是有效的 JSON')
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 1e9
}

const MOST_BANDS = 50

function checkRule(scoring: Scoring, item: Item, items: Map<string, Item>): void {
  const rule = scoring.ruleJson ?? {}
  switch (scoring.ruleKind) {
    case RULE.linear:
      if (!isNumber(rule.low) || !isNumber(rule.high)) throw fault('ruleJson', '请输入得0分和得满分的值')
      if (rule.low === rule.high) throw fault('ruleJson', '得0分和得满分的值不能相同')
      return
    case RULE.bands:
      return checkBands(rule, scoring.fullPoints)
    case RULE.standard:
      if (!isNumber(rule.mid) || !isNumber(rule.k)) throw fault('ruleJson', '请输入中值和每个标准差的分')
      return
    case RULE.rank:
      if (rule.step !== null && rule.step !== undefined && !(isNumber(rule.step) && rule.step >= 0)) {
        throw fault('ruleJson', '每差一名扣的分不能为负')
      }
      return
    case RULE.target:
      return checkTarget(rule, scoring.fullPoints, item, items)
    case RULE.bonus:
      if (!isNumber(rule.per) || rule.per === 0) throw fault('ruleJson', '请输入每单位的分，可以为负')
      return
    case RULE.best:
      return
    default:
      throw fault('ruleKind', '请选择计分规则')
  }
}

function checkBands(rule: ScoringRule, fullPoints: number): void {
  const bands = Array.isArray(rule.bands) ? rule.bands : []
  if (bands.length === 0 || bands.length > MOST_BANDS) throw fault('ruleJson', `请输入1到${MOST_BANDS}个分段`)
  const isSound = bands.every((band) => (band?.from === null || isNumber(band?.from)) && isNumber(band?.points))
  if (!isSound) throw fault('ruleJson', '每个分段需要下限和得分')
  const ends = bands.map((band) => band.from)
  if (new Set(ends).size < ends.length) throw fault('ruleJson', '分段的下限不能重复')
  if (bands.some((band) => band.points > fullPoints)) throw fault('ruleJson', '分段的得分不能超过满分')
}

function checkTarget(rule: ScoringRule, fullPoints: number, item: Item, items: Map<string, Item>): void {
  const bonus = rule.bonus ?? 0
  if (!isNumber(bonus) || bonus < 0 || bonus > fullPoints) throw fault('ruleJson', '超额加分应在0到满分之间')
  if (rule.targetItem) {
    if (items.get(rule.targetItem)?.grain !== item.grain) throw fault('ruleJson', '目标指标不存在或评价对象不同')
    return
  }
  if (!isNumber(rule.target) || rule.target <= 0) throw fault('ruleJson', '请输入大于0的目标值，或选择目标指标')
}

export const modelHooks = hook(examModel, {
  async beforeSave(ctx, row, before) {
    requireBureau(ctx)
    const model = { ...before, ...row } as Model
    const grain = grainName(model.grain)
    if (model.schoolGroup && grain === 'area') throw fault('schoolGroup', '评价县区时不能按学校类别比较')
    if (model.tieRule !== TIE.byParts) row.tieRule = TIE.shared
    if (row.items !== undefined) row.items = await checkParts(ctx, row.items, model.grain)
    else if (before && row.grain !== undefined && row.grain !== before.grain && (before.items ?? []).length > 0) {
      throw fault('grain', '已有评分项，不能改评价对象')
    }
  },
  async afterSave(ctx, row) {
    row.modelStatus = await settle(ctx, row, await scoringsByCode(ctx))
  },
  async beforeRemove(ctx, rows) {
    requireBureau(ctx)
    for (const row of rows) {
      const final =
        await sql`select 1 from ${own(examModelVersion)} where model_code = ${row.modelCode} and is_final = 1 limit 1`.execute(
          ctx.db,
        )
      if (final.rows.length > 0) throw conflict(`模型「${row.modelName}」已有终稿，不能删除；不再使用请停用`)
    }
  },
})

const MOST_PARTS = 60
const LONGEST_SECTION = 30

/** The parts of a model as they are kept: each scoring item once, of the grain of the model. */
async function checkParts(ctx: Ctx, given: unknown, grain: number): Promise<ModelPart[]> {
  const list = given === null || given === '' ? [] : typeof given === 'string' ? parseJson(given, 'items') : given
  if (!Array.isArray(list) || list.length > MOST_PARTS) throw fault('items', `评分项应为列表，最多${MOST_PARTS}项`)
  const [scorings, items] = [await scoringsByCode(ctx), await itemsByCode(ctx)]
  const parts = (list as Record<string, unknown>[]).map((part): ModelPart => {
    const scoring = scorings.get(typeof part?.['scoringCode'] === 'string' ? part['scoringCode'] : '')
    if (!scoring) throw fault('items', '评分项不存在')
    if (items.get(scoring.itemCode)?.grain !== grain)
      throw fault('items', `评分项「${scoring.scoringName}」的评价对象与模型不同`)
    const weight = Number(part['weight'] ?? 1)
    if (!(weight > 0 && weight <= 1000)) throw fault('items', `评分项「${scoring.scoringName}」的权重应大于0`)
    const section = typeof part['section'] === 'string' ? part['section'].trim().slice(0, LONGEST_SECTION) : ''
    return { scoringCode: scoring.scoringCode, weight, section }
  })
  if (new Set(parts.map((part) => part.scoringCode)).size < parts.length) throw fault('items', '同一评分项只能选一次')
  return parts
}

async function modelsWith(ctx: Ctx, scoringCode: string): Promise<Model[]> {
  const models = await listAll(examModel, ctx, {})
  return models.filter((model) => (model.items ?? []).some((part) => part.scoringCode === scoringCode))
}

/** A model whose parts make up its total is ready for use, any other a draft. */
async function settle(ctx: Ctx, model: Model, scorings: Map<string, Scoring>): Promise<number> {
  const parts = model.items ?? []
  const full = parts.map(({ scoringCode, weight }) => {
    const scoring = scorings.get(scoringCode)
    return scoring && scoring.ruleKind !== RULE.bonus ? scoring.fullPoints * weight : 0
  })
  const isWhole =
    parts.length > 0 && tidy(full.reduce((sum, points) => sum + points, 0)) === tidy(model.totalPoints ?? 0)
  return transition(ctx, modelStates, stateRow(examModel, model.id, 'modelStatus'), isWhole ? 'enable' : 'disable')
}
