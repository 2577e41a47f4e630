import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import type { CSSProperties } from 'react'
import { formatNumber } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import './area-tiles.css'

type Rows = ReportAnswer['records']

/** The areas side by side in the order of their codes, which goes by place; the higher the mean, the deeper the tile. */
export function AreaTiles({ rows }: { rows: Rows }) {
  const t = useT()
  const areas = rows.toSorted((one, other) => String(one['areaCode']).localeCompare(String(other['areaCode'])))
  const means = areas.map((row) => Number(row['avgScore'] ?? 0))
  const [least, most] = [Math.min(...means), Math.max(...means)]
  const depthOf = (mean: number) => (most > least ? (mean - least) / (most - least) : 0.5)
  return (
    <ol className="area-tiles" style={{ '--tiles': Math.ceil(Math.sqrt(areas.length)) } as CSSProperties}>
      {areas.map((row, at) => (
        <li key={String(row['areaCode'])} style={{ '--depth': depthOf(means[at] ?? 0) } as CSSProperties}>
          <b>{String(row['areaName'] ?? '')}</b>
          <strong>{formatNumber(means[at] ?? 0, 2)}</strong>
          <small>{t('{n} 人', { n: formatNumber(Number(row['studentNum'] ?? 0)) })}</small>
        </li>
      ))}
    </ol>
  )
}
