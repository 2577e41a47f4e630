import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../platform/config.ts'
import { restore } from '../domains/ops/restore.ts'
import { type Difference, type Part, restorePart } from '../domains/ops/restore-part.ts'
import { startPostgres } from '../platform/db/embedded.ts'

const USAGE = `用法：npm run restore -- <备份文件> --to <空目录>
      npm run restore -- <备份文件> --exam <考试编号> [--write]     一次考试的数据与报表
      npm run restore -- <备份文件> --school <学校代码> [--write]   一所学校的名册，不含各次考试
没有 --write 时只列出差别，不写入。--tenant <租户编号>：不是管理租户时。主密钥取自 MASTER_KEY，或 DATA_DIR 中的 secrets.json。\n`
const OPTIONS = {
  to: { type: 'string' },
  exam: { type: 'string' },
  school: { type: 'string' },
  tenant: { type: 'string' },
  write: { type: 'boolean', default: false },
} as const

/** Builds a data folder from a backup, the running one not being touched; or puts one exam or school back into the running one. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: OPTIONS })
  const [file] = positionals
  const { to, exam, school, tenant, write } = values
  const asked = exam ? { exam } : school ? { school } : undefined
  if (!file || positionals.length > 1 || [to, exam, school].filter(Boolean).length !== 1) {
    process.stderr.write(USAGE)
    process.exitCode = 2
    return
  }
  if (asked) return putBack(resolve(file), asked, tenant, write)
  const { masterKey } = readConfig(process.env)
  const folder = resolve(to ?? '')
  await restore({ file: resolve(file), to: folder, masterKey, say: (text) => process.stdout.write(`${text}\n`) })
  process.stdout.write(`已恢复到 ${folder}，启动时设置 DATA_DIR=${folder}\n`)
}

type Asked = { exam: string } | { school: string }

async function putBack(file: string, asked: Asked, tenantId: string | undefined, isWritten: boolean): Promise<void> {
  const config = readConfig(process.env)
  const part: Part = { ...asked, tenantId: tenantId ?? config.tenantId }
  const embedded = config.databaseUrl ? undefined : await startPostgres(config.dataDir)
  try {
    const url = config.ownerUrl ?? config.databaseUrl ?? embedded?.url ?? ''
    const { masterKey, dataDir } = config
    const found = await restorePart({ file, masterKey, url, dataDir, part, isWritten })
    for (const one of found) process.stdout.write(`${lineOf(one)}\n`)
    process.stdout.write(isWritten ? '已写入，操作日志中有记录\n' : '没有写入；加 --write 写入\n')
  } finally {
    // A server this command found running belongs to the program.
    if (embedded && !embedded.isAdopted) await embedded.stop()
  }
}

function lineOf({ name, missing, changed, same }: Difference): string {
  return `${name}：缺少 ${missing}，不同 ${changed}，相同 ${same}`
}

main().catch((error: unknown) => {
  process.stderr.write(`恢复失败：${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
