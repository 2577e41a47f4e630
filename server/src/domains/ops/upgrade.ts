import pg from 'pg'
import { migrate, readApplied, readMigrations } from '../../platform/db/migrate.ts'
import { schemaMigration } from '../../platform/db/tables.ts'
import { type BackupDeps, backUp } from './backup.ts'

export interface UpgradeDeps extends BackupDeps {
  /** Whether a backup is made first; the house may see to that itself. */
  isBackedUp: boolean
  /** Tells whoever started the program how far it is. */
  say(text: string): void
}

/**
 * Brings a database to this version. One that holds something is backed up first; each step is told, and is whole or not
 * there at all. Throws, when a step fails, what holds then and how to go on. The address is that of the tables' owner.
 */
export async function upgrade(deps: UpgradeDeps): Promise<void> {
  const { applied, waiting } = await stepsOf(deps.url)
  const isUpgrade = applied > 0 && waiting > 0
  let backup = ''
  if (isUpgrade && deps.isBackedUp) {
    deps.say(`数据库有${waiting}步升级，先做一份备份…`)
    const tables = { report: async () => undefined }
    backup = (await backUp(deps, tables)).name
    deps.say(`已备份到 backups/${backup}`)
  }
  try {
    await migrate(deps.url, undefined, (name, done) => {
      if (isUpgrade) deps.say(`升级 ${done}/${waiting} ${name}`)
    })
  } catch (error) {
    throw isUpgrade ? stopped(error, backup) : error
  }
}

/** How many steps a database has behind it, and before it. */
async function stepsOf(url: string): Promise<{ applied: number; waiting: number }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const made = await client.query('select to_regclass($1) is not null as is_there', [
      `public.${schemaMigration.name}`,
    ])
    if (!made.rows[0]?.is_there) return { applied: 0, waiting: readMigrations().length }
    const applied = new Set((await readApplied(client)).map(({ name }) => name))
    return { applied: applied.size, waiting: readMigrations().filter(({ name }) => !applied.has(name)).length }
  } finally {
    await client.end()
  }
}

function stopped(error: unknown, backup: string): Error {
  const reason = error instanceof Error ? error.message : String(error)
  const back = backup ? `；要回到升级前，用 npm run restore -- backups/${backup} --to 新的空文件夹` : ''
  return new Error(
    `数据库升级没有完成：${reason}。这一步没有留下任何改动，之前的步骤旧版本也能用，可以换回旧版本继续运行。` +
      `处理原因后重新启动，会从这一步继续${back}`,
    { cause: error },
  )
}
