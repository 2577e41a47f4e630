import { SEALED_LOGS, auditKey } from '../domains/log/audit-chain.ts'
import { tenantIds } from '../domains/log/retention.ts'
import { type Verdict, verify } from '../domains/log/audit-verify.ts'
import { type ChainVerdict, signLogKey, verifySignLog } from '../domains/seal/sign-log.ts'
import { readConfig } from '../platform/config.ts'
import { startPostgres } from '../platform/db/embedded.ts'
import { openDatabase } from '../platform/db/pool.ts'

/** Walks every chain of every tenant, that of its signatures too, and names the first broken row of each. Exit code 1 when one is broken. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const embedded = config.databaseUrl ? undefined : await startPostgres(config.dataDir)
  const database = openDatabase(config.ownerUrl ?? config.databaseUrl ?? embedded?.url ?? '', 2)
  try {
    for (const tenantId of await tenantIds(database)) {
      for (const source of SEALED_LOGS) {
        const verdict = await verify(database.tenant(tenantId), auditKey(config.masterKey), tenantId, source)
        process.stdout.write(`${tenantId} ${source}：${wordsOf(verdict)}\n`)
        if (verdict.broken) process.exitCode = 1
      }
      const signed = await verifySignLog(database.tenant(tenantId), signLogKey(config.masterKey), tenantId)
      process.stdout.write(`${tenantId} seal_sign_log：${wordsOfSigned(signed)}\n`)
      if (signed.broken) process.exitCode = 1
    }
  } finally {
    await database.close()
    // A server this command found running belongs to the program.
    if (embedded && !embedded.isAdopted) await embedded.stop()
  }
}

function wordsOf({ checked, open, head, broken }: Verdict): string {
  if (broken) return `第${broken.seq}号（记录 ${broken.rowId || '无'}）${broken.reason}`
  return `完整，${checked}条，链首第${head.seq}号 ${head.hash}${open > 0 ? `，另有${open}条待封` : ''}`
}

function wordsOfSigned({ checked, head, broken }: ChainVerdict): string {
  return broken ? `第${broken.seq}号${broken.reason}` : `完整，${checked}条，链首 ${head}`
}

main().catch((error: unknown) => {
  process.stderr.write(`校验失败：${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
})
