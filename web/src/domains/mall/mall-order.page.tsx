import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { orderStates } from '@xueheng/contract/domains/mall/order-states.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { ORDER_CELLS } from './order-cells.tsx'
import { OrderForm } from './OrderForm.tsx'
import './mall.css'

/** 商城订单: orders looked up, remarked and removed; what is done with them stands under 订单管理. */
export function Page() {
  return (
    <CrudPage entity={orderManage} Form={OrderForm}>
      <ListToolbar />
      <ListRows cells={ORDER_CELLS} isRemovable={isRemovable} />
    </CrudPage>
  )
}

function isRemovable(row: CrudRow): boolean {
  return canDo(orderStates, 'remove', Number(row['orderStatus']))
}
