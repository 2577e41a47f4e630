import type { OrderLine } from '@xueheng/contract/domains/mall/order.ts'
import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { orderRefund } from '@xueheng/contract/domains/mall/order-refund.ts'
import type { InputProps } from '../../platform/crud/fields/field-view.ts'
import { Select } from 'antd'
import { useMemo } from 'react'
import { saveRow } from '../../platform/crud/crud-api.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import type { NamedField } from '../../platform/crud/row.ts'
import { FormDialog } from '../../platform/form/FormDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { LinesTable } from './LinesTable.tsx'

const { bookId, way, count, refundPrice, applyReason, applyDescription, applyPicUrls } = orderRefund.fields
const FIELDS: NamedField[] = Object.entries({
  bookId,
  way,
  count,
  refundPrice,
  applyReason,
  applyDescription,
  applyPicUrls,
})

/** Money asked back of an order for somebody; another person decides. */
export function RefundDialog({ order, onClose }: { order: CrudRow; onClose: () => void }) {
  const t = useT()
  const lines = order['items'] as OrderLine[]
  const inputs = useMemo(() => ({ bookId: (props: InputProps) => <BookInput {...props} lines={lines} /> }), [lines])
  const [first] = lines
  return (
    <FormDialog
      title={`${t('申请退款')} · ${String(order['orderNo'])}`}
      fields={FIELDS}
      inputs={inputs}
      initial={{ bookId: first?.bookId, way: '10', count: 0, refundPrice: first?.payPrice }}
      work={(typed) => saveRow(orderRefund, { ...typed, orderId: order.id })}
      changes={[orderManage, orderRefund]}
      onClose={onClose}
    >
      <LinesTable lines={lines} />
    </FormDialog>
  )
}

/** Only what was bought may go back. */
function BookInput({ id, value, onChange, lines }: InputProps & { lines: OrderLine[] }) {
  const options = lines.map((line) => ({ value: line.bookId, label: line.bookName }))
  return <Select id={id} value={value as string} options={options} onChange={(next) => onChange?.(next)} />
}
