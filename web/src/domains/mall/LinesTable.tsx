import type { OrderLine } from '@xueheng/contract/domains/mall/order.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import './mall.css'

/** The lines of an order with what each costs. */
export function LinesTable({ lines }: { lines: OrderLine[] }) {
  const t = useT()
  return (
    <div className="integral-scroll">
      <table className="integral-ledger">
        <thead>
          <tr>
            <th scope="col">{t('图书')}</th>
            {['单价', '数量', '小计', '积分抵扣', '实付'].map((title) => (
              <th key={title} scope="col" className="is-number">
                {t(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.bookId}>
              <td>{line.bookName}</td>
              {[line.price, line.count, line.totalPrice, line.pointPrice, line.payPrice].map((value, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- cells of a fixed row
                <td key={at} className="is-number">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
