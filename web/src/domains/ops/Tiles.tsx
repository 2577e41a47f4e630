import type { OperationsView } from '@xueheng/contract/domains/ops/operations.ts'
import { formatTime } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { bytes, daysUntil } from './measures.ts'

const SOON_DAYS = 30

/** What is true right now, one tile each. */
export function Tiles({ view }: { view: OperationsView }) {
  const t = useT()
  const { database, disk, memory, migrations, queue, expiry } = view
  const waiting = queue.filter(({ state }) => state !== 'completed').map(({ state, count }) => `${t(state)} ${count}`)
  return (
    <dl className="ops-tiles">
      <Tile title={t('版本')} value={view.version} note={`Node ${view.nodeVersion}`} />
      <Tile title={t('启动时间')} value={formatTime(view.startTime)} />
      <Tile title={t('数据库')} value={bytes(database.size)} note={`PostgreSQL ${database.version}`} />
      <Tile
        title={t('数据库连接')}
        value={`${database.connections} / ${database.mostConnections}`}
        note={`${t('连接池')} ${database.pool.size} · ${t('空闲')} ${database.pool.idle} · ${t('等待')} ${database.pool.waiting}`}
      />
      <Tile
        title={t('磁盘')}
        value={bytes(disk.folder)}
        note={`${t('剩余')} ${bytes(disk.free)} / ${bytes(disk.total)}`}
        isBad={disk.free < disk.total / 10}
      />
      <Tile
        title={t('内存')}
        value={bytes(memory.rss)}
        note={`${t('剩余')} ${bytes(memory.free)} / ${bytes(memory.total)}`}
      />
      <Tile title={t('任务队列')} value={waiting.join(' · ') || t('没有排队')} />
      <Tile
        title={t('数据库迁移')}
        value={String(migrations.count)}
        note={`${migrations.last} · ${formatTime(migrations.lastTime)}`}
      />
      <Expiry title={t('证书到期')} day={expiry.certificate} />
      <Expiry title={t('授权到期')} day={expiry.licence} />
    </dl>
  )
}

function Expiry({ title, day }: { title: string; day: string }) {
  const t = useT()
  if (!day) return <Tile title={title} value={t('未设置')} note={t('在系统参数中填写日期')} />
  const days = daysUntil(day)
  const note = days < 0 ? t('已过期') : t('还有{n}天', { n: days })
  return <Tile title={title} value={day} note={note} isBad={days < SOON_DAYS} />
}

interface TileProps {
  title: string
  value: string
  note?: string
  isBad?: boolean
}

function Tile({ title, value, note, isBad }: TileProps) {
  return (
    <div className={isBad ? 'is-bad' : ''}>
      <dt>{title}</dt>
      <dd>
        <strong>{value}</strong>
        {note && <small>{note}</small>}
      </dd>
    </div>
  )
}
