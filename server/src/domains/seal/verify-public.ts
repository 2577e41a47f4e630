import { readFile } from 'node:fs/promises'
import { type SignatureReport, verifyCode, verifyDocument } from '@xueheng/contract/domains/seal/verify.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { own } from '../../platform/db/table.ts'
import { fault, refuse } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { sm3 } from './crypto/sm2.ts'
import { withPdf } from './pdf-words.ts'
import { sealRow } from './seal-info.ts'
import { signCode } from './tables.ts'
import { type Integrity, checkIntegrity } from './verify-document.ts'
import { type LogLine, lineOfCode, reportOf, stateThen } from './verify-trust.ts'

type Verdict = Output<typeof verifyDocument>

const LETTERS = /[^A-Z0-9]/g

/** What anybody may ask: of a document he holds, or of the code that is printed on it. */
export function verifyHandlers(database: Database) {
  return [
    implement(verifyDocument, async (ctx, _input, { looked }) => {
      if (!looked) throw refuse('请选择文件')
      const bytes = await readFile(looked.path)
      return withPdf(async () => ({
        ...(await judge(database, ctx, bytes)),
        fileName: looked.name,
        sm3: sm3(bytes).toString('hex'),
      }))
    }),
    implement(verifyCode, async (ctx, input) => {
      const code = input.code.toUpperCase().replaceAll(LETTERS, '')
      const known = await knownBy(database, ctx, code)
      if (!known) throw fault('code', '没有这个验真码的签署记录，请核对后再试')
      return answerOf(known.ctx, known.line)
    }),
  ]
}

async function judge(
  database: Database,
  ctx: Ctx,
  bytes: Buffer,
): Promise<Pick<NonNullable<Verdict>, 'verdict' | 'text' | 'signatures'>> {
  const found = checkIntegrity(bytes)
  if (found.length === 0) return { verdict: 'none', text: '文件中没有签名，无法判断真伪', signatures: [] }
  const signatures: SignatureReport[] = []
  for (const one of found) signatures.push(await judgeOne(database, ctx, one))
  const isWhole = found.every(({ steps }) => steps.every(({ result }) => result === 1))
  if (signatures.every(({ isValid }) => isValid)) {
    return { verdict: 'valid', text: `文件真实有效，共${found.length}个签名`, signatures }
  }
  const isForeign = isWhole && signatures.every(({ sealName }) => sealName === '')
  if (isForeign) return { verdict: 'unknown', text: '签名完整，但签署者不是本平台的印章，无法确认身份', signatures }
  return { verdict: 'invalid', text: '文件不可信：至少一个签名没有通过检验', signatures }
}

async function judgeOne(database: Database, ctx: Ctx, one: Integrity): Promise<SignatureReport> {
  const known = await knownBy(database, ctx, one.found.code)
  return reportOf(known?.ctx ?? ctx, one, known?.line)
}

/** The line of a code, and a context of its tenant. */
async function knownBy(database: Database, ctx: Ctx, code: string): Promise<{ ctx: Ctx; line: LogLine } | undefined> {
  if (!code) return undefined
  const { rows } = await sql<{ tenantId: string }>`select c.tenant_id from ${own(signCode)} c
    where c.code = ${code}`.execute(database.open)
  const tenantId = rows[0]?.tenantId
  if (!tenantId) return undefined
  const inside: Ctx = { ...ctx, db: database.tenant(tenantId), user: { ...ctx.user, tenantId } }
  const line = await lineOfCode(inside, code)
  return line && { ctx: inside, line }
}

async function answerOf(ctx: Ctx, line: LogLine): Promise<Output<typeof verifyCode>> {
  const seal = await sealRow(ctx, line.sealId)
  if (!seal) throw fault('code', '没有这个验真码的签署记录，请核对后再试')
  const { was, now, text } = await stateThen(ctx, seal, new Date(line.signTime.replace(' ', 'T')))
  const isGood = was === '使用中'
  return {
    verdict: isGood ? 'valid' : 'invalid',
    text: `${isGood ? '有这份文件的签署记录' : '签署时印章不在使用'}；印章${text}。请上传文件核对内容是否一致`,
    docName: line.docName,
    sealName: seal.sealName,
    ownerName: seal.ownerName,
    signTime: line.signTime,
    stateThen: was,
    stateNow: now,
    sm3: line.docHashAfter ?? '',
    seq: line.seq,
  }
}
