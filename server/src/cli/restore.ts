import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../platform/config.ts'
import { restore } from '../domains/ops/restore.ts'

const USAGE =
  '用法：npm run restore -- <备份文件> --to <空目录>\n主密钥取自 MASTER_KEY，或 DATA_DIR 中的 secrets.json。\n'

/** Builds a data folder from a backup; the running one is not touched. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } })
  const [file] = positionals
  if (!file || !values.to || positionals.length > 1) {
    process.stderr.write(USAGE)
    process.exitCode = 2
    return
  }
  const { masterKey } = readConfig(process.env)
  const to = resolve(values.to)
  await restore({ file: resolve(file), to, masterKey, say: (text) => process.stdout.write(`${text}\n`) })
  process.stdout.write(`已恢复到 ${to}，启动：DATA_DIR=${to} npm start\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`恢复失败：${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
