import {
  orderRefund,
  refundConfirm,
  refundRetry,
  refundSendBack,
  refundStates,
} from '@xueheng/contract/domains/mall/order-refund.ts'
import { REFUND_SENDING } from '@xueheng/contract/domains/mall/order-refund.ts'
import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { refundReview } from '@xueheng/contract/domains/mall/refund-review.ts'
import { paragraph } from '@xueheng/contract/kit/field.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, post } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar, type RowAction } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { FormDialog } from '../../platform/form/FormDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useReviewActions } from '../../platform/review/use-review-actions.ts'
import { REFUND_CELLS } from './order-cells.tsx'

type Dialog = 'sendBack' | 'confirm' | 'refuseGoods'

const CHANGES = [orderRefund, orderManage]
const QUESTIONS = { receiveGoods: '确认已收到退回的图书?', withdraw: '撤销后不再退款，确定撤销?' }
const REASON = paragraph('拒收原因', { required: true, length: 200, message: '请填写拒绝收货的原因' })

/** 售后退款: from the application to the money; the audit has a screen of its own. */
export function Page() {
  const [opened, open] = useState<{ name: Dialog; row: CrudRow }>()
  const retry = useAction((row: CrudRow) => callApi(refundRetry, { id: row.id }), { changes: CHANGES })
  const dialog = (name: Dialog, label: string, code: string, isFor: RowAction['isFor']): RowAction => ({
    code,
    label,
    ...(isFor && { isFor }),
    run: (row) => open({ name, row }),
  })
  const actions: RowAction[] = [
    dialog('sendBack', refundStates.actions.sendBack.title, 'orderrefund_edit', (row) => isAllowed('sendBack', row)),
    dialog('confirm', refundConfirm.title, 'orderrefund_confirm', isByHand),
    { code: 'orderrefund_confirm', label: refundRetry.title, isFor: hasFailed, run: (row) => retry.run(row) },
    ...useReviewActions(refundReview, QUESTIONS),
    dialog('refuseGoods', refundStates.actions.refuseGoods.title, 'orderrefund_receive', (row) =>
      isAllowed('refuseGoods', row),
    ),
  ]
  return (
    <CrudPage entity={orderRefund}>
      <ListToolbar />
      <ListRows cells={REFUND_CELLS} actions={actions} isRemovable={isGone} />
      {opened && <RefundStep {...opened} onClose={() => open(undefined)} />}
    </CrudPage>
  )
}

function isAllowed(action: keyof typeof refundStates.actions, row: CrudRow): boolean {
  return canDo(refundStates, action, Number(row['refundState']))
}

/** What the payment service has is its to tell. */
function isByHand(row: CrudRow): boolean {
  const state = Number(row['sendState'])
  return isAllowed('finish', row) && (state === REFUND_SENDING.none || state === REFUND_SENDING.failed)
}

function hasFailed(row: CrudRow): boolean {
  return isAllowed('retry', row) && Number(row['sendState']) === REFUND_SENDING.failed
}

function isGone(row: CrudRow): boolean {
  const { applied, cancelled, refused, goodsRefused } = refundStates.states
  return [applied, cancelled, refused, goodsRefused].some(({ value }) => value === Number(row['refundState']))
}

function RefundStep({ name, row, onClose }: { name: Dialog; row: CrudRow; onClose: () => void }) {
  const t = useT()
  const common = { given: { id: row.id }, changes: CHANGES, onClose }
  if (name === 'sendBack') return <CallDialog call={refundSendBack} {...common} />
  if (name === 'confirm') return <CallDialog call={refundConfirm} {...common} />
  return (
    <FormDialog
      title={t(refundStates.actions.refuseGoods.title)}
      fields={[['auditReason', REASON]]}
      work={({ auditReason }) =>
        post(`${orderRefund.paths[0]}/receiveGoods`, {
          body: { ids: row.id, seen: { [row.id]: row['updateTime'] }, auditResult: 2, auditReason },
        })
      }
      changes={CHANGES}
      isDanger
      onClose={onClose}
    />
  )
}
