import { isCronLine } from '../../platform/cron.ts'
import type { Db } from '../../platform/ctx.ts'
import { numberSetting, setting } from '../../platform/settings.ts'

/** Parameters of the managing tenant: when a backup is made (a cron line, nothing for never) and how many are kept. */
export const CRON_KEY = 'backup.cron'
export const KEEP_KEY = 'backup.keep'

/** The line as it is set; an unreadable one counts as none. */
export async function backupLine(home: Db): Promise<string> {
  const line = await setting(home, CRON_KEY)
  return isCronLine(line) ? line : ''
}

export function backupKeep(home: Db): Promise<number> {
  return numberSetting(home, KEEP_KEY)
}
