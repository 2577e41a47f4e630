import { creditCheckCharacter } from '@xueheng/contract/derive/check.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { crlPem, issue } from '../../../test/fixtures/certificates.ts'
import { type Client, useTestApp } from '../../../test/harness.ts'
import { wallTime } from '../../platform/clock.ts'

const CHAIN = '/api/yzl-seseal/signserver/trustchain'
const CRL = '/api/yzl-seseal/signserver/crl'
const CERT = '/api/yzl-seseal/certinfo'
const UKEY = '/api/yzl-seseal/ukeyinfo'
const FIRST_17 = '12370100495570019'
const SCHOOL = FIRST_17 + creditCheckCharacter(FIRST_17)
const [VALID, SUSPENDED, REVOKED] = [1, 2, 3]
const [FAILS, HOLDS, NOT_ASKED] = [0, 1, 2]

const app = useTestApp({ ROLES: 'web' })
let admin: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})

const known = (pem: string, more: object = {}) =>
  admin.post(`${CHAIN}/submit`, { chainName: '机构', certPem: pem, ...more })
const register = (pem: string, more: object = {}) =>
  admin.post(`${CERT}/submit`, { holderName: '示例中学', deptUscc: SCHOOL, certPem: pem, ...more })

async function results(id: string): Promise<Record<string, number>> {
  const { data } = await admin.get<{ step: string; result: number }[]>(`${CERT}/check`, { id })
  return Object.fromEntries(data.map(({ step, result }) => [step, result]))
}

async function statusOf(id: string): Promise<number> {
  return (await admin.get<{ certStatus: number }>(`${CERT}/detail`, { id })).data.certStatus
}

/** An authority under a trusted root, both known. */
async function authority() {
  const root = issue({ algorithm: 'ECDSA', name: '根' })
  const middle = issue({ issuer: root, isAuthority: true, name: '中级' })
  const top = await known(root.pem, { isAnchor: 1 })
  const next = await known(middle.pem, { parentId: top.data.id })
  expect([top.msg, next.msg]).toEqual(['操作成功', '操作成功'])
  return { root, middle, rootId: String(top.data.id), middleId: String(next.data.id) }
}

describe('the trust chain', () => {
  test('reads what the certificate says', async () => {
    const { middle, rootId, middleId } = await authority()
    const { data } = await admin.get(`${CHAIN}/detail`, { id: middleId })
    expect(data).toMatchObject({
      nodeLevel: 1,
      algorithm: 'SM2',
      parentId: rootId,
      notAfter: wallTime(middle.certificate.notAfter),
    })
    expect(data.subjectDn).toBe('CN=中级, O=示例教育局, C=CN')
  })

  test('refuses a root that has not signed itself, and a child another one signed', async () => {
    const { root, middleId } = await authority()
    const below = issue({ issuer: root, isAuthority: true })
    expect((await known(below.pem)).msg).toContain('不是自签名')
    expect((await known(below.pem, { parentId: middleId })).msg).toBe('证书不是由所选的上级证书签发的')
    const stranger = issue()
    const forged = issue({ issuer: stranger, claims: root, isAuthority: true })
    expect((await known(forged.pem)).msg).toContain('不是自签名')
  })

  test('has no way back to where it began', async () => {
    const { root, middle, rootId, middleId } = await authority()
    expect((await known(root.pem, { parentId: middleId })).msg).toBe('自签名的根证书没有上级证书')
    const again = await known(middle.pem, { parentId: rootId })
    expect(again.msg).toContain('已存在')
    await admin.post(`${CHAIN}/submit`, { id: rootId, chainName: '根', parentId: middleId, certPem: middle.pem })
    const { data } = await admin.get(`${CHAIN}/detail`, { id: rootId })
    expect(data).toMatchObject({ chainName: '根', nodeLevel: 0, subjectDn: 'CN=根, O=示例教育局, C=CN' })
    expect(data.parentId ?? null).toBeNull()
  })

  test('refuses what is no certificate of an authority, by its field', async () => {
    const { root } = await authority()
    for (const pem of ['不是证书', root.pem.slice(0, 200), root.pem + root.pem, issue({ issuer: root }).pem]) {
      const { status, body } = await known(pem)
      expect(status).toBe(400)
      expect(JSON.stringify(body)).toContain('certPem')
    }
    expect((await known(issue({ issuer: root }).pem)).msg).toContain('不是签发机构')
  })

  test('is trusted from its root alone, and is five long at most', async () => {
    const { middle, middleId } = await authority()
    const below = issue({ issuer: middle, isAuthority: true })
    const trusted = await known(below.pem, { parentId: middleId, isAnchor: 1 })
    expect([trusted.status, trusted.msg]).toEqual([400, '只有根证书可以设为信任，下级证书随根证书'])
    expect((await admin.post(`${CHAIN}/submit`, { id: middleId, isAnchor: 1 })).status).toBe(400)
    const third = await known(below.pem, { parentId: middleId })
    const fourth = issue({ issuer: below, isAuthority: true })
    const fourthId = (await known(fourth.pem, { parentId: third.data.id })).data.id
    const fifth = issue({ issuer: fourth, isAuthority: true })
    const long = await known(fifth.pem, { parentId: fourthId })
    expect([long.status, long.msg]).toEqual([400, '信任链最长5级，连同所签发的证书'])
    expect((await register(below.pem)).msg).toBe('这是签发机构的证书，请在信任链中登记')
  })

  test('keeps what others rest on', async () => {
    const { middle, rootId, middleId } = await authority()
    const remove = (ids: string) => admin.post(`${CHAIN}/remove`, undefined, { ids })
    expect((await remove(rootId)).msg).toBe('请先删除它签发的下级证书')
    const list = await admin.post(`${CRL}/submit`, { crlPem: crlPem(middle) })
    expect((await remove(middleId)).msg).toBe('请先删除它签发的吊销列表')
    await admin.post(`${CRL}/remove`, undefined, { ids: list.data.id })
    expect((await remove(`${rootId},${middleId}`)).status).toBe(200)
    expect((await admin.post(`${CHAIN}/restore`, undefined, { ids: middleId })).msg).toContain('上级证书已被删除')
  })
})

describe('a registered certificate', () => {
  test('holds under a trusted root, once its lists are known', async () => {
    const { root, middle } = await authority()
    const { data } = await register(issue({ issuer: middle }).pem)
    const all = { period: HOLDS, issuer: HOLDS, root: HOLDS, state: HOLDS }
    expect(await results(data.id)).toEqual({ ...all, revocation: NOT_ASKED })
    await admin.post(`${CRL}/submit`, { crlPem: crlPem(middle) })
    expect(await results(data.id)).toEqual({ ...all, revocation: NOT_ASKED })
    await admin.post(`${CRL}/submit`, { crlPem: crlPem(root) })
    expect(await results(data.id)).toEqual({ ...all, revocation: HOLDS })
  })

  test('fails where the root is not trusted, the issuer unknown, or its time over', async () => {
    const { rootId, middle } = await authority()
    await admin.post(`${CHAIN}/submit`, { id: rootId, isAnchor: 0 })
    const { data } = await register(issue({ issuer: middle }).pem)
    expect(await results(data.id)).toMatchObject({ issuer: HOLDS, root: FAILS })
    const stranger = await register(issue({ issuer: issue() }).pem)
    expect(await results(stranger.data.id)).toMatchObject({ issuer: FAILS, root: NOT_ASKED, revocation: NOT_ASKED })
    const late = await register(issue({ issuer: middle, notAfter: new Date('2026-01-02T00:00:00Z') }).pem)
    expect(await results(late.data.id)).toMatchObject({ period: FAILS })
  })

  test('is revoked by a list, and from the first where the list came before', async () => {
    const { middle } = await authority()
    const [before, after, other] = [1, 2, 3].map(() => issue({ issuer: middle }))
    const entry = (one = before) => ({
      serial: one?.certificate.serial ?? '',
      revokedAt: new Date('2026-03-01T00:00:00Z'),
      reason: 1,
    })
    const first = await register(before?.pem ?? '')
    await admin.post(`${CRL}/submit`, { crlPem: crlPem(middle, 2n, [entry(), entry(after)]) })
    const [second, third] = [await register(after?.pem ?? ''), await register(other?.pem ?? '')]
    for (const { data } of [first, second]) {
      const row = await admin.get(`${CERT}/detail`, { id: data.id })
      expect(row.data).toMatchObject({
        certStatus: REVOKED,
        revokeTime: wallTime(new Date('2026-03-01T00:00:00Z')),
        revokeReason: 1,
      })
      expect(await results(data.id)).toMatchObject({ revocation: FAILS, state: FAILS })
    }
    expect(await statusOf(third.data.id)).toBe(VALID)
  })

  test('falls with the authority above it', async () => {
    const { root, middle } = await authority()
    const { data } = await register(issue({ issuer: middle }).pem)
    const entry = { serial: middle.certificate.serial, revokedAt: new Date('2026-03-01T00:00:00Z'), reason: 2 }
    await admin.post(`${CRL}/submit`, { crlPem: crlPem(root, 1n, [entry]) })
    expect(await results(data.id)).toMatchObject({ revocation: FAILS, state: HOLDS })
  })

  test('rests while its key is lost; a revoked one does not come back', async () => {
    const { middle } = await authority()
    const key = await admin.post(`${UKEY}/submit`, {
      ukeySn: 'UK-1',
      label: '公章钥匙',
      holderName: '办公室',
      deptUscc: SCHOOL,
      ukeyStatus: 1,
    })
    const [one, two] = [issue({ issuer: middle }), issue({ issuer: middle })]
    const ids = [one, two].map(async ({ pem }) => (await register(pem, { ukeyId: key.data.id })).data.id as string)
    const [first = '', second = ''] = await Promise.all(ids)
    const report = (ukeyStatus: number) => admin.post(`${UKEY}/submit`, { id: key.data.id, ukeyStatus })
    await report(3)
    expect([await statusOf(first), await statusOf(second)]).toEqual([SUSPENDED, SUSPENDED])
    expect((await register(issue({ issuer: middle }).pem, { ukeyId: key.data.id })).msg).toContain('不是已发放的')
    const entry = { serial: two.certificate.serial, revokedAt: new Date('2026-03-01T00:00:00Z'), reason: 1 }
    await admin.post(`${CRL}/submit`, { crlPem: crlPem(middle, 1n, [entry]) })
    await report(1)
    expect([await statusOf(first), await statusOf(second)]).toEqual([VALID, REVOKED])
  })
})

describe('a revocation list', () => {
  test('is refused when it is older, out of time, or of nobody known', async () => {
    const { middle } = await authority()
    const submit = (pem: string) => admin.post(`${CRL}/submit`, { crlPem: pem })
    expect((await submit(crlPem(middle, 5n))).status).toBe(200)
    expect((await submit(crlPem(middle, 5n))).msg).toBe('编号5不高于已收的编号5，请取最新的吊销列表')
    expect((await submit(crlPem(middle, 4n))).msg).toContain('不高于')
    expect((await submit(crlPem(issue()))).msg).toContain('不在信任链中')
    expect((await submit(middle.pem)).msg).toContain('吊销列表无法读取')
    expect((await submit(crlPem(middle, 6n, [], ['2035-01-01', '2036-01-01']))).msg).toMatch(
      /^吊销列表自.*起有效，尚未生效$/,
    )
    expect((await submit(crlPem(middle, 6n, [], ['2026-01-02', '2026-01-03']))).msg).toMatch(
      /^吊销列表已于.*到期，请取最新的$/,
    )
    expect((await submit(crlPem(middle, 6n))).status).toBe(200)
  })

  test('takes the place of the one before, and does not come back once removed', async () => {
    const { middle } = await authority()
    const first = await admin.post(`${CRL}/submit`, { crlPem: crlPem(middle, 1n) })
    await admin.post(`${CRL}/submit`, { crlPem: crlPem(middle, 2n) })
    expect((await admin.get(`${CRL}/detail`, { id: first.data.id })).data.crlStatus).toBe(2)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from seal_crl c
      where c.crl_status = 1 and c.issuer_dn = ${middle.certificate.subject}
      and c.issuer_id = ${first.data.issuerId}`.execute(admin.db)
    expect(rows[0]?.n).toBe(1)
    await admin.post(`${CRL}/remove`, undefined, { ids: first.data.id })
    expect((await admin.post(`${CRL}/submit`, { crlPem: crlPem(middle, 1n) })).msg).toContain('不高于')
  })
})

test('schools register certificates and do not say whom the tenant trusts', async () => {
  const permissions = ['trustchain_add', 'trustchain_edit', 'crl_add', 'certinfo_add', 'certinfo_view']
  const clerk = await app().user({ role: 'school', schoolCode: SCHOOL, permissions })
  expect((await clerk.post(`${CHAIN}/submit`, { chainName: '自己', certPem: issue().pem })).status).toBe(403)
  const own = { holderName: '本校', deptUscc: SCHOOL, certPem: issue({ issuer: issue() }).pem }
  expect((await clerk.post(`${CERT}/submit`, own)).status).toBe(200)
})
