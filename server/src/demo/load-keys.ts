import { cert } from '@xueheng/contract/domains/seal/cert.ts'
import { cipher } from '@xueheng/contract/domains/seal/cipher.ts'
import { sealMould } from '@xueheng/contract/domains/seal/seal-mould.ts'
import { permitStates, sealPermit } from '@xueheng/contract/domains/seal/seal-permit.ts'
import { signRule } from '@xueheng/contract/domains/seal/sign-rule.ts'
import { signStrategy } from '@xueheng/contract/domains/seal/sign-strategy.ts'
import { sql } from 'kysely'
import { certHooks } from '../domains/seal/cert.ts'
import { cipherHooks } from '../domains/seal/cipher.ts'
import { type KeyProvider, localKeys } from '../domains/seal/key-provider.ts'
import { makeSealOf } from '../domains/seal/make-seal.ts'
import { issueList } from '../domains/seal/own-authority.ts'
import { CERT_TYPES } from '../domains/seal/own-certificates.ts'
import { signRuleHooks, signStrategyHooks } from '../domains/seal/sign-rule.ts'
import { every, into } from '../platform/access/doors.ts'
import type { Ctx } from '../platform/ctx.ts'
import { findOrRefuse } from '../platform/rows/read.ts'
import { submit } from '../platform/rows/write.ts'

const SM2 = 1
const ECDSA = 3
const LIST_DAYS = 365

type Authority = ReturnType<typeof authorityOf>

/** The sign server's own authority with a maker and time stamps, certificates and seals of the units that have a mould, rules and strategies. */
export async function loadKeys(ctx: Ctx, masterKey: Buffer): Promise<void> {
  const keys = localKeys(masterKey)
  const authority = authorityOf(ctx, keys)
  const root = await authority.issue('签章服务器国密根证书', CERT_TYPES.root, SM2, { validYears: 20 })
  const common = await authority.issue('签章服务器通用根证书', CERT_TYPES.root, ECDSA, { validYears: 20 })
  await authority.issue('示例印章制作中心', CERT_TYPES.maker, SM2, { issuerId: root, validYears: 10 })
  await authority.issue('示例时间戳服务', CERT_TYPES.timeStamp, ECDSA, { issuerId: common, validYears: 10 })
  await sealUnits(ctx, keys, authority, [root, common])
  for (const id of [root, common]) await issueList(ctx, keys, id, LIST_DAYS)
  await loadRules(ctx)
}

function authorityOf(ctx: Ctx, keys: KeyProvider) {
  return {
    /** Answers the id of the certificate. */
    async issue(certName: string, certType: number, keyAlgorithm: number, more: Record<string, unknown>) {
      const key = await submit(cipher, ctx, { cipherName: `${certName}密钥`, keyAlgorithm }, cipherHooks(keys).hooks)
      const asked = { certName, certType, cipherId: key.id, validYears: 3, ...more }
      return (await submit(cert, ctx, asked, certHooks(keys).hooks)).id
    },
  }
}

/** Every unit with a mould gets its certificates; applications that wait for their seal but the last get it. */
async function sealUnits(ctx: Ctx, keys: KeyProvider, authority: Authority, roots: [string, string]): Promise<void> {
  const [sm2, ecdsa] = [
    { keyAlgorithm: SM2, issuerId: roots[0] },
    { keyAlgorithm: ECDSA, issuerId: roots[1] },
  ]
  const permits = await sql<{ id: string; unit: string; code: string; state: number }>`select p.id, p.unit_name as unit,
      p.dept_uscc as code, p.permit_status as state
    from ${every(sealPermit, 'seals of the demo')} p join ${every(sealMould, 'likewise')} m on m.id = p.mould_id
    order by p.id`.execute(ctx.db)
  const units = new Map(permits.rows.map(({ unit, code }) => [code, unit]))
  for (const [code, unit] of units) {
    for (const { keyAlgorithm, issuerId } of [sm2, ecdsa]) {
      await authority.issue(unit, CERT_TYPES.unit, keyAlgorithm, { issuerId, ownerCode: code })
    }
  }
  const waiting = permits.rows.filter(({ state }) => state === permitStates.states.toMake.value)
  for (const { id } of waiting.slice(0, -1)) await makeOne(ctx, keys, id)
}

async function makeOne(ctx: Ctx, keys: KeyProvider, id: string): Promise<void> {
  const sealId = await makeSealOf(ctx, keys, await findOrRefuse(sealPermit, ctx, id))
  await sql`update ${into(sealPermit)} set permit_status = ${permitStates.states.made.value}, made_seal_id = ${sealId},
    maker_name = ${ctx.user.name}, make_time = localtimestamp(0) where id = ${id}`.execute(ctx.db)
}

async function loadRules(ctx: Ctx): Promise<void> {
  const rule = async (values: Record<string, unknown>) => (await submit(signRule, ctx, values, signRuleHooks.hooks)).id
  const last = await rule({
    ruleCode: 'LAST',
    ruleName: '末页右下角',
    ruleType: 2,
    pageScope: 3,
    coordX: 160,
    coordY: 250,
    reason: '本单位确认',
  })
  const word = await rule({
    ruleCode: 'KEYWORD',
    ruleName: '“盖章”处',
    ruleType: 1,
    keyword: '盖章',
    keywordIndex: -1,
    reason: '本单位确认',
  })
  const seam = await rule({ ruleCode: 'SEAM', ruleName: '右侧骑缝', ruleType: 4, seamEdge: 1, seamPosition: 50 })
  const strategy = (values: Record<string, unknown>) => submit(signStrategy, ctx, values, signStrategyHooks.hooks)
  await strategy({ strategyCode: 'OUT', strategyName: '对外报告', signFormat: 1, signRuleIds: [last, seam] })
  await strategy({ strategyCode: 'GM', strategyName: '国密签章', signFormat: 3, signRuleIds: [last] })
  await strategy({ strategyCode: 'WORD', strategyName: '按“盖章”字样', signFormat: 4, signRuleIds: [word] })
}
