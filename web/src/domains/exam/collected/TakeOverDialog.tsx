import type { Call, Input, Output } from '@xueheng/contract/kit/call.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import type { takenOver } from '@xueheng/contract/platform/take-over.ts'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { Change } from '../../../platform/action/changes.ts'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi } from '../../../platform/api/client.ts'
import { FormDialog } from '../../../platform/form/FormDialog.tsx'
import type { Values } from '../../../platform/form/values.ts'
import { t as translate, useT } from '../../../platform/i18n/i18n.ts'
import { AppModal } from '../../../platform/ui/AppModal.tsx'
import { message } from '../../../platform/ui/message.ts'
import { RefusalNote } from '../../../platform/ui/RefusalNote.tsx'
import { TakenOver } from './TakenOver.tsx'

type TakingCall = Call<Fields, typeof takenOver, 'data'>

interface TakeOverProps<C extends TakingCall> {
  call: C
  /** What the screen knows itself. */
  given?: Partial<Input<C>>
  /** What is read again afterwards. */
  changes: readonly Change[]
  /** Asked before it is written, in words of its own. */
  warning?: string | undefined
  okText?: string | undefined
  /** What is already there can be taken as well: it is checked anew. */
  takesUnchanged?: boolean
  onDone?: (answer: Output<C>) => unknown
  onClose: () => void
}

/** Rows from another list: chosen, shown by their numbers with everyone who is left out, and only then taken over. */
export function TakeOverDialog<C extends TakingCall>(props: TakeOverProps<C>) {
  const { call, given, onClose } = props
  const t = useT()
  const isWeighed = useRef(false)
  const [weighed, weigh] = useState<{ typed: Values; outcome: Output<TakingCall> }>()
  const known = given ?? {}
  if (weighed) return <Weighed {...props} typed={{ ...known, ...weighed.typed }} outcome={weighed.outcome} />
  const fields = Object.entries(call.input).filter(([name]) => name !== 'isTrial' && !Object.hasOwn(known, name))
  return (
    <FormDialog
      title={t(call.title)}
      fields={fields}
      okText={t('下一步')}
      done=""
      work={async (typed) => ({ typed, outcome: await send(call, { ...known, ...typed, isTrial: 1 }) })}
      onDone={(answer) => {
        isWeighed.current = true
        weigh(answer)
      }}
      onClose={() => isWeighed.current || onClose()}
    />
  )
}

function send<C extends TakingCall>(call: C, input: Values): Promise<Output<C> | null> {
  return callApi(call, input as Partial<Input<C>>)
}

interface WeighedProps<C extends TakingCall> extends TakeOverProps<C> {
  typed: Values
  outcome: Output<TakingCall>
}

function Weighed<C extends TakingCall>({ call, typed, outcome, ...props }: WeighedProps<C>) {
  const t = useT()
  const { fresh = 0, changed = 0, unchanged = 0 } = outcome ?? {}
  const taking = useAction(() => send(call, typed), {
    changes: props.changes,
    isInline: true,
    done: '',
    onDone: (answer) => {
      sayTaken(answer)
      if (answer) props.onDone?.(answer)
      props.onClose()
    },
  })
  const num = fresh + changed + (props.takesUnchanged ? unchanged : 0)
  return (
    <AppModal
      open
      title={t(call.title)}
      width={640}
      onCancel={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{t('取消')}</Button>
          <Button type="primary" disabled={num === 0} loading={taking.isBusy} onClick={() => void taking.run()}>
            {props.okText ?? t('带入{num}条', { num })}
          </Button>
        </>
      }
    >
      <RefusalNote text={taking.refusal} />
      {outcome && <TakenOver outcome={outcome} warning={num > 0 ? props.warning : undefined} />}
    </AppModal>
  )
}

function sayTaken(answer: Output<TakingCall>): void {
  const { fresh = 0, changed = 0, leftNum = 0 } = answer ?? {}
  const taken = translate('新增{fresh}条，更新{changed}条', { fresh, changed })
  message.success(leftNum > 0 ? `${taken}；${translate('{num}条没有带入', { num: leftNum })}` : taken)
}
