import { currentZone } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './ctx.ts'
import { type Database, openDatabase } from './db/pool.ts'
import { setting } from './settings.ts'

/**
 * Opens the database on the clock of the parameter `system.timeZone` of the managing tenant: this process and all its
 * connections keep it. Without one, or with one that nobody knows, the clock of the server stays.
 */
export async function openOnZone(
  { poolSize, tenantId }: Pick<Config, 'poolSize' | 'tenantId'>,
  url: string,
  ownerUrl: string,
): Promise<Database> {
  const database = openDatabase(url, poolSize, ownerUrl)
  if (!(await followZone(database.tenant(tenantId)))) return database
  await database.close()
  return openDatabase(url, poolSize, ownerUrl)
}

/** Answers whether the clock of this process changed. */
async function followZone(home: Db): Promise<boolean> {
  const zone = await setting(home, 'system.timeZone')
  if (!zone || zone === currentZone() || !isZone(zone)) return false
  process.env['TZ'] = zone
  return true
}

function isZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}
