import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registry } from '@xueheng/contract'
import { cert } from '@xueheng/contract/domains/seal/cert.ts'
import { cipher } from '@xueheng/contract/domains/seal/cipher.ts'
import { sealPermit } from '@xueheng/contract/domains/seal/seal-permit.ts'
import { signRule } from '@xueheng/contract/domains/seal/sign-rule.ts'
import { signStrategy } from '@xueheng/contract/domains/seal/sign-strategy.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfOf } from '../../../test/fixtures/pdf.ts'
import { ALGORITHM } from '../../../test/fixtures/seals.ts'
import { TENANT, useTestApp } from '../../../test/harness.ts'
import { RowMaker } from '../../../test/rows.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { inTransaction } from '../../platform/db/pool.ts'
import { refuse } from '../../platform/error.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { submit } from '../../platform/rows/write.ts'
import { certHooks } from './cert.ts'
import { cipherHooks } from './cipher.ts'
import type { Algorithm } from './crypto/algorithms.ts'
import { type KeyProvider, fingerprintOf, localKeys } from './key-provider.ts'
import { makeSealOf } from './make-seal.ts'
import { issueList } from './own-authority.ts'
import { CERT_TYPES } from './own-certificates.ts'
import { openDesk, signDocument } from './sign-document.ts'
import { signRuleHooks, signStrategyHooks } from './sign-rule.ts'
import { checkIntegrity } from './verify-document.ts'

/*
 * A provider of another kind in place of the one that comes along: its keys lie in a folder that only a program beside us
 * reads, as those of a card or a UKey would, and every signature is made by that program. What it does not do cannot be
 * needed: everything from the root to the sealed document is made with it.
 */

const app = useTestApp({ ROLES: 'web' })
const folder = mkdtempSync(join(tmpdir(), 'keys-beside-'))
afterAll(() => rmSync(folder, { recursive: true }))

const KINDS: Record<Algorithm, string[]> = {
  SM2: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:SM2', '-pkeyopt', 'ec_param_enc:named_curve'],
  RSA: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  ECDSA: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-pkeyopt', 'ec_param_enc:named_curve'],
}
const DIGESTS: Record<Algorithm, string[]> = {
  SM2: ['-sm3', '-sigopt', 'distid:1234567812345678'],
  RSA: ['-sha256'],
  ECDSA: ['-sha256'],
}

/** Keys of openssl, one file each, named by their fingerprint; only openssl opens them. */
function keysBeside(uses: string[]): KeyProvider {
  const fileOf = (fingerprint: string) => join(folder, `${fingerprint}.pem`)
  return {
    async make(_ctx, algorithm) {
      const fresh = join(folder, 'fresh.pem')
      execFileSync('openssl', ['genpkey', ...KINDS[algorithm], '-out', fresh], { stdio: 'pipe' })
      const spki = execFileSync('openssl', ['pkey', '-in', fresh, '-pubout', '-outform', 'DER'], { stdio: 'pipe' })
      renameSync(fresh, fileOf(fingerprintOf(spki)))
      return spki
    },
    async use(ctx, { algorithm, fingerprint }, { title, entity, name }, work) {
      const file = fileOf(fingerprint)
      if (!existsSync(file)) throw refuse('密码卡中没有这把密钥')
      uses.push(title)
      const sign = (message: Buffer) =>
        execFileSync('openssl', ['dgst', ...DIGESTS[algorithm], '-sign', file], { input: message, stdio: 'pipe' })
      const made = work({ algorithm, sign })
      await logOperation(ctx, 'cipher.use', title, { entity, after: { fingerprint, name } })
      return made
    },
  }
}

const uses: string[] = []
const keys = keysBeside(uses)
const made = { sealId: '', kept: -1 }
let ctx: Ctx

async function issue(inside: Ctx, certType: number, keyAlgorithm: number, more: object): Promise<string> {
  const key = await submit(cipher, inside, { cipherName: '密码卡密钥', keyAlgorithm }, cipherHooks(keys).hooks)
  const asked = { certName: '密码卡', certType, cipherId: key.id, validYears: 5, ...more }
  return (await submit(cert, inside, asked, certHooks(keys).hooks)).id
}

/** How many keys lie in the database. */
async function wrappedKeys(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from seal_key`.execute(
    app().app.database.tenant(TENANT),
  )
  return rows[0]?.count ?? -1
}

beforeAll(async () => {
  const admin = await app().user({ role: 'administrator' })
  const { id } = await new RowMaker(admin).create(registry.entity('sesealpermit'))
  const known = await app().app.ctxOf(TENANT, admin.userId)
  if (!known) throw new Error('nobody signs')
  ctx = known
  made.kept = await wrappedKeys()
  await inTransaction(ctx.db, async (db) => {
    const inside = { ...ctx, db }
    const permit = await findOrRefuse(sealPermit, inside, String(id))
    const rootSm2 = await issue(inside, CERT_TYPES.root, ALGORITHM.SM2, {})
    const rootRsa = await issue(inside, CERT_TYPES.root, ALGORITHM.RSA, {})
    await issue(inside, CERT_TYPES.maker, ALGORITHM.SM2, { issuerId: rootSm2 })
    await issue(inside, CERT_TYPES.timeStamp, ALGORITHM.ECDSA, { issuerId: rootRsa })
    const ownerCode = permit.deptUscc
    await issue(inside, CERT_TYPES.unit, ALGORITHM.SM2, { issuerId: rootSm2, ownerCode })
    await issue(inside, CERT_TYPES.unit, ALGORITHM.ECDSA, { issuerId: rootRsa, ownerCode })
    for (const root of [rootSm2, rootRsa]) await issueList(inside, keys, root, 30)
    made.sealId = await makeSealOf(inside, keys, permit)
  })
})

async function strategyOf(strategyCode: string, signFormat: number): Promise<string> {
  const rule = { ruleCode: strategyCode, ruleName: strategyCode, ruleType: 2, pageScope: 3, coordX: 100, coordY: 200 }
  const { id } = await submit(signRule, ctx, rule, signRuleHooks.hooks)
  const body = { strategyCode, strategyName: strategyCode, signFormat, signRuleIds: [id] }
  return (await submit(signStrategy, ctx, body, signStrategyHooks.hooks)).id
}

test.each([
  ['PAdES', 1],
  ['CMS-SM2', 2],
  ['SES', 3],
])('a document is signed as %s by keys that lie elsewhere', async (format, value) => {
  const desk = await openDesk(ctx, keys, {
    sealId: made.sealId,
    strategyId: await strategyOf(`BESIDE${value}`, value),
    kind: 'file',
  })
  const { bytes } = await signDocument(ctx, desk, '报告.pdf', pdfOf([{ text: 'Report' }]))
  const found = checkIntegrity(bytes)
  expect(found.map((one) => one.format)).toEqual([format])
  expect(found.flatMap(({ steps }) => steps).filter(({ result }) => result !== 1)).toEqual([])
  expect(found[0]?.stamp).toBeDefined()
})

test('no key of it came into the database, and every use says what it was for', async () => {
  expect(await wrappedKeys()).toBe(made.kept)
  expect(readdirSync(folder)).toHaveLength(6)
  expect(new Set(uses)).toEqual(new Set(['签发证书', '签发吊销列表', '制章', '签章', '时间戳']))
})

test('a key that is gone is refused in the words of the provider, and nothing is signed', async () => {
  const strategyId = await strategyOf('GONE', 1)
  const desk = await openDesk(ctx, keys, { sealId: made.sealId, strategyId, kind: 'file' })
  const away = `${folder}-away`
  renameSync(folder, away)
  try {
    await expect(signDocument(ctx, desk, '报告.pdf', pdfOf([{ text: 'Report' }]))).rejects.toThrow(
      '密码卡中没有这把密钥',
    )
  } finally {
    renameSync(away, folder)
  }
})

test('the one that comes along refuses in words as well', async () => {
  const local = localKeys(app().config.masterKey)
  const purpose = { title: '签章', entity: 'signlog', name: '报告.pdf' }
  const use = (provider: KeyProvider, fingerprint: string) =>
    provider.use(ctx, { algorithm: 'SM2', fingerprint }, purpose, (signer) => signer.sign(Buffer.from('x')))
  await expect(use(local, '0'.repeat(64))).rejects.toThrow('签名密钥的私钥不在本机，不能签名')
  const fingerprint = fingerprintOf(await inTransaction(ctx.db, (db) => local.make({ ...ctx, db }, 'SM2')))
  expect(await use(local, fingerprint)).toBeInstanceOf(Buffer)
  const stranger = localKeys(Buffer.alloc(32, 7))
  await expect(use(stranger, fingerprint)).rejects.toThrow('签名密钥由另一把主密钥保存，不能签名')
})
