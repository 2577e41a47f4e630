import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { FIXTURE_TEACHERS, buildFixturePackage, factsBefore } from '../../../test/fixture-package.ts'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import { openAnalytics } from '../../platform/analytics/duckdb.ts'

const NOW = '1001'
const BEFORE = '1000'
const UNPUBLISHED = '1003'
const BASE = '/api/exam-model/examModel'
const ITEM = `${BASE}/examModelItem`
const SCORING = `${BASE}/examModelScoring`
const MODEL = `${BASE}/examModel`
const app = useTestApp({ ROLES: 'web' })
let bureau: Client

type Row = Record<string, any>

beforeAll(async () => {
  const { dataDir } = app()
  const analytics = await openAnalytics({ memoryLimit: '512MB', threads: 1, tempFolder: join(dataDir, 'tmp') })
  const folder = (examId: string) => join(dataDir, 'packages', TENANT, examId)
  await buildFixturePackage(analytics, folder(NOW), { teachers: FIXTURE_TEACHERS })
  await buildFixturePackage(analytics, folder(BEFORE), { facts: factsBefore() })
  await buildFixturePackage(analytics, folder(UNPUBLISHED))
  analytics.close()
  await exam(BEFORE, '期中', '2025-11-05', 7)
  await exam(NOW, '一模', '2026-01-05', 7)
  await exam(UNPUBLISHED, '二模', '2026-03-05', 6)
  bureau = await app().user({ role: 'exam' })
  await items()
})

async function exam(id: string, name: string, day: string, status: number): Promise<void> {
  await sql`insert into exam_info (id, tenant_id, exam_name, exam_year, study_year, term, stage, grade_code, exam_type,
      exam_mode, arts_science, begin_date, end_date, area_codes, exam_status, data_version, package_version)
    values (${id}, ${TENANT}, ${name}, 2026, 2025, 1, '3', '12', '5', '1', '0', ${day}, ${day}, '[]', ${status}, 1, 1)`.execute(
    app().app.database.tenant(TENANT),
  )
}

async function done(answer: Promise<{ status: number; msg: string; data: any }>): Promise<any> {
  const { status, msg, data } = await answer
  expect([status, msg]).toEqual([200, '操作成功'])
  return data
}

const item = (row: Row) => done(bureau.post(`${ITEM}/submit`, { grain: 2, formulaKind: 1, ...row }))
const scoring = (row: Row) => done(bureau.post(`${SCORING}/saveModelScoring`, row))
const saveModel = (row: Row) =>
  done(bureau.get(`${MODEL}/saveModel`, { ...row, items: row['items'] && JSON.stringify(row['items']) }))
const create = (modelCode: string, examIds = NOW) =>
  done(bureau.get(`${MODEL}/createExamModelResult`, { modelCode, examIds }))
const result = (query: Row, user = bureau): Promise<Row[]> => done(user.get(`${MODEL}/getExamModelResult`, query))
const pick = (rows: Row[], ...names: string[]) => rows.map((row) => names.map((name) => row[name]))

async function items(): Promise<void> {
  await item({ itemCode: 'AVG', itemName: '平均分', quotaField: 'avgScore' })
  await item({ itemCode: 'PASS', itemName: '及格率', quotaField: 'passRate' })
  await item({ itemCode: 'EXC', itemName: '优秀率', quotaField: 'excellentRate' })
  for (const [code, itemCode, fullPoints] of [
    ['S_AVG', 'AVG', 40],
    ['S_PASS', 'PASS', 30],
    ['S_EXC', 'EXC', 30],
  ] as const) {
    await scoring({ scoringCode: code, scoringName: `${code}分`, itemCode, ruleKind: 1, fullPoints })
  }
}

const PARTS = [
  { scoringCode: 'S_AVG', weight: 1, section: '水平' },
  { scoringCode: 'S_PASS', weight: 1, section: '合格' },
  { scoringCode: 'S_EXC', weight: 1, section: '水平' },
]

describe('指标', () => {
  test('are the numbers of the published package, ranked on exact values', async () => {
    const outcome = await done(bureau.get(`${ITEM}/createExamModelItemResult`, { examIds: NOW, itemCode: 'AVG,PASS' }))
    expect(outcome).toEqual({ runs: 2, units: 8, kept: 0 })
    const rows: Row[] = await done(bureau.get(`${ITEM}/getExamModelItemResult`, { examIds: NOW, itemCode: 'AVG' }))
    // 一中 273 + 240 + 179.5 + 240 of four, 三中 820 of four, 四中 150 of one, 二中 389.5 of three
    expect(rows.map((row) => [row['unitName'], Number(row['value'].toFixed(4)), row['rank'], row['n']])).toEqual([
      ['一中', 233.125, 1, 4],
      ['三中', 205, 2, 4],
      ['四中', 150, 3, 1],
      ['二中', 129.8333, 4, 3],
    ])
    expect(rows[3]?.['explain']).toMatchObject({
      kind: 'quota',
      courseName: '总分',
      exams: [{ examName: '一模', packageVersion: 1, top: 3895, base: 30 }],
    })
    const pass: Row[] = await done(bureau.get(`${ITEM}/getExamModelItemResult`, { examIds: NOW, itemCode: 'PASS' }))
    expect(pick(pass, 'unitName', 'value', 'rank').slice(0, 2)).toEqual([
      ['一中', 75, 1],
      ['三中', 75, 1],
    ])
  })

  test('calculated again they stay as they are', async () => {
    const query = { examIds: NOW, itemCode: 'AVG' }
    await done(bureau.get(`${ITEM}/createExamModelItemResult`, query))
    const again = await Promise.all([1, 2, 3].map(() => done(bureau.get(`${ITEM}/createExamModelItemResult`, query))))
    expect(again).toEqual([1, 2, 3].map(() => ({ runs: 1, units: 4, kept: 1 })))
    const runs = await sql`select 1 from exam_model_run where code = 'AVG' and exam_key = ${NOW}`.execute(
      app().app.database.tenant(TENANT),
    )
    expect(runs.rows).toHaveLength(1)
  })

  test('may be expressions of others; what cannot be computed is missing', async () => {
    await item({ itemCode: 'MIX', itemName: '综合', formulaKind: 2, expression: 'round(AVG * 0.5 + PASS, 1)' })
    await item({ itemCode: 'RATIO', itemName: '优秀比及格', formulaKind: 2, expression: 'EXC / PASS' })
    await done(bureau.get(`${ITEM}/createExamModelItemResult`, { examIds: NOW, itemCode: 'MIX,RATIO' }))
    const mix: Row[] = await done(bureau.get(`${ITEM}/getExamModelItemResult`, { examIds: NOW, itemCode: 'MIX' }))
    expect(pick(mix, 'unitName', 'value')).toEqual([
      ['一中', 191.6],
      ['三中', 177.5],
      ['二中', 98.3],
      ['四中', 75],
    ])
    expect(mix[0]?.['explain'].inputs).toEqual([
      { code: 'AVG', name: '平均分', value: 233.125 },
      { code: 'PASS', name: '及格率', value: 75 },
    ])
    const ratio: Row[] = await done(bureau.get(`${ITEM}/getExamModelItemResult`, { examIds: NOW, itemCode: 'RATIO' }))
    expect(ratio.find((row) => row['unitName'] === '四中')).toMatchObject({ value: null, rank: null })
  })

  test('of the entry exam, of several exams, of a course, of the first N', async () => {
    await item({ itemCode: 'ENTRY', itemName: '入口均分', quotaField: 'avgScore', examRole: 2 })
    await item({ itemCode: 'MEAN', itemName: '多次均分', quotaField: 'avgScore', examRole: 3 })
    await item({ itemCode: 'MATHS', itemName: '数学均分', quotaField: 'avgScore', courseName: '数学' })
    await item({ itemCode: 'FRONT', itemName: '前3名', quotaField: 'frontNum', frontN: 3 })
    const examIds = `${NOW},${BEFORE}`
    await done(bureau.get(`${ITEM}/createExamModelItemResult`, { examIds, itemCode: 'ENTRY,MEAN,MATHS,FRONT' }))
    const valuesOf = async (itemCode: string) => {
      const rows: Row[] = await done(bureau.get(`${ITEM}/getExamModelItemResult`, { examIds, itemCode }))
      return Object.fromEntries(rows.map((row) => [row['unitName'], row['value']]))
    }
    // 期中: 一中 260 + 190 + 179.5 + 200 of four, 三中 273 + 220 + 140 + 200 of four; 四中 was not there
    expect(await valuesOf('ENTRY')).toMatchObject({ 一中: 207.375, 三中: 208.25, 四中: null })
    expect(await valuesOf('MEAN')).toMatchObject({ 一中: 220.25, 三中: 206.625, 四中: 150 })
    // 一中 95 80 59.5 90 70, 三中 92 85 65 70 (one cheated)
    expect(await valuesOf('MATHS')).toMatchObject({ 一中: 78.9, 三中: 78, 四中: 60 })
    // 273 260 240 240: four hold the first three places
    expect(await valuesOf('FRONT')).toEqual({ 一中: 3, 三中: 1, 二中: 0, 四中: 0 })
    const alone = await bureau.get(`${ITEM}/createExamModelItemResult`, { examIds: NOW, itemCode: 'ENTRY' })
    expect([alone.status, alone.msg]).toEqual([400, '用到入口考试的指标需要至少两次考试，最后一次是入口考试'])
  })

  test('value added: residuals of one line through all matched students, none for fewer than ten', async () => {
    await item({ itemCode: 'VA', itemName: '增值', formulaKind: 3 })
    const examIds = `${NOW},${BEFORE}`
    await done(bureau.get(`${ITEM}/createExamModelItemResult`, { examIds, itemCode: 'VA' }))
    const rows: Row[] = await done(bureau.get(`${ITEM}/getExamModelItemResult`, { examIds, itemCode: 'VA' }))
    const explained = rows.map((row) => row['explain']).filter((one) => one.matched > 0)
    expect(new Set(explained.map((one) => one.matched))).toEqual(new Set([3, 4]))
    expect(rows.every((row) => row['value'] === null)).toBe(true)
    const off = explained.reduce((sum, one) => sum + one.matched * one.residual, 0)
    expect(off).toBeCloseTo(0, 9)
    expect(explained[0].slope).toBeGreaterThan(0.7)
  })

  test('typed by hand, of units of the exam only', async () => {
    await item({ itemCode: 'GOAL', itemName: '目标均分', formulaKind: 4 })
    const save = (values: Row[]) =>
      bureau.post(`${ITEM}/saveExamModelItemValue`, { examIds: NOW, itemCode: 'GOAL', values })
    await done(
      save([
        { unitCode: 'S1', value: 220 },
        { unitCode: 'S3', value: 205 },
      ]),
    )
    await done(
      save([
        { unitCode: 'S2', value: 150 },
        { unitCode: 'S1', value: 200 },
      ]),
    )
    const rows: Row[] = await done(bureau.get(`${ITEM}/getExamModelItemResult`, { examIds: NOW, itemCode: 'GOAL' }))
    expect(pick(rows, 'unitCode', 'value')).toEqual([
      ['S3', 205],
      ['S1', 200],
      ['S2', 150],
      ['S4', null],
    ])
    expect((await save([{ unitCode: 'S9', value: 1 }])).msg).toBe('评价对象不在这次考试里')
    expect((await save([null as never])).msg).toBe('评价对象不在这次考试里')
    expect((await save([{ unitCode: 'S1', value: '9' }])).msg).toBe('「一中」的指标值应为数字')
    const twice = [1, 2].map((value) => ({ unitCode: 'S1', value }))
    expect((await save(twice)).msg).toBe('同一评价对象只能录入一次')
    expect(
      (await bureau.post(`${ITEM}/saveExamModelItemValue`, { examIds: NOW, itemCode: 'AVG', values: [] })).status,
    ).toBe(400)
  })

  test('of teachers: over the classes they taught', async () => {
    await item({ itemCode: 'T_AVG', itemName: '教师均分', grain: 4, quotaField: 'avgScore', courseName: '数学' })
    await done(bureau.get(`${ITEM}/createExamModelItemResult`, { examIds: NOW, itemCode: 'T_AVG' }))
    const rows: Row[] = await done(bureau.get(`${ITEM}/getExamModelItemResult`, { examIds: NOW, itemCode: 'T_AVG' }))
    // 一中 1班 has two teachers of 数学: 95, 80, 59.5
    expect(
      rows.filter((row) => row['value'] !== null).map((row) => [row['unitCode'], Number(row['value'].toFixed(2))]),
    ).toEqual([
      ['S1:孙老师', 78.17],
      ['S1:钱老师', 78.17],
    ])
  })

  test.each([
    [{ itemCode: '1A' }, '指标编码由文字、数字和下划线组成，不以数字开头，也不是 min、max、round'],
    [{ itemCode: 'max' }, '指标编码由文字、数字和下划线组成，不以数字开头，也不是 min、max、round'],
    [{ quotaField: '' }, '请选择统计字段'],
    [{ quotaField: 'constructor' }, '统计字段不存在'],
    [{ quotaField: 'frontNum' }, '请输入前N名的N'],
    [{ quotaField: 'frontNum', frontN: 3, grain: 3 }, '数据包里没有这个评价对象的该统计字段'],
    [{ quotaField: 'allPassRate', courseName: '数学' }, '该统计字段只用于总分'],
    [{ formulaKind: 2, expression: 'AVG +' }, '表达式不完整'],
    [{ formulaKind: 2, expression: 'AVG + NONE' }, '指标「NONE」不存在'],
    [{ formulaKind: 2, expression: 'T_AVG' }, '指标「T_AVG」的评价对象不同'],
    [{ formulaKind: 2, expression: 'NEW + 1' }, '表达式绕回到自己'],
    [{ formulaKind: 3, grain: 4 }, '增值不用于教师'],
    [{ formulaKind: 9 }, '请选择取值方式'],
    [{ formulaKind: 4, grain: 9 }, '请选择评价对象'],
  ])('%j is refused', async (row, message) => {
    const body = { itemCode: 'NEW', itemName: '新', grain: 2, formulaKind: 1, quotaField: 'avgScore', ...row }
    const { status, msg } = await bureau.post(`${ITEM}/submit`, body)
    expect([status, msg]).toEqual([400, message])
  })

  test('in use they neither go nor turn in circles', async () => {
    const all: Row[] = await done(bureau.get(`${ITEM}/listAllExamModelItem`))
    const avg = all.find((row) => row['itemCode'] === 'AVG')
    const gone = await bureau.post(`${ITEM}/remove`, undefined, { ids: avg?.['id'] })
    expect([gone.status, gone.msg]).toEqual([409, '评分项「S_AVG分」用到了它，不能删除'])
    const circle = await bureau.post(`${ITEM}/submit`, { id: avg?.['id'], formulaKind: 2, expression: 'MIX' })
    expect([circle.status, circle.msg]).toEqual([400, '表达式绕回到自己'])
  })
})

describe('评分项', () => {
  test('turn values into points and say how', async () => {
    const outcome = await done(
      bureau.get(`${SCORING}/createExamModelScoringResult`, { examIds: NOW, scoringCode: 'S_AVG' }),
    )
    expect(outcome).toEqual({ runs: 1, units: 4, kept: 0 })
    const rows: Row[] = await done(
      bureau.get(`${SCORING}/getExamModelScoringResult`, { examIds: NOW, scoringCode: 'S_AVG' }),
    )
    expect(rows.map((row) => [row['unitName'], Number(row['points'].toFixed(4)), row['rank']])).toEqual([
      ['一中', 40, 1],
      ['三中', 35.1743, 2],
      ['四中', 25.7373, 3],
      ['二中', 22.277, 4],
    ])
    expect(rows[1]?.['explain']).toMatchObject({
      itemName: '平均分',
      value: 205,
      ruleKind: 1,
      fullPoints: 40,
      against: { best: 233.125 },
      item: { kind: 'quota', field: 'avgScore' },
    })
  })

  test('are compared inside a group of schools when asked to', async () => {
    const query = { examIds: NOW, scoringCode: 'S_AVG', schoolGroup: '2' }
    await done(bureau.get(`${SCORING}/createExamModelScoringResult`, query))
    const rows: Row[] = await done(bureau.get(`${SCORING}/getExamModelScoringResult`, query))
    expect(rows.map((row) => [row['unitName'], Number(row['points'].toFixed(4))])).toEqual([
      ['四中', 40],
      ['二中', 34.6222],
    ])
  })

  test('take targets from another indicator', async () => {
    await scoring({
      scoringCode: 'S_GOAL',
      scoringName: '目标',
      itemCode: 'AVG',
      ruleKind: 6,
      fullPoints: 35,
      ruleJson: { targetItem: 'GOAL', bonus: 5 },
    })
    await done(bureau.get(`${SCORING}/createExamModelScoringResult`, { examIds: NOW, scoringCode: 'S_GOAL' }))
    const rows: Row[] = await done(
      bureau.get(`${SCORING}/getExamModelScoringResult`, { examIds: NOW, scoringCode: 'S_GOAL' }),
    )
    // 一中 33.125 above its 200 is the most; 三中 is on it; 二中 has 129.8333 of 150; 四中 has no target
    expect(
      rows.map((row) => [row['unitName'], row['points'] === null ? null : Number(row['points'].toFixed(4))]),
    ).toEqual([
      ['一中', 35],
      ['三中', 30],
      ['二中', 25.9667],
      ['四中', null],
    ])
  })

  test.each([
    [{ ruleKind: 2, ruleJson: { low: 1 } }, '请输入得0分和得满分的值'],
    [{ ruleKind: 2, ruleJson: { low: 1, high: 1 } }, '得0分和得满分的值不能相同'],
    [{ ruleKind: 3, ruleJson: {} }, '请输入1到50个分段'],
    [{ ruleKind: 3, ruleJson: { bands: [null] } }, '每个分段需要下限和得分'],
    [{ ruleKind: 3, ruleJson: { bands: [{ from: 1, points: 11 }] } }, '分段的得分不能超过满分'],
    [
      {
        ruleKind: 3,
        ruleJson: {
          bands: [
            { from: 1, points: 1 },
            { from: 1, points: 2 },
          ],
        },
      },
      '分段的下限不能重复',
    ],
    [{ ruleKind: 4, ruleJson: { mid: 5 } }, '请输入中值和每个标准差的分'],
    [{ ruleKind: 5, ruleJson: { step: -1 } }, '每差一名扣的分不能为负'],
    [{ ruleKind: 6, ruleJson: { bonus: 2 } }, '请输入大于0的目标值，或选择目标指标'],
    [{ ruleKind: 6, ruleJson: { bonus: 12, target: 5 } }, '超额加分应在0到满分之间'],
    [{ ruleKind: 7, ruleJson: { per: 0 } }, '请输入每单位的分，可以为负'],
    [{ ruleKind: 9 }, '请选择计分规则'],
    [{ ruleKind: 2, ruleJson: [] }, '规则参数无法理解'],
    [{ itemCode: 'NONE' }, '指标不存在'],
    [{ minPoints: 8, maxPoints: 3 }, '最高分不能小于最低分'],
  ])('%j is refused', async (row, message) => {
    const body = { scoringCode: 'X', scoringName: '新', itemCode: 'AVG', ruleKind: 1, fullPoints: 10, ...row }
    const { status, msg } = await bureau.post(`${SCORING}/saveModelScoring`, body)
    expect([status, msg]).toEqual([400, message])
  })
})

describe('模型', () => {
  test('a model is a draft until its parts make up the total', async () => {
    const draft = await saveModel({
      modelCode: 'M',
      modelName: '质量评价',
      grain: 2,
      totalPoints: 100,
      items: PARTS.slice(0, 2),
    })
    expect(draft['modelStatus']).toBe(0)
    const refused = await bureau.get(`${MODEL}/createExamModelResult`, { modelCode: 'M', examIds: NOW })
    expect([refused.status, refused.msg]).toEqual([409, '当前状态为「草稿」，不能计算结果'])
    const whole = await saveModel({ id: draft['id'], items: PARTS })
    expect(whole).toMatchObject({ modelStatus: 1, modelName: '质量评价', items: PARTS })
  })

  test('adds up the points of the parts, by section and in total', async () => {
    expect(await create('M')).toEqual({ runs: 1, units: 4, kept: 0 })
    const rows = await result({ modelCode: 'M', examIds: NOW })
    const rounded = rows.map((row) => [
      row['unitName'],
      Number(row['totalPoints'].toFixed(4)),
      row['rank'],
      ...['水平', '合格'].map((name) => Number(row['sectionPoints'][name].toFixed(4))),
    ])
    expect(rounded).toEqual([
      ['一中', 100, 1, 70, 30],
      ['三中', 95.1743, 2, 65.1743, 30],
      ['二中', 35.6104, 3, 22.277, 13.3333],
      ['四中', 25.7373, 4, 25.7373, 0],
    ])
    expect(
      rows[1]?.['explain'].map((part: Row) => [
        part['scoringCode'],
        part['weight'],
        part['weighted'] === part['points'],
      ]),
    ).toEqual([
      ['S_AVG', 1, true],
      ['S_PASS', 1, true],
      ['S_EXC', 1, true],
    ])
    expect((await create('M'))['kept']).toBe(1)
    expect(await result({ modelCode: 'M', examIds: NOW })).toEqual(rows)
  })

  test('answers the same under every address the notation allows', async () => {
    const whole = await result({ modelCode: 'M', examIds: NOW })
    expect(await done(bureau.get(`${BASE}/getExamModelResult`, { modelCode: 'M', examIds: NOW }))).toEqual(whole)
    const all = await done(bureau.get(`${ITEM}/listAllExamModelItem`))
    expect(await done(bureau.get('/api/exam-model/examModelItem/listAllExamModelItem'))).toEqual(all)
    expect(await done(bureau.get(`${BASE}/listAllExamModelItem`))).toEqual(all)
  })

  test('a unit that lacks a part has neither total nor rank', async () => {
    await saveModel({
      modelCode: 'GOALS',
      modelName: '目标',
      grain: 2,
      totalPoints: 75,
      items: [
        { scoringCode: 'S_GOAL', weight: 1, section: '' },
        { scoringCode: 'S_AVG', weight: 1, section: '' },
      ],
    })
    await create('GOALS')
    const rows = await result({ modelCode: 'GOALS', examIds: NOW })
    expect(pick(rows, 'unitName', 'rank').at(-1)).toEqual(['四中', null])
    expect(rows.at(-1)?.['totalPoints']).toBeNull()
  })

  test('a changed scoring item makes its models whole or drafts again', async () => {
    const all: Row[] = await done(bureau.get(`${SCORING}/listAllExamModelScoring`))
    const goal = all.find((row) => row['scoringCode'] === 'S_GOAL')
    const status = async () => {
      const models: Row[] = await done(bureau.get(`${MODEL}/listAllExamModel`))
      return models.find((row) => row['modelCode'] === 'GOALS')?.['modelStatus']
    }
    await scoring({ id: goal?.['id'], fullPoints: 36 })
    expect(await status()).toBe(0)
    await scoring({ id: goal?.['id'], fullPoints: 35 })
    expect(await status()).toBe(1)
    const ofClasses = await item({ itemCode: 'C_AVG', itemName: '班级均分', grain: 3, quotaField: 'avgScore' })
    const moved = { id: goal?.['id'], itemCode: ofClasses['itemCode'], ruleKind: 1 }
    const turned = await bureau.post(`${SCORING}/saveModelScoring`, moved)
    expect([turned.status, turned.msg]).toEqual([400, '模型「目标」用到了它，所用指标的评价对象不能变'])
    const used = await bureau.post(`${SCORING}/deleteModelScoring`, undefined, { ids: goal?.['id'] })
    expect([used.status, used.msg]).toEqual([409, '模型「目标」用到了评分项「目标」，不能删除'])
  })

  test.each([
    [[{ scoringCode: 'NONE' }], '评分项不存在'],
    [[{ scoringCode: 'S_AVG', weight: 0 }], '评分项「S_AVG分」的权重应大于0'],
    [[{ scoringCode: 'S_AVG' }, { scoringCode: 'S_AVG' }], '同一评分项只能选一次'],
    [{}, '评分项应为列表，最多60项'],
    [[null], '评分项不存在'],
  ])('parts %j are refused', async (parts, message) => {
    const query = { modelCode: 'BAD', modelName: '坏', grain: 2, items: JSON.stringify(parts) }
    const { status, msg } = await bureau.get(`${MODEL}/saveModel`, query)
    expect([status, msg]).toEqual([400, message])
  })

  test('only of published exams that exist, each once', async () => {
    const ask = async (examIds: string) =>
      (await bureau.get(`${MODEL}/createExamModelResult`, { modelCode: 'M', examIds })).msg
    expect(await ask(UNPUBLISHED)).toBe('考试「二模」尚未发布，不能用于评价')
    expect(await ask('99')).toBe('该考试不存在或尚未打包')
    expect(await ask(`${NOW},${NOW}`)).toBe('同一次考试只能选择一次')
    expect(await ask(',')).toBe('请选择考试')
  })
})

describe('版本', () => {
  const version = (examIds = NOW) =>
    done(bureau.post(`${MODEL}/saveModelResultVersion`, { modelCode: 'M', examIds, versionName: '初稿' }))
  const final = (versionNo: number, user = bureau) =>
    user.get(`${MODEL}/saveExamModelFinalData`, { modelCode: 'M', versionNo })
  const versions = (user = bureau): Promise<Row[]> => done(user.get(`${MODEL}/listAllModelVersion`, { modelCode: 'M' }))

  test('keep the results with the model they were made by, whatever becomes of it', async () => {
    const models: Row[] = await done(bureau.get(`${MODEL}/listAllExamModel`))
    const id = models.find((row) => row['modelCode'] === 'M')?.['id']
    await saveModel({ id, modelName: '改了名', items: PARTS.map((part) => ({ ...part, section: '全部' })) })
    expect(await version()).toEqual({ versionNo: 1 })
    expect((await versions())[0]?.['modelSnapshot']).toMatchObject({
      modelName: '质量评价',
      sections: ['水平', '合格'],
    })
    await saveModel({ id, modelName: '质量评价', items: PARTS })
    const kept = await result({ modelCode: 'M', versionNo: 1 })
    const all: Row[] = await done(bureau.get(`${SCORING}/listAllExamModelScoring`))
    const avg = all.find((row) => row['scoringCode'] === 'S_AVG')
    await scoring({ id: avg?.['id'], ruleKind: 5 })
    await create('M')
    expect(pick(await result({ modelCode: 'M', examIds: NOW }), 'totalPoints')).not.toEqual(pick(kept, 'totalPoints'))
    expect(await result({ modelCode: 'M', versionNo: 1 })).toEqual(kept)
    expect(await version()).toEqual({ versionNo: 2 })
    expect(pick(await versions(), 'versionNo', 'isFinal')).toEqual([
      [2, 0],
      [1, 0],
    ])
    expect((await versions())[0]?.['modelSnapshot']).toMatchObject({
      modelName: '质量评价',
      sections: ['水平', '合格'],
      exams: [{ examName: '一模' }],
    })
  })

  test('one of them is final, also when two are named at once', async () => {
    await done(final(1))
    expect(pick(await versions(), 'versionNo', 'isFinal')).toEqual([
      [2, 0],
      [1, 1],
    ])
    await Promise.all([final(1), final(2), final(1), final(2)])
    expect((await versions()).filter((row) => row['isFinal'] === 1)).toHaveLength(1)
    await done(final(1))
    expect((await final(9)).status).toBe(404)
    expect((await bureau.post(`${MODEL}/saveModelResultVersion`, { modelCode: 'M', examIds: BEFORE })).msg).toBe(
      '请先计算这些考试的结果',
    )
  })

  test('over other exams the rank before stands beside the rank', async () => {
    await create('M', BEFORE)
    const rows = await result({ modelCode: 'M', examIds: BEFORE })
    // version 2, the newest over other exams: 一中 and 三中 first and second
    expect(Object.fromEntries(pick(rows, 'unitName', 'rankPrev'))).toMatchObject({ 一中: 1, 三中: 2 })
  })

  test('schools see the final one, and of it what is theirs', async () => {
    const school = await app().user({ role: 'school', schoolCode: 'S3' })
    await sql`insert into basic_school (id, tenant_id, school_code, school_name, area_code, school_type, sort)
      values (3003, ${TENANT}, 'S3', '三中', '990102', '4', 1)`.execute(app().app.database.tenant(TENANT))
    expect(pick(await versions(school), 'versionNo')).toEqual([[1]])
    const own = await result({ modelCode: 'M' }, school)
    expect(pick(own, 'unitName', 'rank')).toEqual([['三中', 2]])
    expect(await result({ modelCode: 'M', examIds: NOW }, school)).toEqual(own)
    expect(await result({ modelCode: 'M', examIds: BEFORE }, school)).toEqual([])
    expect((await school.get(`${MODEL}/getExamModelResult`, { modelCode: 'M', versionNo: 2 })).status).toBe(404)
    expect((await school.get(`${MODEL}/getExamModelResult`, { modelCode: 'GOALS' })).status).toBe(404)
    expect(pick(await done(school.get(`${MODEL}/listAllExamModel`)), 'modelCode')).toEqual([['M']])
  })

  test('areas see their schools', async () => {
    const area = await app().user({ role: 'area', areaCode: '990101' })
    expect(pick(await result({ modelCode: 'M' }, area), 'unitName')).toEqual([['一中'], ['二中']])
  })

  test('a unit’s user with every right neither sees nor makes working results', async () => {
    const permissions = [
      'exammodel_view',
      'exammodel_edit',
      'exammodel_compute',
      'exammodel_final',
      'exammodelitem_view',
      'exammodelitem_add',
      'exammodelscoring_view',
      'exammodel_delete',
    ]
    const school = await app().user({ role: 'school', schoolCode: 'S1', permissions })
    expect(await done(school.get(`${ITEM}/getExamModelItemResult`, { examIds: NOW, itemCode: 'AVG' }))).toEqual([])
    expect(
      await done(school.get(`${SCORING}/getExamModelScoringResult`, { examIds: NOW, scoringCode: 'S_AVG' })),
    ).toEqual([])
    expect(await done(school.get(`${ITEM}/listAllExamModelItem`))).toEqual([])
    for (const path of [`${MODEL}/createExamModelResult`, `${MODEL}/saveExamModelFinalData`]) {
      expect((await school.get(path, { modelCode: 'M', examIds: NOW, versionNo: 2 })).status, path).toBe(403)
    }
    expect(
      (await school.post(`${ITEM}/submit`, { itemCode: 'Z', itemName: 'Z', grain: 2, formulaKind: 4 })).status,
    ).toBe(403)
  })

  test('a model with a final version stays', async () => {
    const models: Row[] = await done(bureau.get(`${MODEL}/listAllExamModel`))
    const id = models.find((row) => row['modelCode'] === 'M')?.['id']
    const { status, msg } = await bureau.get(`${MODEL}/deleteModel`, { id })
    expect([status, msg]).toEqual([409, '模型「质量评价」已有终稿，不能删除；不再使用请停用'])
    const other = models.find((row) => row['modelCode'] === 'GOALS')?.['id']
    expect((await bureau.get(`${MODEL}/deleteModel`, { ids: other })).status).toBe(200)
  })
})

describe('a GET that writes', () => {
  const url = `${MODEL}/createExamModelResult`
  const query = { modelCode: 'M', examIds: NOW }

  async function send(headers: Record<string, string>, more: Record<string, string> = {}) {
    const response = await app().app.http.inject({ method: 'GET', url, query: { ...query, ...more }, headers })
    return response.statusCode
  }

  test('is not set off from another site, nor by a link that carries the token', async () => {
    const token = { 'blade-auth': `bearer ${bureau.token}` }
    expect(await send(token)).toBe(200)
    expect(await send({ ...token, 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await send({ ...token, 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await send({ ...token, 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await send({}, { 'Blade-Auth': bureau.token })).toBe(403)
  })

  test('needs the right to write, not only to look', async () => {
    const reader = await app().user({ role: 'exam', permissions: ['exammodel_view'] })
    for (const action of ['createExamModelResult', 'saveModel', 'deleteModel', 'saveExamModelFinalData']) {
      expect((await reader.get(`${MODEL}/${action}`, { ...query, versionNo: 1 })).status, action).toBe(403)
    }
    expect((await reader.get(`${ITEM}/createExamModelItemResult`, { examIds: NOW })).status).toBe(403)
    expect((await reader.get(`${SCORING}/createExamModelScoringResult`, { examIds: NOW })).status).toBe(403)
  })

  test('adding a model needs another right than changing one', async () => {
    const editor = await app().user({ role: 'exam', permissions: ['exammodel_view', 'exammodel_edit'] })
    expect((await editor.get(`${MODEL}/saveModel`, { modelCode: 'N', modelName: '新', grain: 2 })).status).toBe(403)
  })

  test('is kept as a whole or not at all', async () => {
    const half = await bureau.get(`${ITEM}/createExamModelItemResult`, { examIds: BEFORE, itemCode: 'MATHS,ENTRY' })
    expect(half.status).toBe(400)
    expect(await done(bureau.get(`${ITEM}/getExamModelItemResult`, { examIds: BEFORE, itemCode: 'MATHS' }))).toEqual([])
  })

  test('is refused to who looks with the eyes of another', async () => {
    const admin = await app().user({ role: 'administrator' })
    const { data } = await admin.post('/api/blade-system/view-as/start', { userId: bureau.userId })
    const headers = { 'blade-auth': `bearer ${data.token}` }
    const answer = await app().app.http.inject({ method: 'GET', url, query, headers })
    expect([answer.statusCode, answer.json<Row>()['msg']]).toEqual([403, '正在以用户身份查看，只能读取，不能修改'])
    const read = await app().app.http.inject({ method: 'GET', url: `${MODEL}/listAllExamModel`, headers })
    expect(read.statusCode).toBe(200)
  })

  test('leaves a line in the log of calls', async () => {
    await done(bureau.get(url, query))
    const lines = async () =>
      (
        await sql<{
          n: number
        }>`select count(*)::int as n from log_api where method_name = 'examModel.createExamModelResult'`.execute(
          app().app.database.tenant(TENANT),
        )
      ).rows[0]?.n ?? 0
    await expect.poll(lines, { timeout: 10_000 }).toBeGreaterThan(0)
  })

  test('leaves everything as it was when it is refused half way', async () => {
    const before = await done(bureau.get(`${MODEL}/listAllExamModel`))
    const bad = await bureau.get(`${MODEL}/saveModel`, { modelCode: 'M', modelName: '同码', grain: 2 })
    expect([bad.status, bad.msg]).toEqual([400, '该模型编码已存在'])
    expect(await done(bureau.get(`${MODEL}/listAllExamModel`))).toEqual(before)
  })
})

test('another tenant knows nothing of it', async () => {
  const stranger = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  expect(await done(stranger.get(`${MODEL}/listAllExamModel`))).toEqual([])
  expect((await stranger.get(`${MODEL}/getExamModelResult`, { modelCode: 'M' })).status).toBe(404)
  expect(await done(stranger.get(`${MODEL}/listAllModelVersion`, { modelCode: 'M' }))).toEqual([])
  expect((await stranger.get(`${MODEL}/createExamModelResult`, { modelCode: 'M', examIds: NOW })).status).toBe(400)
})
