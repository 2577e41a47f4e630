import { join } from 'node:path'
import { type App, VERSION, createApp } from './app.ts'
import { clearLeftovers } from './domains/exam/package/clear-leftovers.ts'
import { rebuildOldPackages } from './domains/exam/package/rebuild-old.ts'
import { clearQuestionLeftovers } from './domains/exam/question/question-files.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/accounts.ts'
import { prepareDemo } from './demo/prepare.ts'
import { type Config, readConfig } from './platform/config.ts'
import { startTracing } from './platform/trace.ts'
import type { FirstAdmin } from './seed/seed.ts'

/** Far more than a stop takes: what then still holds it is a fault. */
const SHUTDOWN_MS = 45_000

/** Starts the program and says where it is; stops politely on Ctrl-C and on SIGTERM. */
async function main(): Promise<void> {
  const startedAt = Date.now()
  const config = readConfig(process.env)
  const stopTracing = await startTracing(VERSION)
  const app = await createApp(config, (text) => process.stdout.write(`${text}\n`))
  await open({ ...app, close: () => app.close().finally(stopTracing) }, config, startedAt).catch(
    async (error: unknown) => {
      // What was started goes with it: a database left behind would hold the folder.
      await app.close().catch(() => undefined)
      throw error
    },
  )
}

async function open(app: App, config: Config, startedAt: number): Promise<void> {
  let isStopping = false
  async function stop(): Promise<void> {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
    process.stdout.write('\n正在停止…\n')
    await app.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
  if (config.isDemo) await prepareDemo(app, config, (text) => process.stdout.write(`  ${text}\n`))
  if (config.roles.includes('worker')) {
    const packages = join(config.dataDir, 'packages')
    await clearLeftovers(app.database.tenant, packages)
    await clearQuestionLeftovers(app.database.tenant, packages)
    await app.runner.work()
    await rebuildOldPackages(app)
    app.scheduler.start()
  }
  await app.http.listen({ port: config.port, host: config.host })
  announce(app.firstAdmin, config, startedAt, app.http.listeningOrigin)
}

function announce(firstAdmin: FirstAdmin | undefined, config: Config, startedAt: number, origin: string): void {
  const lines = [
    `学衡已启动  ${origin.replace('127.0.0.1', 'localhost')}  （${((Date.now() - startedAt) / 1000).toFixed(1)}秒，数据在 ${config.dataDir}）`,
  ]
  if (config.isDemo) {
    lines.push(`演示模式：只监听本机。租户 ${config.tenantId}，密码 ${DEMO_PASSWORD}`)
    lines.push(...DEMO_ACCOUNTS.map(({ account, title }) => `  ${account.padEnd(8)} ${title}`))
  }
  if (firstAdmin) {
    const { account, password } = firstAdmin
    lines.push(`首个管理员：${account} / ${password || '（ADMIN_PASSWORD）'}（只显示这一次，登录后须先修改密码）`)
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`启动失败：${error instanceof Error ? error.message : String(error)}\n`)
  if (process.env['LOG_LEVEL'] === 'debug') process.stderr.write(`${(error as Error).stack}\n`)
  process.exit(1)
})
