import { type DisclosurePolicy, defaultDisclosure } from '@xueheng/contract/domains/exam/disclosure.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import {
  BASE,
  BEFORE,
  ITEM,
  MODEL,
  NOW,
  type Row,
  SCORING,
  UNPUBLISHED,
  done,
  pick,
  startEvaluation,
  wordsOf,
} from '../../../test/evaluation.ts'

/** What the evaluated exam tells whom from now on; by its stage where nothing is said. */
async function tell(policy: DisclosurePolicy | null): Promise<void> {
  await sql`update exam_info set disclosure_json = ${policy && JSON.stringify(policy)} where id = ${NOW}`.execute(
    app().app.database.tenant(TENANT),
  )
}

const app = useTestApp({ ROLES: 'web' })
let bureau: Client
const { item, typed, scoring, saveModel, create, result } = wordsOf(() => bureau)

beforeAll(async () => {
  bureau = await startEvaluation(app())
  await item({ itemCode: 'ENTRY', itemName: '入口均分', quotaField: 'avgScore', examRole: 2 })
  await item({ itemCode: 'MATHS', itemName: '数学均分', quotaField: 'avgScore', courseName: '数学' })
  await item({ itemCode: 'GOAL', itemName: '目标均分', formulaKind: 4 })
  await done(
    typed(
      'GOAL',
      ['S1', 'S2', 'S3'].map((unitCode) => ({ unitCode, value: 150 })),
    ),
  )
  const ruleJson = { targetItem: 'GOAL', bonus: 5 }
  await scoring({ scoringCode: 'S_GOAL', scoringName: '目标', itemCode: 'AVG', ruleKind: 6, fullPoints: 35, ruleJson })
})

const PARTS = [
  { scoringCode: 'S_AVG', weight: 1, section: '水平' },
  { scoringCode: 'S_PASS', weight: 1, section: '合格' },
  { scoringCode: 'S_EXC', weight: 1, section: '水平' },
]

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
    const { status, msg, data } = await bureau.get(`${MODEL}/saveModel`, query)
    expect([status, msg, data.problems]).toEqual([400, message, [{ field: 'items', message }]])
  })

  test('of units that have no part of it is refused', async () => {
    await item({ itemCode: 'T_AVG', itemName: '教师均分', grain: 4, quotaField: 'avgScore', courseName: '数学' })
    await scoring({ scoringCode: 'S_T', scoringName: '教师', itemCode: 'T_AVG', ruleKind: 1, fullPoints: 10 })
    const save = async (query: object) => {
      const { status, msg } = await bureau.get(`${MODEL}/saveModel`, { modelName: '坏', grain: 2, ...query })
      return [status, msg]
    }
    const parts = JSON.stringify([{ scoringCode: 'S_T' }])
    expect(await save({ modelCode: 'BAD', items: parts })).toEqual([400, '评分项「教师」的评价对象与模型不同'])
    expect(await save({ modelCode: 'BAD', items: '[' })).toEqual([400, '不是有效的 JSON'])
    const kept = await saveModel({ modelCode: 'KEPT', modelName: '留', grain: 2, items: [{ scoringCode: 'S_AVG' }] })
    expect(await save({ id: kept['id'], grain: 4 })).toEqual([400, '已有评分项，不能改评价对象'])
  })

  test('only of published exams that exist, each once', async () => {
    const ask = async (examIds: string) =>
      (await bureau.get(`${MODEL}/createExamModelResult`, { modelCode: 'M', examIds })).msg
    expect(await ask(UNPUBLISHED)).toBe('考试「二模」尚未发布，不能用于评价')
    expect(await ask('99')).toBe('该考试不存在或尚未生成报表')
    expect(await ask(`${NOW},${NOW}`)).toBe('同一次考试只能选择一次')
    expect(await ask(',')).toBe('请选择考试')
    expect(await ask(Array.from({ length: 11 }, (_none, at) => String(at + 1)).join())).toBe('一次最多选择10次考试')
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
    await create('M', `${NOW},${BEFORE}`)
    const same = await result({ modelCode: 'M', examIds: `${NOW},${BEFORE}` })
    expect(new Set(same.map((row) => row['rankPrev']))).toEqual(new Set([null]))
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

  test('where an exam tells schools no ranks, its evaluation tells them points alone', async () => {
    const school = await app().user({ role: 'school', schoolCode: 'S3' })
    const [open = {}] = await result({ modelCode: 'M' }, school)
    const { rankVisible, ...policy } = defaultDisclosure('3')
    await tell({ ...policy, rankVisible: { ...rankVisible, school: 'band' } })
    const [own = {}] = await result({ modelCode: 'M' }, school)
    expect(own).toMatchObject({ rank: null, rankPrev: null, totalPoints: open['totalPoints'] })
    expect(pick(await result({ modelCode: 'M', versionNo: 1 }), 'rank')).toContainEqual([open['rank']])
    await tell(null)
    expect(await result({ modelCode: 'M' }, school)).toEqual([open])
  })

  test('areas see their schools', async () => {
    const area = await app().user({ role: 'area', areaCode: '990101' })
    expect(pick(await result({ modelCode: 'M' }, area), 'unitName')).toEqual([['一中'], ['二中']])
  })

  test('a part that is not there is named, and nothing is computed', async () => {
    const query = { examIds: NOW, scoringCode: 'S_AVG,S_NONE' }
    const refused = await bureau.get(`${SCORING}/createExamModelScoringResult`, query)
    expect([refused.status, refused.msg]).toEqual([400, '评分项「S_NONE」不存在'])
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
      'exammodelitem_delete',
      'exammodelscoring_delete',
    ]
    const [part] = await done(bureau.get(`${SCORING}/listAllExamModelScoring`))
    const school = await app().user({ role: 'school', schoolCode: 'S1', permissions })
    expect(await done(school.get(`${ITEM}/getExamModelItemResult`, { examIds: NOW, itemCode: 'AVG' }))).toEqual([])
    expect(
      await done(school.get(`${SCORING}/getExamModelScoringResult`, { examIds: NOW, scoringCode: 'S_AVG' })),
    ).toEqual([])
    expect(await done(school.get(`${ITEM}/listAllExamModelItem`))).toEqual([])
    expect((await school.post(`${SCORING}/deleteModelScoring`, undefined, { ids: part.id })).status).toBe(404)
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
    await expect.poll(lines).toBeGreaterThan(0)
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
