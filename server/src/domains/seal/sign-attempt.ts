import { sealInfo } from '@xueheng/contract/domains/seal/seal-info.ts'
import { sql } from 'kysely'
import { into } from '../../platform/access/doors.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { inTransaction } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/error.ts'
import { sm3 } from './crypto/sm2.ts'
import { withPdf } from './pdf-words.ts'
import { type SignDesk, type Signed, signDocument } from './sign-document.ts'
import { type SignLine, appendLine } from './sign-log.ts'

/** What became of one document: its sealed bytes, or none, and its line in the log. */
export interface Attempt {
  name: string
  bytes?: Buffer
  line: SignLine
}

/** Tries to seal one document; what is no fault of ours becomes a line that says why. */
export async function signOne(ctx: Ctx, desk: SignDesk, name: string, read: () => Promise<Buffer>): Promise<Attempt> {
  const now = new Date()
  const took = () => Date.now() - now.getTime()
  const { seal, strategy } = desk
  const common = {
    signTime: now,
    docName: name,
    sealId: seal.id,
    sealName: seal.sealName,
    areaCode: seal.areaCode,
    deptUscc: seal.deptUscc,
    strategyId: strategy.id,
    strategyVersion: strategy.version,
    signFormat: strategy.signFormat,
  }
  try {
    const before = await read()
    const signed = await withPdf(() => signDocument({ ...ctx, now }, desk, name, before))
    const line = { ...common, ...factsOf(before, signed), costMs: took() }
    return { name, bytes: signed.bytes, line }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const line = { ...common, isDone: false, errorMsg: error.message, costMs: took() }
    return { name, line }
  }
}

function factsOf(before: Buffer, { bytes, code, certSerial, places, tsaTime }: Signed) {
  return {
    isDone: true,
    verifyCode: code,
    certSerial,
    docHashBefore: sm3(before).toString('hex'),
    docHashAfter: sm3(bytes).toString('hex'),
    tsaTime,
    signPositions: places,
  }
}

/** The lines of what was signed, and the count of the seal, in the transaction that keeps the documents. */
export async function writeLines(ctx: Ctx, logKey: Buffer, desk: SignDesk, lines: SignLine[]): Promise<void> {
  for (const line of lines) await appendLine(ctx, logKey, line)
  const count = lines.filter(({ isDone }) => isDone).length
  await sql`update ${into(sealInfo)} set use_count = coalesce(use_count, 0) + ${count},
    last_use_time = ${wallTime(ctx.now)} where id = ${desk.seal.id}`.execute(ctx.db)
}

/** Attempts stay in the log although nothing came of them. */
export function keepAttempts(ctx: Ctx, logKey: Buffer, lines: SignLine[]): Promise<void> {
  return inTransaction(ctx.db, async (db) => {
    for (const line of lines) await appendLine({ ...ctx, db }, logKey, line)
  })
}
