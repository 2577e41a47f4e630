import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { BEFORE, ITEM, NOW, type Row, SCORING, done, pick, startEvaluation, wordsOf } from '../../../test/evaluation.ts'

const app = useTestApp({ ROLES: 'web' })
let bureau: Client
const { item, typed, scoring } = wordsOf(() => bureau)

beforeAll(async () => {
  bureau = await startEvaluation(app())
})

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

  test('typed by hand, of units of the exam only, and written down with who typed over what', async () => {
    await item({ itemCode: 'GOAL', itemName: '目标均分', formulaKind: 4 })
    const save = (values: Row[]) => typed('GOAL', values)
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
    const logged = await sql`select old_values, new_values from operation_log
      where call = 'examModelItem.saveExamModelItemValue' order by id`.execute(app().app.database.tenant(TENANT))
    expect(logged.rows).toEqual([
      { oldValues: { examKey: NOW }, newValues: { examKey: NOW, S1: 220, S3: 205 } },
      { oldValues: { examKey: NOW, S1: 220 }, newValues: { examKey: NOW, S1: 200, S2: 150 } },
    ])
    expect((await save([{ unitCode: 'S9', value: 1 }])).msg).toBe('评价对象不在这次考试里')
    expect((await save([null as never])).msg).toBe('指标值的第1项格式不正确')
    expect((await save([{ unitCode: 'S1', value: '9' }])).msg).toBe('「一中」的指标值应为数字')
    const twice = [1, 2].map((value) => ({ unitCode: 'S1', value }))
    expect((await save(twice)).msg).toBe('同一评价对象只能录入一次')
    expect(await typed('AVG', [{ unitCode: 'S1', value: 1 }])).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^指标「.*」不是人工录入的$/),
    })
    expect((await save({ unitCode: 'S1', value: 9 } as never)).msg).toBe('指标值应为列表')
    const after: Row[] = await done(bureau.get(`${ITEM}/getExamModelItemResult`, { examIds: NOW, itemCode: 'GOAL' }))
    expect(pick(after, 'unitCode', 'value')).toEqual(pick(rows, 'unitCode', 'value'))
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
    [{ itemCode: '1A' }, '指标编码由文字、数字和下划线组成，不以数字开头，也不是 min、max、round', 'itemCode'],
    [{ itemCode: 'max' }, '指标编码由文字、数字和下划线组成，不以数字开头，也不是 min、max、round', 'itemCode'],
    [{ quotaField: '' }, '请选择统计字段', 'quotaField'],
    [{ quotaField: 'constructor' }, '「统计字段」不是有效的选项', 'quotaField'],
    [{ quotaField: 'frontNum' }, '请输入前N名的N', 'frontN'],
    [{ quotaField: 'frontNum', frontN: 3, grain: 3 }, '报表里没有这个评价对象的该统计字段', 'quotaField'],
    [{ quotaField: 'allPassRate', courseName: '数学' }, '该统计字段只用于总分', 'courseName'],
    [{ formulaKind: 2, expression: 'AVG +' }, '表达式不完整', 'expression'],
    [{ formulaKind: 2, expression: 'AVG + NONE' }, '指标「NONE」不存在', 'expression'],
    [{ formulaKind: 2, expression: 'T_AVG' }, '指标「T_AVG」的评价对象不同', 'expression'],
    [{ formulaKind: 2, expression: 'NEW + 1' }, '表达式绕回到自己', 'expression'],
    [{ formulaKind: 3, grain: 4 }, '增值不用于教师', 'formulaKind'],
    [{ formulaKind: 3, examRole: 2 }, '增值总是从入口考试到本次', 'examRole'],
    [{ formulaKind: 9 }, '「取值方式」不是有效的选项', 'formulaKind'],
    [{ formulaKind: 4, grain: 9 }, '「评价对象」不是有效的选项', 'grain'],
  ])('%j is refused', async (row, message, field) => {
    const body = { itemCode: 'NEW', itemName: '新', grain: 2, formulaKind: 1, quotaField: 'avgScore', ...row }
    const { status, msg, data } = await bureau.post(`${ITEM}/submit`, body)
    expect([status, msg, data.problems]).toEqual([400, message, [{ field, message }]])
  })

  test('in use they neither go nor turn in circles', async () => {
    const all: Row[] = await done(bureau.get(`${ITEM}/listAllExamModelItem`))
    const avg = all.find((row) => row['itemCode'] === 'AVG')
    const gone = await bureau.post(`${ITEM}/remove`, undefined, { ids: avg?.['id'] })
    expect([gone.status, gone.msg]).toEqual([409, '评分项「S_AVG分」用到了它，不能删除'])
    const circle = await bureau.post(`${ITEM}/submit`, { id: avg?.['id'], formulaKind: 2, expression: 'MIX' })
    expect([circle.status, circle.msg]).toEqual([400, '表达式绕回到自己'])
    const entered = await item({ itemCode: 'ENTERED', itemName: '录入', formulaKind: 4 })
    await item({ itemCode: 'TWICE', itemName: '两倍', formulaKind: 2, expression: 'ENTERED * 2' })
    const used = await bureau.post(`${ITEM}/remove`, undefined, { ids: entered.id })
    expect([used.status, used.msg]).toEqual([409, '指标「两倍」的表达式用到了它，不能删除'])
    const moved = await bureau.post(`${ITEM}/submit`, { id: entered.id, grain: 4 })
    expect([moved.status, moved.msg]).toEqual([409, '指标「两倍」的表达式用到了它，不能改评价对象'])
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
    [{ ruleKind: 2, ruleJson: { low: 1 } }, '请输入得0分和得满分的值', 'ruleJson'],
    [{ ruleKind: 2, ruleJson: { low: 1, high: 1 } }, '得0分和得满分的值不能相同', 'ruleJson'],
    [{ ruleKind: 3, ruleJson: {} }, '请输入1到50个分段', 'ruleJson'],
    [{ ruleKind: 3, ruleJson: { bands: [null] } }, '每个分段需要下限和得分', 'ruleJson'],
    [{ ruleKind: 3, ruleJson: { bands: [{ from: 1, points: 11 }] } }, '分段的得分不能超过满分', 'ruleJson'],
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
      'ruleJson',
    ],
    [{ ruleKind: 4, ruleJson: { mid: 5 } }, '请输入中值和每个标准差的分', 'ruleJson'],
    [{ ruleKind: 5, ruleJson: { step: -1 } }, '每差一名扣的分不能为负', 'ruleJson'],
    [{ ruleKind: 6, ruleJson: { bonus: 2 } }, '请输入大于0的目标值，或选择目标指标', 'ruleJson'],
    [{ ruleKind: 6, ruleJson: { bonus: 12, target: 5 } }, '超额加分应在0到满分之间', 'ruleJson'],
    [{ ruleKind: 7, ruleJson: { per: 0 } }, '请输入每单位的分，可以为负', 'ruleJson'],
    [{ ruleKind: 9 }, '「计分规则」不是有效的选项', 'ruleKind'],
    [{ ruleKind: 2, ruleJson: [] }, '规则参数无法理解', 'ruleJson'],
    [{ ruleKind: 2, ruleJson: '{' }, '不是有效的 JSON', 'ruleJson'],
    [{ ruleKind: 6, ruleJson: { targetItem: 'T_AVG' } }, '目标指标不存在或评价对象不同', 'ruleJson'],
    [{ itemCode: 'NONE' }, '「所用指标」不是有效的选项', 'itemCode'],
    [{ minPoints: 8, maxPoints: 3 }, '最高分不能小于最低分', 'maxPoints'],
  ])('%j is refused', async (row, message, field) => {
    const body = { scoringCode: 'X', scoringName: '新', itemCode: 'AVG', ruleKind: 1, fullPoints: 10, ...row }
    const { status, msg, data } = await bureau.post(`${SCORING}/saveModelScoring`, body)
    expect([status, msg, data.problems]).toEqual([400, message, [{ field, message }]])
  })
})
