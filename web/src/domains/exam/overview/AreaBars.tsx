import type { OverviewArea } from '@xueheng/contract/domains/exam/overview.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'

/** Students of each area as bars on one scale, with the numbers beside them. */
export function AreaBars({ areas }: { areas: OverviewArea[] }) {
  const t = useT()
  const most = Math.max(1, ...areas.map((area) => area.studentNum))
  return (
    <table className="area-bars">
      <thead>
        <tr>
          <th scope="col">{t('县区')}</th>
          <th scope="col">{t('学生')}</th>
          <th scope="col" className="is-number">
            {t('学校')}
          </th>
        </tr>
      </thead>
      <tbody>
        {areas.map((area) => (
          <tr key={area.areaCode}>
            <th scope="row">{area.areaName}</th>
            <td>
              <i style={{ width: `calc((100% - 5em) * ${area.studentNum / most})` }} />
              <span>{formatNumber(area.studentNum)}</span>
            </td>
            <td className="is-number">{formatNumber(area.schoolNum)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
