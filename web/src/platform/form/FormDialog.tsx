import { Form } from 'antd'
import type { ReactNode } from 'react'
import { type ActionOptions, useAction } from '../action/use-action.ts'
import { type FieldCheck, FormFields, type OwnInputs } from '../crud/FormFields.tsx'
import type { NamedField } from '../crud/row.ts'
import { useT } from '../i18n/i18n.ts'
import { useCan } from '../session/session.ts'
import { RefusalNote } from '../ui/RefusalNote.tsx'
import { FormModal } from './FormModal.tsx'
import { type Values, withoutBlanks } from './values.ts'

export interface FormDialogProps<T> extends Pick<ActionOptions<[Values], T>, 'confirm' | 'done' | 'changes'> {
  title: string
  fields: readonly NamedField[]
  /** Carries out what was typed; blanks are left out. */
  work: (typed: Values) => Promise<T>
  initial?: Values | undefined
  checks?: Record<string, FieldCheck> | undefined
  /** Controls the dialog brings itself, by field. */
  inputs?: OwnInputs | undefined
  okText?: string | undefined
  isDanger?: boolean | undefined
  /** Pixels. */
  width?: number | undefined
  /** Facts above the fields. */
  children?: ReactNode
  onDone?: (answer: T, typed: Values) => unknown
  onClose: () => void
}

/** Up to so many fields stand below each other in a narrow dialog; more are set in two columns. */
const MOST_IN_LINE = 5

/** Asks for some fields, those its user may give, and does something with them; stays open with what was typed when that is refused. */
export function FormDialog<T>({ title, work, onDone, onClose, children, ...props }: FormDialogProps<T>) {
  const t = useT()
  const can = useCan()
  const fields = props.fields.filter(([, { permission }]) => !permission || can(permission))
  const [form] = Form.useForm<Values>()
  const isNarrow = fields.length <= MOST_IN_LINE
  const action = useAction((typed: Values) => work(withoutBlanks(typed)), {
    ...props,
    form,
    onDone: async (answer, typed) => {
      await onDone?.(answer, typed)
      onClose()
    },
  })

  return (
    <FormModal
      title={title}
      width={props.width ?? (isNarrow ? 520 : 720)}
      form={form}
      initial={props.initial ?? {}}
      above={
        <>
          <RefusalNote text={action.refusal} />
          {children}
        </>
      }
      okText={props.okText ?? t('确定')}
      isDanger={props.isDanger}
      isBusy={action.isBusy}
      onSubmit={(typed) => void action.run(typed)}
      onClose={onClose}
    >
      <FormFields fields={fields} mode="add" isNarrow={isNarrow} checks={props.checks} inputs={props.inputs} />
    </FormModal>
  )
}
