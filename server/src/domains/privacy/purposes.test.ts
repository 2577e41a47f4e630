import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, useTestApp } from '../../../test/harness.ts'
import { RowMaker } from '../../../test/rows.ts'

const app = useTestApp({ ROLES: 'web' })
const PURPOSE = '/api/blade-privacy/datapurpose'
const CONSENT = '/api/blade-privacy/guardianconsent'

let admin: Client
let studentId = ''
let schoolCode = ''

function purpose(more: object = {}) {
  return {
    purposeName: '成绩分析',
    dataKinds: ['1', '5'],
    legalBasis: '1',
    storedAt: '本局机房',
    responsibleName: '李明',
    validFrom: '2026-09-01',
    consentText: '同意学校为教学分析处理孩子的成绩。',
    consentVersion: '1.0',
    ...more,
  }
}

function consent(purposeId: string, more: object = {}) {
  return {
    purposeId,
    studentId,
    guardianName: '王芳',
    relation: '2',
    consentWay: '2',
    givenDate: '2026-09-02',
    ...more,
  }
}

async function keep(path: string, body: object, user = admin): Promise<Record<string, string>> {
  const { status, msg, data } = await user.post<Record<string, string>>(`${path}/submit`, body)
  expect(status, msg).toBe(200)
  return data
}

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  const student = await new RowMaker(admin).parent('basicStudent')
  studentId = String(student['id'])
  schoolCode = String(student['schoolCode'])
})

describe('a purpose', () => {
  test('that rests on consent has a text and its version', async () => {
    const bare = await admin.post(`${PURPOSE}/submit`, purpose({ consentText: undefined }))
    expect(bare.msg).toContain('请填写同意书内容')
    const unnumbered = await admin.post(`${PURPOSE}/submit`, purpose({ consentVersion: undefined }))
    expect(unnumbered.msg).toContain('请填写同意书版本')
    await keep(PURPOSE, purpose({ purposeName: '学籍管理', legalBasis: '2', consentText: null, consentVersion: null }))
    const turned = await admin.post(`${PURPOSE}/submit`, purpose({ purposeName: '倒置', validTo: '2026-08-31' }))
    expect(turned.msg).toContain('失效日期不能早于生效日期')
  })

  test('that guardians agreed to changes its text under a new version alone, and stays', async () => {
    const { id = '' } = await keep(PURPOSE, purpose({ purposeName: '照片采集' }))
    await keep(PURPOSE, { id, consentText: '同意拍摄一寸照片。' })
    await keep(CONSENT, consent(id))
    const same = await admin.post(`${PURPOSE}/submit`, { id, consentText: '同意拍摄并公开照片。' })
    expect(same.msg).toContain('请更换版本')
    await keep(PURPOSE, { id, consentText: '同意拍摄并公开照片。', consentVersion: '2.0' })
    expect((await admin.post(`${PURPOSE}/remove`, undefined, { ids: id })).msg).toContain('不能删除')
  })
})

describe('a consent', () => {
  test('is to the version in force, one at a time, until it is taken back for a reason', async () => {
    const { id: purposeId = '' } = await keep(PURPOSE, purpose({ purposeName: '家校通知' }))
    const given = await keep(CONSENT, consent(purposeId))
    expect(given).toMatchObject({ consentVersion: '1.0', consentStatus: 1, schoolCode })
    expect(given['studentCode']).toContain('*')
    expect((await admin.post(`${CONSENT}/submit`, consent(purposeId))).msg).toContain('已有有效的同意')
    const other = await keep(CONSENT, consent(purposeId, { guardianName: '王强' }))
    const renamed = await admin.post(`${CONSENT}/submit`, { id: other['id'], guardianName: '王芳' })
    expect(renamed.msg).toContain('已有有效的同意')
    await keep(CONSENT, { id: given['id'], guardianName: '王芳', relation: '2' })
    expect((await admin.post(`${CONSENT}/withdraw`, { ids: given['id'] })).msg).toContain('请填写撤回原因')
    const taken = await admin.post(`${CONSENT}/withdraw`, { ids: given['id'], withdrawReason: '不再使用该服务' })
    expect(taken.status, taken.msg).toBe(200)
    const { data } = await admin.get(`${CONSENT}/detail`, { id: given['id'] })
    expect(data).toMatchObject({ consentStatus: 2, withdrawReason: '不再使用该服务' })
    expect((await admin.post(`${CONSENT}/remove`, undefined, { ids: given['id'] })).status).toBe(409)
    expect(await keep(CONSENT, consent(purposeId))).toMatchObject({ consentStatus: 1 })
  })

  test('is refused for a purpose of another basis and for a day to come', async () => {
    const duty = await keep(PURPOSE, purpose({ purposeName: '学籍上报', legalBasis: '2' }))
    expect((await admin.post(`${CONSENT}/submit`, consent(duty['id'] ?? ''))).msg).toContain('不以监护人同意为依据')
    const future = consent(duty['id'] ?? '', { givenDate: '2999-01-01' })
    expect((await admin.post(`${CONSENT}/submit`, future)).msg).toContain('同意日期不能晚于今天')
  })

  test('is kept by a school for its own children alone', async () => {
    const { id: purposeId = '' } = await keep(PURPOSE, purpose({ purposeName: '体质监测' }))
    const permissions = ['guardianconsent_view', 'guardianconsent_add', 'guardianconsent_edit', 'datapurpose_view']
    const own = await app().user({ role: 'school', schoolCode, permissions })
    const other = await app().user({ role: 'school', schoolCode: 'S-other', permissions })
    expect((await other.post(`${CONSENT}/submit`, consent(purposeId))).msg).toContain('「学生」不是有效的选项')
    const { id } = await keep(CONSENT, consent(purposeId), own)
    expect((await other.get(`${CONSENT}/detail`, { id })).data).toEqual({})
    expect((await other.post(`${CONSENT}/withdraw`, { ids: id, withdrawReason: '不同意' })).status).toBe(404)
    expect((await own.post(`${PURPOSE}/submit`, purpose({ purposeName: '学校自设' }))).status).toBe(403)
  })
})
