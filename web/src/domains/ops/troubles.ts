import type { OperationsView } from '@xueheng/contract/domains/ops/operations.ts'
import { daysUntil } from './measures.ts'

/** What is wrong, and what to do about it; in Chinese. */
export interface Trouble {
  level: 'error' | 'warning'
  what: string
  todo: string
}

const QUEUE_SECONDS = 600
const BACKUP_DAYS = 2
const SOON_DAYS = 30
const DAY_MS = 86_400_000

/** What an operator has to see to, the gravest first. `now` in ms. */
export function troublesOf(view: OperationsView, now = Date.now()): Trouble[] {
  return [...ofDisk(view), ...ofQueue(view), ...ofDatabase(view), ...ofBackup(view, now), ...ofExpiry(view)].toSorted(
    (one, other) => Number(other.level === 'error') - Number(one.level === 'error'),
  )
}

function ofDisk({ disk }: OperationsView): Trouble[] {
  const todo = '把旧备份移走或减少参数backup.keep，减小COPIES_GB，或给磁盘扩容。'
  if (disk.free < disk.total / 50) return [{ level: 'error', what: '磁盘几乎已满，导入、计算和备份就要停了。', todo }]
  if (disk.free < disk.total / 10) return [{ level: 'warning', what: '磁盘剩余不到一成。', todo }]
  return []
}

function ofQueue({ queueOldest }: OperationsView): Trouble[] {
  if (queueOldest < QUEUE_SECONDS) return []
  return [
    {
      level: 'error',
      what: '有任务等了十分钟还没有开始。',
      todo: '看是否有worker进程在运行（ROLES=worker）；常有排队时再加一个。',
    },
  ]
}

function ofDatabase({ database }: OperationsView): Trouble[] {
  const found: Trouble[] = []
  if (database.pool.waiting > 0)
    found.push({
      level: 'warning',
      what: '有请求在等数据库连接，页面会变慢。',
      todo: '看下面最慢的语句；数据库还有余力时加大DB_POOL。',
    })
  if (database.connections > database.mostConnections * 0.9)
    found.push({
      level: 'warning',
      what: '数据库的连接快用完了。',
      todo: '加大数据库的max_connections，或减小各进程的DB_POOL。',
    })
  return found
}

function ofBackup({ backup }: OperationsView, now: number): Trouble[] {
  const age = backup.lastTime ? now - new Date(backup.lastTime.replace(' ', 'T')).getTime() : Infinity
  if (age < BACKUP_DAYS * DAY_MS) return []
  if (!backup.cron)
    return [
      {
        level: 'warning',
        what: '没有设置定时备份。',
        todo: '在系统参数中填写backup.cron，如30 2 * * *；用外部数据库自己的备份时不必理会。',
      },
    ]
  return [
    {
      level: 'error',
      what: '两天没有新的备份。',
      todo: '看下面失败的备份任务说了什么，改正后点“立即备份”。',
    },
  ]
}

function ofExpiry({ expiry }: OperationsView): Trouble[] {
  const found: Trouble[] = []
  const isSoon = (day: string): boolean => day !== '' && daysUntil(day) < SOON_DAYS
  if (isSoon(expiry.certificate))
    found.push({
      level: 'warning',
      what: '证书快到期或已过期。',
      todo: '换上新证书并重启，再改参数ops.certificateExpire。',
    })
  if (isSoon(expiry.licence))
    found.push({ level: 'warning', what: '授权快到期或已过期。', todo: '续期后改参数ops.licenceExpire。' })
  return found
}
