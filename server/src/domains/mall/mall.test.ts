import { creditCheckCharacter } from '@xueheng/contract/derive/check.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { assessLevel } from './assess-level.ts'
import { BIZ, postPoints } from './points.ts'

const app = useTestApp()
const PREFIXES = ['yzl-book-mall-admin', 'yzl-mall-admin', 'blade-read-admin']
const BASE = `/api/${PREFIXES[0]}`

let admin: Client
let schools: string[]
let clerk: Client
let otherClerk: Client

function creditCode(no: number): string {
  const first = `12510100${String(no).padStart(9, '0')}`
  return first + creditCheckCharacter(first)
}

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  schools = [1, 2].map(creditCode)
  const [area] = (await admin.get('/api/blade-system/dict-biz/dictionary', { code: 'exam_area' })).data
  for (const schoolCode of schools) {
    const school = { schoolCode, schoolName: `学校${schoolCode}`, areaCode: area.dictKey, schoolType: '4', sort: 1 }
    await admin.post('/api/bigdata-service/basicschool/submit', school)
  }
  clerk = await app().user({ role: 'school', schoolCode: schools[0] ?? '' })
  otherClerk = await app().user({ role: 'school', schoolCode: schools[1] ?? '' })
})

async function parent(): Promise<string> {
  const { data, msg } = await admin.post(`${BASE}/userparentinfo/save`, {
    nickname: '小雨妈妈',
    phone: '13900000000',
    schoolCode: schools[0],
  })
  expect(msg).toBe('操作成功')
  return data.id
}

function adjust(parentId: string, point: number, requestId: string) {
  return admin.post(`${BASE}/userparentinfo/adjustIntegral`, { parentId, point, requestId, description: '活动奖励' })
}

async function ledger(parentId: string) {
  return (await admin.get(`${BASE}/userparentinfo/getIntegralRecordPage`, { parentId, size: 100 })).data
}

describe('points', () => {
  test('balance, sums and the chain of records agree', async () => {
    const id = await parent()
    for (const [at, point] of [30, -10, 5, -25].entries())
      expect((await adjust(id, point, `r${at}`)).msg).toBe('操作成功')
    const { records, balance, parent: head } = await ledger(id)
    expect(balance).toBe(0)
    expect(head).toMatchObject({ integralTotalIn: 35, integralTotalOut: 35, phone: '139****0000' })
    expect(records.map((row: any) => [row.seq, row.balanceBefore, row.point, row.balanceAfter])).toEqual([
      [4, 25, -25, 0],
      [3, 20, 5, 25],
      [2, 30, -10, 20],
      [1, 0, 30, 30],
    ])
  })

  test('the same request twice is one record; another amount under it is a conflict', async () => {
    const id = await parent()
    const one = await adjust(id, 10, 'same')
    expect((await adjust(id, 10, 'same')).data.id).toBe(one.data.id)
    const log = sql`select 1 from operation_log where row_id = ${id} and call = 'userparentinfo.adjustIntegral'`
    expect((await log.execute(app().app.database.tenant(TENANT))).rows).toHaveLength(1)
    const other = await adjust(id, 20, 'same')
    expect([other.status, other.msg]).toEqual([409, '这笔积分已按另一数额记过'])
    expect((await ledger(id)).balance).toBe(10)
    expect((await adjust(id, 0, 'nothing')).msg).toBe('积分应为不等于0的整数')
    expect((await adjust(id, -11, 'over')).msg).toBe('积分不足')
    expect((await ledger(id)).total).toBe(1)
  })

  test('of fifty who spend one of thirty at once, thirty succeed', async () => {
    const id = await parent()
    await adjust(id, 30, 'start')
    const answers = await Promise.all(Array.from({ length: 50 }, (_none, at) => adjust(id, -1, `spend${at}`)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(30)
    expect(answers.filter((answer) => answer.msg === '积分不足')).toHaveLength(20)
    expect((await ledger(id)).balance).toBe(0)
  })

  test('filters by type and time; the right to see is not the right to adjust; other schools see nothing', async () => {
    const id = await parent()
    await adjust(id, 3, 'a')
    const path = `${BASE}/userparentinfo/getIntegralRecordPage`
    expect((await admin.get(path, { parentId: id, bizType: BIZ.activityWork })).data.total).toBe(0)
    expect((await admin.get(path, { parentId: id, createTime_datege: '2999-01-01' })).data.total).toBe(0)
    expect((await admin.get(path)).msg).toBe('请选择家长')
    expect((await clerk.get(path, { parentId: id })).data.total).toBe(1)
    expect((await otherClerk.get(path, { parentId: id })).status).toBe(404)
    const refused = await clerk.post(`${BASE}/userparentinfo/adjustIntegral`, {
      parentId: id,
      point: 1,
      requestId: 'x',
      description: 'x',
    })
    expect(refused.status).toBe(403)
    const records = await sql`delete from mall_integral_record`
      .execute(app().app.database.tenant(TENANT))
      .catch((error: Error) => error.message)
    expect(records).toContain('permission denied')
  })

  test('balances are nobody’s to type', async () => {
    const id = await parent()
    await admin.post(`${BASE}/userparentinfo/update`, { id, integralBalance: 999, nickname: '换个昵称' })
    expect((await ledger(id)).balance).toBe(0)
  })
})

describe('collected works', () => {
  let no = 0
  async function work(change: object = {}): Promise<string> {
    no += 1
    const body = {
      activityTitle: '读书征文',
      workNo: `W${no}`,
      title: '秋夜',
      workType: 1,
      studentName: '李雨',
      schoolCode: schools[0],
      ...change,
    }
    const { data, msg } = await admin.post(`${BASE}/collectrecord/save`, body)
    expect(msg).toBe('操作成功')
    expect(data).toMatchObject({ auditStatus: 0, rewardStatus: 0, voteCount: 0 })
    return data.id
  }
  const update = (id: string, body: object, user = admin) => user.post(`${BASE}/collectrecord/update`, { id, ...body })

  test('passing gives the points once, however often', async () => {
    const parentId = await parent()
    const id = await work({ parentId, rewardPoint: 20 })
    const passed = await update(id, { auditStatus: 1, score: '92.5', awardName: '' })
    expect(passed.data).toMatchObject({ auditStatus: 1, score: '92.5', rewardStatus: 1 })
    expect((await ledger(parentId)).balance).toBe(20)
    expect((await ledger(parentId)).records[0]).toMatchObject({
      bizType: BIZ.activityWork,
      bizId: id,
      title: '作品「秋夜」',
    })
    expect((await update(id, { auditStatus: 2, auditReason: '抄袭' })).msg).toBe('奖励积分已发放，不能驳回')
    expect((await update(id, { auditStatus: 1 })).data.auditStatus).toBe(1)
    expect((await ledger(parentId)).balance).toBe(20)
    const ctx = await app().app.ctxOf(TENANT, admin.userId)
    if (!ctx) throw new Error('no context')
    await postPoints(ctx, { parentId, bizType: BIZ.activityWork, bizId: id, point: 20, title: '再次' })
    expect((await ledger(parentId)).balance).toBe(20)
  })

  test('refused with a reason, sent in again, passed; with an award it stays so', async () => {
    const id = await work()
    expect((await update(id, { auditStatus: 2 })).msg).toBe('请填写驳回原因')
    expect((await update(id, { auditStatus: 2, auditReason: '字数不足' })).data).toMatchObject({
      auditStatus: 2,
      auditReason: '字数不足',
    })
    const skip = await update(id, { auditStatus: 1 })
    expect([skip.status, skip.msg]).toEqual([409, '当前状态为「已驳回」，不能变为「已通过」'])
    const again = (await update(id, { auditStatus: 0 })).data
    expect(again).toMatchObject({ auditReason: null, auditUser: null, auditTime: null })
    expect((await update(id, { auditStatus: 1 })).data.auditUser).not.toBeNull()
    expect((await update(id, { auditStatus: 2, auditReason: '另有作品' })).data.auditStatus).toBe(2)
    await update(id, { auditStatus: 0 })
    await update(id, { auditStatus: 1, awardName: '一等奖' })
    expect((await update(id, { auditStatus: 2, auditReason: '另有作品' })).msg).toBe('作品已有奖项，不能驳回')
    expect((await update(id, { auditStatus: 7 })).msg).toBe('审核状态不是有效的选项')
  })

  test('points go to parents in sight only, and whoever may only add does not judge', async () => {
    const parentId = await parent()
    const user = (schoolCode: string | undefined, ...permissions: string[]) =>
      app().user({ role: 'school', schoolCode: schoolCode ?? '', permissions })
    const body = { activityTitle: '读书征文', workNo: 'X1', title: '冬', workType: 1, studentName: '李雨' }
    const other = await user(schools[1], 'collectrecord_add')
    const foreign = await other.post(`${BASE}/collectrecord/save`, { ...body, schoolCode: schools[1], parentId })
    expect([foreign.status, foreign.msg]).toEqual([400, '「家长」不是有效的选项'])
    const adder = await user(schools[0], 'collectrecord_add')
    const own = { ...body, schoolCode: schools[0], parentId, rewardPoint: 20 }
    expect((await adder.post(`${BASE}/collectrecord/save`, { ...own, auditStatus: 1 })).status).toBe(403)
    expect((await ledger(parentId)).balance).toBe(0)
    expect((await adder.post(`${BASE}/collectrecord/save`, { ...own, auditStatus: 0 })).status).toBe(200)
  })

  test('files are addresses', async () => {
    const id = await work({ files: ['/api/blade-resource/x.pdf', 'https://a.cn/b.mp3'] })
    for (const files of [['javascript:alert(1)'], [1], Array.from({ length: 21 }, () => '/a')]) {
      expect((await update(id, { files })).msg).toBe('作品文件最多20个，每个是一个网址')
    }
    expect((await update(id, { files: 'x' })).msg).toBe('作品文件应为列表')
    expect((await admin.get(`${BASE}/collectrecord/detail`, { id })).data.files).toHaveLength(2)
    const most = Array.from({ length: 20 }, () => '/a')
    expect((await update(id, { files: most })).data.files).toEqual(most)
    expect((await update(id, { files: '' })).data.files).toBeNull()
  })

  test('under every prefix the same; other schools neither see nor judge', async () => {
    const id = await work()
    for (const prefix of PREFIXES) {
      const page = await clerk.get(`/api/${prefix}/collectrecord/page`, { workNo: `W${no}` })
      expect(
        page.data.records.map((row: any) => row.id),
        prefix,
      ).toEqual([id])
      expect((await clerk.get(`/api/${prefix}/collectrecord/detail`, { id })).data.id).toBe(id)
      expect((await admin.get(`/api/${prefix}/studentAssess/page`)).status).toBe(200)
      expect((await admin.get(`/api/${prefix}/studentAssess/export`)).raw.subarray(0, 2).toString()).toBe('PK')
      expect((await admin.get(`/api/${prefix}/userparentinfo/page`)).status).toBe(200)
    }
    expect((await otherClerk.get(`${BASE}/collectrecord/detail`, { id })).data).toEqual({})
    const judge = await app().user({
      role: 'school',
      schoolCode: schools[1] ?? '',
      permissions: ['collectrecord_edit', 'collectrecord_view'],
    })
    expect((await update(id, { auditStatus: 1 }, judge)).status).toBe(404)
  })
})

describe('assessments', () => {
  test.each([
    ['90.0', '100.0', 1],
    ['89.9', '100.0', 2],
    ['75.0', '100.0', 2],
    ['74.9', '100.0', 3],
    ['6.0', '10.0', 3],
    ['5.9', '10.0', 4],
    ['0.0', '10.0', 4],
  ])('%s of %s is level %i', (score, full, level) => expect(assessLevel(score, full)).toBe(level))

  test('the level follows from the score, whatever is sent', async () => {
    const body = {
      studentName: '李雨',
      schoolCode: schools[0],
      bookName: '昆虫记',
      questionCount: 10,
      correctCount: 9,
      score: '45',
      fullScore: '50',
    }
    const made = await admin.post(`${BASE}/studentAssess/save`, { ...body, assessLevel: 4 })
    expect(made.data.assessLevel).toBe(1)
    expect((await admin.post(`${BASE}/studentAssess/save`, { ...body, score: '51' })).msg).toBe('得分不能大于满分')
    expect((await admin.post(`${BASE}/studentAssess/save`, { ...body, correctCount: 11 })).msg).toBe(
      '答对题数不能大于题数',
    )
  })
})
