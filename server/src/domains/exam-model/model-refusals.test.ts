import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { BEFORE, ITEM, MODEL, NOW, type Row, SCORING, startEvaluation, wordsOf } from '../../../test/evaluation.ts'
import { growDictionary } from '../../../test/fixtures/grown-dictionary.ts'
import { type Answer, type Client, TENANT, useTestApp } from '../../../test/harness.ts'

/* What indicators, scoring items and models refuse: when they are kept, and when they are computed. */

const app = useTestApp({ ROLES: 'web' })
let bureau: Client
const { item, scoring, saveModel } = wordsOf(() => bureau)

beforeAll(async () => {
  bureau = await startEvaluation(app())
  const admin = await app().user({ role: 'administrator' })
  for (const [code, key] of [
    ['model_formula_kind', '9'],
    ['model_quota_field', 'strange'],
    ['model_rule_kind', '9'],
    ['model_grain', '9'],
    ['school_group', 'own'],
  ] as const)
    await growDictionary(admin, code, key)
})

const said = ({ status, msg }: Answer) => [status, msg]
const compute = async (itemCode: string, examIds = NOW) =>
  said(await bureau.get(`${ITEM}/createExamModelItemResult`, { examIds, itemCode }))

/** As an older program, or two people at once, may have left it. */
async function leave(itemCode: string, values: Row): Promise<void> {
  for (const [column, value] of Object.entries(values)) {
    await sql`update exam_model_item set ${sql.ref(column)} = ${value} where item_code = ${itemCode}`.execute(
      app().app.database.tenant(TENANT),
    )
  }
}

describe('what the dictionaries of a tenant have beyond the program', () => {
  const plain = { itemCode: 'X', itemName: '别的', grain: 2, formulaKind: 1, quotaField: 'avgScore' }

  test.each([
    [{ formulaKind: 9 }, '请选择取值方式'],
    [{ quotaField: 'strange' }, '统计字段不存在'],
    [{ grain: 9 }, '请选择评价对象'],
  ])('is kept for no indicator: %j', async (change, refusal) => {
    expect(said(await bureau.post(`${ITEM}/submit`, { ...plain, ...change }))).toEqual([400, refusal])
    const kept = await sql`select 1 from exam_model_item where item_code = 'X'`.execute(
      app().app.database.tenant(TENANT),
    )
    expect(kept.rows).toEqual([])
  })

  test('is no rule to give points by', async () => {
    const body = { scoringCode: 'S_X', scoringName: '别的', itemCode: 'AVG', ruleKind: 9, fullPoints: 10 }
    expect(said(await bureau.post(`${SCORING}/saveModelScoring`, body))).toEqual([400, '请选择计分规则'])
  })
})

test('counties are compared whatever their schools are', async () => {
  const body = { modelCode: 'AREA', modelName: '县区', grain: 1, schoolGroup: 'own', totalPoints: 10 }
  const answer = await bureau.get(`${MODEL}/saveModel`, body)
  expect(said(answer)).toEqual([400, '评价县区时不能按学校类别比较'])
})

describe('an indicator that cannot be computed', () => {
  test('is not there, or went while a scoring item still names it', async () => {
    expect(await compute('NONE')).toEqual([400, '指标「NONE」不存在'])
    await item({ itemCode: 'GONE', itemName: '旧均分', quotaField: 'avgScore' })
    const { id } = await scoring({
      scoringCode: 'S_GONE',
      scoringName: '旧',
      itemCode: 'GONE',
      ruleKind: 1,
      fullPoints: 10,
    })
    await leave('GONE', { is_deleted: 1 })
    const renamed = await bureau.post(`${SCORING}/saveModelScoring`, { id, scoringName: '新' })
    expect(said(renamed)).toEqual([400, '指标不存在'])
    expect(renamed.data.problems).toEqual([{ field: 'itemCode', message: '指标不存在' }])
    const all: Row[] = (await bureau.get(`${SCORING}/listAllExamModelScoring`)).data
    expect(all.find((row) => row['id'] === id)?.['scoringName']).toBe('旧')
  })

  test('asks for a course the exam has not', async () => {
    await item({ itemCode: 'ART', itemName: '美术均分', quotaField: 'avgScore', courseName: '美术' })
    expect(await compute('ART')).toEqual([400, '考试「一模」没有科目「美术」'])
  })

  test('leads back to itself, has no field, or is not written as the program reads', async () => {
    await item({ itemCode: 'ONE', itemName: '甲', formulaKind: 2, expression: 'AVG + 1' })
    await item({ itemCode: 'TWO', itemName: '乙', formulaKind: 2, expression: 'ONE + 1' })
    await leave('ONE', { expression: 'TWO + 1' })
    expect(await compute('ONE')).toEqual([400, '指标「甲」的表达式绕回到自己'])
    await leave('ONE', { expression: '(' })
    expect(await compute('ONE')).toEqual([400, expect.stringMatching(/^指标「甲」：./)])
    await leave('ONE', { formula_kind: 1, quota_field: 'bygone' })
    expect(await compute('ONE')).toEqual([400, '指标「甲」没有统计字段'])
  })
})

test('a model is computed where somebody is to be evaluated', async () => {
  await item({ itemCode: 'T_AVG', itemName: '教师均分', grain: 4, quotaField: 'avgScore' })
  await scoring({ scoringCode: 'S_T', scoringName: '教师', itemCode: 'T_AVG', ruleKind: 1, fullPoints: 10 })
  const items = [{ scoringCode: 'S_T', weight: 1, section: '' }]
  await saveModel({ modelCode: 'T', modelName: '教师', grain: 4, totalPoints: 10, items })
  const answer = await bureau.get(`${MODEL}/createExamModelResult`, { modelCode: 'T', examIds: BEFORE })
  expect(said(answer)).toEqual([400, '考试里没有可评价的教师'])
  const runs = await sql`select 1 from exam_model_run where code = 'T'`.execute(app().app.database.tenant(TENANT))
  expect(runs.rows).toEqual([])
})

describe('bounds', () => {
  const rule = { scoringCode: 'S_B', scoringName: '界', itemCode: 'AVG', fullPoints: 10 }
  const bands = (num: number, points = 1) => Array.from({ length: num }, (_none, from) => ({ from, points }))
  let made = 0

  test.each([
    ['as many bands as may be', { ruleKind: 3, ruleJson: { bands: bands(50) } }, { ruleJson: { bands: bands(51) } }],
    [
      'a band of all points',
      { ruleKind: 3, ruleJson: { bands: bands(1, 10) } },
      { ruleJson: { bands: bands(1, 10.1) } },
    ],
    ['a step of nothing', { ruleKind: 5, ruleJson: { step: 0 } }, { ruleJson: { step: -0.1 } }],
    [
      'all points for what is above',
      { ruleKind: 6, ruleJson: { target: 1, bonus: 10 } },
      { ruleJson: { bonus: 10.1 } },
    ],
    ['a low target', { ruleKind: 6, ruleJson: { target: 0.1 } }, { ruleJson: { target: 0 } }],
    ['the largest number', { ruleKind: 7, ruleJson: { per: 1e9 } }, { ruleJson: { per: 1e9 + 1 } }],
    ['one number of points alone', { ruleKind: 1, minPoints: 5, maxPoints: 5 }, { maxPoints: 4.9 }],
  ])('of a rule: %s is kept, and no more', async (_title, kept, beyond) => {
    const body = { ...rule, scoringCode: `S_B${(made += 1)}`, ...kept }
    const saved = await scoring(body)
    expect(saved).toMatchObject(kept)
    const { status } = await bureau.post(`${SCORING}/saveModelScoring`, { id: saved.id, ...beyond })
    expect(status).toBe(400)
  })

  test('of a model: sixty parts, weights up to a thousand, sections of thirty letters', async () => {
    await sql`insert into exam_model_scoring (id, tenant_id, scoring_code, scoring_name, item_code, rule_kind, full_points)
      select 7000 + n, ${TENANT}, 'S_P' || n, n::text, 'AVG', 1, 10 from generate_series(0, 60) n`.execute(
      app().app.database.tenant(TENANT),
    )
    const parts = (num: number) => Array.from({ length: num }, (_none, n): Row => ({ scoringCode: `S_P${n}` }))
    const body = { modelCode: 'BOUND', modelName: '界', grain: 2, totalPoints: 600 }
    const save = (items: Row[]) => bureau.get(`${MODEL}/saveModel`, { ...body, items: JSON.stringify(items) })
    expect(said(await save(parts(61)))).toEqual([400, '评分项应为列表，最多60项'])
    expect(said(await save([{ scoringCode: 'S_P0', weight: 1000.1 }]))).toEqual([400, '评分项「0」的权重应大于0'])
    const { items, modelStatus } = await saveModel({ ...body, items: parts(60) })
    expect([items.length, items[0], modelStatus]).toEqual([60, { scoringCode: 'S_P0', weight: 1, section: '' }, 1])
    const section = `  ${'节'.repeat(31)} `
    const heavy = [{ scoringCode: 'S_P0', weight: 1000, section }]
    const other = await saveModel({ ...body, modelCode: 'HEAVY', totalPoints: 10_000, items: heavy })
    expect(other).toMatchObject({ modelStatus: 1, items: [{ weight: 1000, section: '节'.repeat(30) }] })
  })
})
