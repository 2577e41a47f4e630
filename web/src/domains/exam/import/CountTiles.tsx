import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { Batch } from './wizard-steps.ts'

const TILES = [
  { key: 'read', title: '读取的行', tone: '' },
  { key: 'left', title: '不导入合计', tone: 'quiet' },
  { key: 'fresh', title: '新增', tone: 'good' },
  { key: 'changed', title: '更新', tone: 'primary' },
  { key: 'unchanged', title: '未变', tone: 'quiet' },
  { key: 'faulty', title: '错误行', tone: 'seal' },
  { key: 'warned', title: '警告行', tone: 'warn' },
] as const

/** What writing the batch would do, and what stands in the way. */
export function CountTiles({ batch }: { batch: Batch }) {
  const t = useT()
  return (
    <dl className="imp-tiles">
      {TILES.map(({ key, title, tone }) => (
        <div key={key} data-tone={batch.counts[key] > 0 ? tone : 'quiet'}>
          <dt>{t(title)}</dt>
          <dd>{formatNumber(batch.counts[key])}</dd>
        </div>
      ))}
    </dl>
  )
}
