import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import * as call from '@xueheng/contract/domains/mall/order-calls.ts'
import { orderStates } from '@xueheng/contract/domains/mall/order-states.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar, type RowAction } from '../../platform/crud/CrudPage.tsx'
import type { NamedField } from '../../platform/crud/row.ts'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { FormDialog } from '../../platform/form/FormDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { ORDER_CELLS } from './order-cells.tsx'
import { OrderForm } from './OrderForm.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import './mall.css'

type Step = keyof typeof orderStates.actions
type Dialog = 'pay' | 'reprice' | 'ship' | 'readdress' | 'reroute' | 'refund'

/** 订单管理: what can be done with an order follows from its state. */
export function Page() {
  const [opened, open] = useState<{ name: Dialog; row: CrudRow }>()
  const actions = useOrderActions((name, row) => open({ name, row }))
  return (
    <CrudPage entity={orderManage} Form={OrderForm}>
      <ListToolbar />
      <ListRows cells={ORDER_CELLS} actions={actions} isRemovable={(row) => isAllowed('remove', row)} />
      {opened && <OrderDialog {...opened} onClose={() => open(undefined)} />}
    </CrudPage>
  )
}

function isAllowed(step: Step, row: CrudRow): boolean {
  return canDo(orderStates, step, Number(row['orderStatus']))
}

const RIGHTS: Record<Dialog, string> = {
  pay: 'ordermanage_pay',
  reprice: 'ordermanage_pay',
  ship: 'ordermanage_ship',
  readdress: 'ordermanage_ship',
  reroute: 'ordermanage_ship',
  refund: 'orderrefund_add',
}

function useOrderActions(open: (name: Dialog, row: CrudRow) => void): RowAction[] {
  const changes = [orderManage]
  const receive = useAction((row: CrudRow) => callApi(call.orderReceive, { id: row.id }), {
    confirm: '确认家长已收到图书?',
    changes,
  })
  const cancel = useAction((row: CrudRow) => callApi(call.orderCancel, { id: row.id }), {
    confirm: { text: '取消后占用的库存和积分退回，确定取消?', isDanger: true },
    changes,
  })
  const dialogs = (Object.keys(RIGHTS) as Dialog[]).map((name) => ({
    code: RIGHTS[name],
    label: orderStates.actions[name].title,
    isFor: (row: CrudRow) => isAllowed(name, row),
    run: (row: CrudRow) => open(name, row),
  }))
  const step = (name: 'receive' | 'cancel', code: string, action: typeof receive) => ({
    code,
    label: orderStates.actions[name].title,
    isFor: (row: CrudRow) => isAllowed(name, row),
    run: (row: CrudRow) => action.run(row),
  })
  return [
    ...dialogs,
    step('receive', 'ordermanage_ship', receive),
    { ...step('cancel', 'ordermanage_edit', cancel), danger: true },
  ]
}

const { receiverName, receiverMobile, provinceCode, cityCode, districtCode, detailAddress } = orderManage.fields
const ADDRESS: NamedField[] = Object.entries({
  receiverName,
  receiverMobile,
  provinceCode,
  cityCode,
  districtCode,
  detailAddress,
})
const { expressCode, expressNo } = call.orderShip.input
const EXPRESS: NamedField[] = Object.entries({ expressCode, expressNo })

function OrderDialog({ name, row, onClose }: { name: Dialog; row: CrudRow; onClose: () => void }) {
  const common = { changes: [orderManage], onClose }
  const { id } = row
  switch (name) {
    case 'pay':
      return <CallDialog call={call.orderPay} given={{ id }} initial={{ payPrice: row['payPrice'] }} {...common} />
    case 'reprice':
      return <CallDialog call={call.orderReprice} given={{ id }} {...common} />
    case 'ship':
      return <CallDialog call={call.orderShip} given={{ id }} {...common} />
    case 'readdress':
      return <AddressDialog step="readdress" fields={ADDRESS} row={row} onClose={onClose} />
    case 'reroute':
      return <AddressDialog step="reroute" fields={EXPRESS} row={row} onClose={onClose} />
    case 'refund':
      return <RefundDialog order={row} onClose={onClose} />
  }
}

interface AddressProps {
  step: 'readdress' | 'reroute'
  fields: NamedField[]
  row: CrudRow
  onClose: () => void
}

/** Where a parcel goes, or the number it goes under. */
function AddressDialog({ step, fields, row, onClose }: AddressProps) {
  const t = useT()
  return (
    <FormDialog
      title={t(orderStates.actions[step].title)}
      fields={fields}
      initial={Object.fromEntries(fields.map(([name]) => [name, row[name]]))}
      work={(typed) => callApi(call.addressUpdate, { ...typed, orderId: row.id })}
      changes={[orderManage]}
      onClose={onClose}
    />
  )
}
