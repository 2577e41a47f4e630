import { join, resolve } from 'node:path'
import { nobodyOf } from '../contexts.ts'
import { layPackages } from '../domains/exam/package/lay-packages.ts'
import { tenantIds } from '../domains/log/retention.ts'
import { tenantStores } from '../domains/resource/index.ts'
import { openAnalytics } from '../platform/analytics/duckdb.ts'
import { readConfig } from '../platform/config.ts'
import { startPostgres } from '../platform/db/embedded.ts'
import { openDatabase } from '../platform/db/pool.ts'
import { createFiles } from '../platform/files/file-store.ts'

const PERSONS = '--persons'
const USAGE = `用法：npm run packages -- <文件夹> [${PERSONS}]
按考试分区铺开各租户已发布考试的数据表，供其他分析引擎按路径读取。${PERSONS}：含学生、小题分与任课教师。\n`

/** Lays the published packages of every tenant out as tables; beside a running program as well. */
async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const [folder] = args.filter((one) => one !== PERSONS)
  if (!folder) {
    process.stderr.write(USAGE)
    process.exitCode = 2
    return
  }
  const config = readConfig(process.env)
  const embedded = config.databaseUrl ? undefined : await startPostgres(config.dataDir)
  const database = openDatabase(config.ownerUrl ?? config.databaseUrl ?? embedded?.url ?? '', 2)
  const files = createFiles(config, tenantStores(config))
  const analytics = await openAnalytics({ ...config.duckdb, tempFolder: join(config.dataDir, 'tmp') })
  try {
    for (const tenantId of await tenantIds(database)) {
      const ctx = { db: database.tenant(tenantId), user: nobodyOf(tenantId), files, analytics }
      const count = await layPackages(ctx, { folder: resolve(folder), isWithPersons: args.includes(PERSONS) })
      process.stdout.write(`${tenantId}：${count}次考试\n`)
    }
  } finally {
    analytics.close()
    await database.close()
    // A server this command found running belongs to the program.
    if (embedded && !embedded.isAdopted) await embedded.stop()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`铺开失败：${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
