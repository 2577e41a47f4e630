import type { Call, Input, Output } from '@xueheng/contract/kit/call.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import type { Answer } from '@xueheng/contract/kit/call.ts'
import { callApi } from '../api/client.ts'
import { useT } from '../i18n/i18n.ts'
import { FormDialog, type FormDialogProps } from './FormDialog.tsx'

export interface CallDialogProps<C extends Call<Fields, Fields, Answer>> extends Omit<
  FormDialogProps<Output<C>>,
  'title' | 'fields' | 'work'
> {
  call: C
  /** The call's own title without it. */
  title?: string
  /** What the screen knows itself: sent along and not asked for. */
  given?: Partial<Input<C>>
}

/** The form of a declared call: asks for every input that is not given, and carries the call out. */
export function CallDialog<C extends Call<Fields, Fields, Answer>>({
  call,
  title,
  given,
  ...props
}: CallDialogProps<C>) {
  const t = useT()
  const known = given ?? {}
  const fields = Object.entries(call.input).filter(([name]) => !Object.hasOwn(known, name))
  return (
    <FormDialog
      {...props}
      title={title ?? t(call.title)}
      fields={fields}
      work={(typed) => callApi(call, { ...known, ...typed } as Partial<Input<C>>)}
    />
  )
}
