import { defaultDisclosure } from '@xueheng/contract/domains/exam/disclosure.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  BEFORE,
  ITEM,
  MODEL,
  NOW,
  type Row,
  SCORING,
  done,
  pick,
  startEvaluation,
  wordsOf,
} from '../../../test/evaluation.ts'
import { growDictionary } from '../../../test/fixtures/grown-dictionary.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'

/* By which numbers units are evaluated: every field of the package, and who is compared with whom. */

const app = useTestApp({ ROLES: 'web' })
let bureau: Client
const { item, scoring, saveModel, create, result } = wordsOf(() => bureau)

beforeAll(async () => {
  bureau = await startEvaluation(app())
})

/** What each field says of one unit, to four places. */
async function valuesOf(grain: number, unitName: string, fields: string[], more: Row = {}): Promise<Row> {
  const code = (name: string) => `F${grain}_${name}`
  for (const quotaField of fields)
    await item({ itemCode: code(quotaField), itemName: quotaField, grain, quotaField, frontN: 3, ...more })
  const itemCode = fields.map(code).join()
  await done(bureau.get(`${ITEM}/createExamModelItemResult`, { examIds: NOW, itemCode }))
  const found: Row = {}
  for (const name of fields) {
    const rows: Row[] = await done(bureau.get(`${ITEM}/getExamModelItemResult`, { examIds: NOW, itemCode: code(name) }))
    const value = rows.find((row) => row['unitName'] === unitName)?.['value']
    found[name] = typeof value === 'number' ? Number(value.toFixed(4)) : value
  }
  return found
}

/** 180, 69.5 and 140 of 300; the county has 1322 marks of seven. */
const OF_SCHOOL = {
  avgScore: 129.8333,
  scoreRate: 43.2778,
  excellentRate: 0,
  goodRate: 0,
  passRate: 33.3333,
  lowRate: 33.3333,
  allPassRate: 0,
  fullNum: 0,
  attendRate: 100,
  studentNum: 3,
  planNum: 3,
  absentNum: 0,
  maxScore: 180,
  minScore: 69.5,
  medianScore: 140,
  stdScore: 45.6807,
  compositeScore: 27.3111,
  diffAvg: -59.0238,
  overAvgRate: -31.2532,
  avgRank: 4,
  compositeRank: 3,
  frontNum: 0,
  frontRate: 0,
}

/** 273, 240, 240, 180, 179.5, 140 and 69.5, one absent; all have 191 on average. */
const OF_COUNTY = {
  avgScore: 188.8571,
  scoreRate: 62.9524,
  excellentRate: 14.2857,
  goodRate: 42.8571,
  passRate: 57.1429,
  lowRate: 14.2857,
  allPassRate: 42.8571,
  attendRate: 87.5,
  studentNum: 7,
  planNum: 8,
  absentNum: 1,
  maxScore: 273,
  minScore: 69.5,
  medianScore: 180,
  diffAvg: -2.1429,
  overAvgRate: -1.1219,
  avgRank: 2,
  compositeRank: 2,
  frontNum: 3,
  frontRate: 42.8571,
}

/** 273, 240 and 179.5; the school has 233.125 on average. */
const OF_CLASS = {
  avgScore: 230.8333,
  goodRate: 66.6667,
  allPassRate: 66.6667,
  medianScore: 240,
  compositeScore: 60.7778,
  diffAvg: -2.2917,
  overAvgRate: -0.983,
  avgRank: 2,
  compositeRank: 2,
}

/** 95, 80 and 59.5 of 100 in 数学. */
const OF_TEACHER = {
  avgScore: 78.1667,
  scoreRate: 78.1667,
  excellentRate: 33.3333,
  goodRate: 66.6667,
  passRate: 66.6667,
  lowRate: 0,
  fullNum: 0,
  attendRate: 100,
  studentNum: 3,
  planNum: 3,
  absentNum: 0,
  maxScore: 95,
  minScore: 59.5,
  stdScore: 14.5507,
}

test.each([
  [2, '二中', OF_SCHOOL],
  [1, '东县', OF_COUNTY],
  [3, '一中 1班', OF_CLASS],
  [4, '孙老师（数学）', OF_TEACHER],
])('fields of grain %i say of %s what its students have', async (grain, unitName, values) => {
  expect(await valuesOf(grain, unitName, Object.keys(values))).toEqual(values)
})

test('teachers are evaluated over all they teach, and named with it', async () => {
  await item({ itemCode: 'T_ALL', itemName: '教师人数', grain: 4, quotaField: 'studentNum' })
  await done(bureau.get(`${ITEM}/createExamModelItemResult`, { examIds: NOW, itemCode: 'T_ALL' }))
  const rows: Row[] = await done(bureau.get(`${ITEM}/getExamModelItemResult`, { examIds: NOW, itemCode: 'T_ALL' }))
  expect(pick(rows, 'unitCode', 'unitName', 'value', 'rank')).toEqual([
    ['S1:孙老师', '孙老师（数学）', 3, 1],
    ['S1:钱老师', '钱老师（数学）', 3, 1],
    ['S1:李老师', '李老师（语文）', 1, 3],
  ])
  expect(rows[0]?.['explain']).toMatchObject({ kind: 'quota', courseName: '' })
})

test('where less is better the least is first', async () => {
  await item({ itemCode: 'LOW', itemName: '低分率', quotaField: 'lowRate', direction: 2 })
  await scoring({ scoringCode: 'S_LOW', scoringName: '低分', itemCode: 'LOW', ruleKind: 5, fullPoints: 8 })
  await done(bureau.get(`${SCORING}/createExamModelScoringResult`, { examIds: NOW, scoringCode: 'S_LOW' }))
  const of = async (path: string, query: Row): Promise<Row[]> => done(bureau.get(path, { examIds: NOW, ...query }))
  const values = await of(`${ITEM}/getExamModelItemResult`, { itemCode: 'LOW' })
  expect(pick(values, 'unitName', 'rank').at(-1)).toEqual(['二中', 4])
  const points = await of(`${SCORING}/getExamModelScoringResult`, { scoringCode: 'S_LOW' })
  expect(pick(points, 'unitName', 'points')).toEqual([
    ['一中', 8],
    ['三中', 8],
    ['四中', 8],
    ['二中', 2],
  ])
  expect(points[0]?.['explain']).toMatchObject({ isLessBetter: true, against: { rank: 1, units: 4 } })
})

test('values are told with as many places as their indicator has, two where it says none', async () => {
  const { id } = await item({ itemCode: 'PLACES', itemName: '均分', quotaField: 'avgScore', decimals: 3 })
  await scoring({ scoringCode: 'S_PLACES', scoringName: '均分', itemCode: 'PLACES', ruleKind: 1, fullPoints: 8 })
  const told = async () => {
    const query = { examIds: NOW, scoringCode: 'S_PLACES' }
    await done(bureau.get(`${SCORING}/createExamModelScoringResult`, query))
    const rows: Row[] = await done(bureau.get(`${SCORING}/getExamModelScoringResult`, query))
    return new Set(rows.map(({ explain }) => explain.decimals))
  }
  expect(await told()).toEqual(new Set([3]))
  await sql`update exam_model_item set decimals = null where id = ${id}`.execute(bureau.db)
  expect(await told()).toEqual(new Set([2]))
})

test('computed without a code are all that are in use', async () => {
  const examIds = BEFORE
  const inUse = async (path: string) => (await done(bureau.get(path))) as Row[]
  await item({ itemCode: 'OLD', itemName: '停用的', quotaField: 'avgScore', isSealed: 1 })
  await scoring({ scoringCode: 'S_OLD', scoringName: '停用', itemCode: 'OLD', ruleKind: 1, fullPoints: 5, isSealed: 1 })
  const scorings = (await inUse(`${SCORING}/listAllExamModelScoring`)).filter((row) => row['isSealed'] !== 1)
  const made = await done(bureau.get(`${SCORING}/createExamModelScoringResult`, { examIds }))
  expect(made['runs']).toBe(scorings.length)
  const old = { examIds, scoringCode: 'S_OLD' }
  expect(await done(bureau.get(`${SCORING}/getExamModelScoringResult`, old))).toEqual([])
  const avg: Row[] = await done(bureau.get(`${SCORING}/getExamModelScoringResult`, { examIds, scoringCode: 'S_AVG' }))
  expect(pick(avg, 'unitName')).toEqual([['三中'], ['一中'], ['二中']])
  const items = (await inUse(`${ITEM}/listAllExamModelItem`)).filter((row) => row['isSealed'] !== 1)
  expect((await done(bureau.get(`${ITEM}/createExamModelItemResult`, { examIds })))['runs']).toBe(items.length)
  expect(await done(bureau.get(`${ITEM}/getExamModelItemResult`, { examIds, itemCode: 'OLD' }))).toEqual([])
})

test('a model of one group of schools evaluates and compares those alone', async () => {
  await growDictionary(await app().user({ role: 'administrator' }), 'school_group', '2')
  const items = [{ scoringCode: 'S_AVG', weight: 2, section: '水平' }]
  await saveModel({ modelCode: 'G', modelName: '乙类', grain: 2, totalPoints: 80, schoolGroup: '2', items })
  await create('G')
  const rows = await result({ modelCode: 'G', examIds: NOW })
  expect(rows.map((row) => [row['unitName'], Number(row['totalPoints'].toFixed(4)), row['rank']])).toEqual([
    ['四中', 80, 1],
    ['二中', 69.2444, 2],
  ])
  expect(rows[1]?.['explain']).toMatchObject([{ weight: 2, fullPoints: 40, against: { best: 150 } }])
})

test('a version without a name is called by its number, and says who saved it and what he noted', async () => {
  const items = [{ scoringCode: 'S_AVG', weight: 1, section: '' }]
  const { id } = await saveModel({ modelCode: 'V', modelName: '版本', grain: 2, totalPoints: 40, items })
  await create('V')
  const save = (more: object) =>
    done(bureau.post(`${MODEL}/saveModelResultVersion`, { modelCode: 'V', examIds: NOW, ...more }))
  await save({ remark: '试算' })
  await save({ versionName: '定稿' })
  await done(bureau.get(`${MODEL}/saveExamModelFinalData`, { modelCode: 'V', versionNo: 1 }))
  const versions: Row[] = await done(bureau.get(`${MODEL}/listAllModelVersion`, { modelCode: 'V' }))
  expect(pick(versions, 'versionNo', 'versionName', 'remark', 'isFinal', 'examIds')).toEqual([
    [2, '定稿', '', 0, [NOW]],
    [1, '第1版', '试算', 1, [NOW]],
  ])
  const { rows: users } = await sql<Row>`select name from sys_user where id = ${bureau.userId}`.execute(bureau.db)
  expect(versions[0]?.['createUserName']).toBe(users[0]?.['name'])
  const { rows } = await sql<Row>`select call, new_values from operation_log where row_id = ${id}
    and call not like '%.add' order by id`.execute(bureau.db)
  expect(pick(rows, 'call', 'newValues')).toEqual([
    ['examModel.saveModelResultVersion', { versionNo: 1, versionName: '第1版' }],
    ['examModel.saveModelResultVersion', { versionNo: 2, versionName: '定稿' }],
    ['examModel.saveExamModelFinalData', { versionNo: 1 }],
  ])
})

test('a field that is itself a place is withheld where places are, with all it was made of', async () => {
  await item({ itemCode: 'PLACE', itemName: '均分名次', quotaField: 'avgRank', direction: 2 })
  await scoring({ scoringCode: 'S_PLACE', scoringName: '名次', itemCode: 'PLACE', ruleKind: 5, fullPoints: 20 })
  await scoring({ scoringCode: 'S_HAND', scoringName: '均分', itemCode: 'AVG', ruleKind: 5, fullPoints: 20 })
  const items = ['S_PLACE', 'S_HAND'].map((scoringCode) => ({ scoringCode, weight: 1, section: '' }))
  await saveModel({ modelCode: 'P', modelName: '名次', grain: 2, totalPoints: 40, tieRule: 2, items })
  await create('P')
  const version = { modelCode: 'P', examIds: NOW, versionName: '终稿' }
  const { versionNo } = await done(bureau.post(`${MODEL}/saveModelResultVersion`, version))
  await done(bureau.get(`${MODEL}/saveExamModelFinalData`, { modelCode: 'P', versionNo }))
  const area = await app().user({ role: 'area', areaCode: '990102' })
  const [open] = await result({ modelCode: 'P' }, area)
  expect(open).toMatchObject({ unitName: '三中', rank: 2, explain: [{ value: 2, against: { rank: 2, units: 4 } }, {}] })
  const { rankVisible, ...policy } = defaultDisclosure('3')
  const told = JSON.stringify({ ...policy, rankVisible: { ...rankVisible, bureau: 'none' } })
  const { db } = bureau
  await sql`update exam_info set disclosure_json = ${told} where id = ${NOW} and tenant_id = ${TENANT}`.execute(db)
  const [own] = await result({ modelCode: 'P' }, area)
  await sql`update exam_info set disclosure_json = null where id = ${NOW}`.execute(db)
  expect(own).toMatchObject({ rank: null, totalPoints: open?.['totalPoints'] })
  const [place = {}, mean = {}]: Row[] = own?.['explain'] ?? []
  expect(place).toMatchObject({ value: null, against: {}, points: 15, item: { field: 'avgRank', value: null } })
  expect(place['against']).toEqual({})
  expect(place['item'].exams).toEqual([
    { examId: NOW, examName: '一模', packageVersion: 1, value: null, top: null, base: null },
  ])
  expect(mean).toMatchObject({ value: 205, points: 15, item: { field: 'avgScore', value: 205 } })
  expect(mean['against']).toEqual({})
})
