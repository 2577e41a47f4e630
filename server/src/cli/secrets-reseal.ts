import { readFileSync } from 'node:fs'
import { readConfig } from '../platform/config.ts'
import { replaceMasterKey } from '../platform/local-secrets.ts'
import { keepMasterKey } from '../platform/db/master-key.ts'
import { startPostgres } from '../platform/db/embedded.ts'
import { openDatabase } from '../platform/db/pool.ts'
import { resealAll } from './reseal.ts'

const USAGE = '用法：npm run secrets:reseal -- <新主密钥文件>（64位十六进制；先停止程序并备份）\n'

/** Seals everything under a new master key. The present one is MASTER_KEY, or that in the data folder. */
async function main(): Promise<void> {
  const [file] = process.argv.slice(2)
  const text = file ? readFileSync(file, 'utf8').trim() : ''
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    process.stderr.write(USAGE)
    process.exitCode = 2
    return
  }
  const config = readConfig(process.env)
  const embedded = config.databaseUrl ? undefined : await startPostgres(config.dataDir)
  if (embedded?.isAdopted) throw new Error('程序正在运行，请先停止')
  const database = openDatabase(config.ownerUrl ?? config.databaseUrl ?? embedded?.url ?? '', 2)
  try {
    const count = await resealAll(database, { old: config.masterKey, next: Buffer.from(text, 'hex') })
    await keepMasterKey(database, Buffer.from(text, 'hex'))
    const isKept = replaceMasterKey(config.dataDir, config.masterKey, text)
    process.stdout.write(`已用新主密钥重新加密${count}项，日志链已重新签封。旧备份仍须用旧主密钥恢复，请妥善保存。\n`)
    process.stdout.write(isKept ? '数据目录中的主密钥已更换。\n' : '请把 MASTER_KEY 换成新主密钥后再启动程序。\n')
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`重新加密失败：${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
