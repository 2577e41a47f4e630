import { examModel } from '@xueheng/contract/domains/exam-model/exam-model.ts'
import { DIRECTION, FORMULA, GRAIN, examModelItem } from '@xueheng/contract/domains/exam-model/model-item.ts'
import { examModelScoring } from '@xueheng/contract/domains/exam-model/model-scoring.ts'
import { RULE } from '@xueheng/contract/domains/exam-model/scoring-rule.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { sql } from 'kysely'
import { evaluate } from '../domains/exam-model/evaluate.ts'
import { itemHooks, modelHooks, scoringHooks } from '../domains/exam-model/definitions.ts'
import { submit } from '../platform/rows/write.ts'
import type { Ctx } from '../platform/ctx.ts'
import { inTransaction } from '../platform/db/pool.ts'
import { every } from '../platform/access/doors.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'

const MODELS = every(examModel, 'a tenant that ever had a model is left alone')
const EXAMS = every(examInfo, 'exams of the demo')

const ITEMS = [
  { itemCode: 'AVG', itemName: '总分平均分', formulaKind: FORMULA.quota, quotaField: 'avgScore' },
  { itemCode: 'PASS', itemName: '总分及格率', formulaKind: FORMULA.quota, quotaField: 'passRate' },
  { itemCode: 'EXC', itemName: '总分优秀率', formulaKind: FORMULA.quota, quotaField: 'excellentRate' },
  {
    itemCode: 'LOW',
    itemName: '总分低分率',
    formulaKind: FORMULA.quota,
    quotaField: 'lowRate',
    direction: DIRECTION.less,
  },
  { itemCode: 'TOP', itemName: '前500名比例', formulaKind: FORMULA.quota, quotaField: 'frontRate', frontN: 500 },
  {
    itemCode: 'QUALITY',
    itemName: '优良综合',
    formulaKind: FORMULA.expression,
    expression: 'round(PASS * 0.6 + EXC * 0.4, 2)',
  },
  { itemCode: 'VA', itemName: '入口增值', formulaKind: FORMULA.valueAdded, decimals: 3 },
]

const SCORINGS = [
  { scoringCode: 'AVG_SHARE', scoringName: '平均分', itemCode: 'AVG', ruleKind: RULE.best, fullPoints: 30 },
  {
    scoringCode: 'PASS_LINE',
    scoringName: '及格率',
    itemCode: 'PASS',
    ruleKind: RULE.linear,
    fullPoints: 15,
    ruleJson: { low: 20, high: 90 },
  },
  { scoringCode: 'QUALITY_SHARE', scoringName: '优良综合', itemCode: 'QUALITY', ruleKind: RULE.best, fullPoints: 15 },
  {
    scoringCode: 'LOW_BANDS',
    scoringName: '低分率控制',
    itemCode: 'LOW',
    ruleKind: RULE.bands,
    fullPoints: 10,
    ruleJson: {
      bands: [
        { from: 40, points: 0 },
        { from: 25, points: 3 },
        { from: 15, points: 6 },
        { from: 8, points: 8 },
        { from: null, points: 10 },
      ],
    },
  },
  { scoringCode: 'TOP_RANK', scoringName: '拔尖人数名次', itemCode: 'TOP', ruleKind: RULE.rank, fullPoints: 10 },
  {
    scoringCode: 'VA_Z',
    scoringName: '入口增值',
    itemCode: 'VA',
    ruleKind: RULE.standard,
    fullPoints: 20,
    ruleJson: { mid: 12, k: 4 },
  },
]

const SECTIONS: Record<string, string[]> = {
  学业水平: ['AVG_SHARE', 'PASS_LINE', 'QUALITY_SHARE'],
  底线与拔尖: ['LOW_BANDS', 'TOP_RANK'],
  进步: ['VA_Z'],
}

const MODEL = {
  modelCode: 'SENIOR_QUALITY',
  modelName: '高三教学质量评价',
  grain: GRAIN.school,
  stage: '3',
  totalPoints: 100,
  remark: '平均分与优良看水平，低分率与拔尖看两头，入口增值看进步',
  items: Object.entries(SECTIONS).flatMap(([section, codes]) =>
    codes.map((scoringCode) => ({ scoringCode, weight: 1, section })),
  ),
}

/** One evaluation of the demo's schools over its published exams; a tenant that ever had a model gets none. */
export async function loadEvaluation(ctx: Ctx, say: (text: string) => void): Promise<void> {
  const known = await sql`select 1 from ${MODELS} limit 1`.execute(ctx.db)
  const { published, sealed } = examStates.states
  const exams = await sql<{ id: string }>`select id from ${EXAMS} where is_deleted = 0
    and exam_status = any(${[published.value, sealed.value]}::int[]) order by begin_date desc`.execute(ctx.db)
  const [now] = exams.rows
  const entry = exams.rows.at(-1)
  if (known.rows.length > 0 || !now || !entry || now === entry) return
  say('计算演示评价模型')
  await inTransaction(ctx.db, async (db) => {
    const inside = { ...ctx, db }
    for (const [sort, item] of ITEMS.entries()) {
      await submit(examModelItem, inside, { grain: GRAIN.school, ...item, sort: sort + 1 }, itemHooks.hooks)
    }
    for (const [sort, scoring] of SCORINGS.entries()) {
      await submit(examModelScoring, inside, { ...scoring, sort: sort + 1 }, scoringHooks.hooks)
    }
    await submit(examModel, inside, MODEL, modelHooks.hooks)
    await evaluate(inside, MODEL.modelCode, `${now.id},${entry.id}`, '演示终稿')
  })
}
