import { Button, type FormInstance } from 'antd'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { usePhone } from '../crud/use-phone.ts'
import { AppForm } from '../ui/AppForm.tsx'
import { AppModal } from '../ui/AppModal.tsx'
import { confirmBox } from '../ui/confirm.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import '../crud/crud-dialog.css'

export interface FormModalProps<V extends object> {
  title: string
  /** Pixels; a phone gives it the whole screen. */
  width?: number | undefined
  isOpen?: boolean
  form: FormInstance<V>
  /** Nothing while it is loaded. */
  initial: Partial<V> | undefined
  /** Above the fields: refusals, facts, hints. */
  above?: ReactNode
  /** The fields. */
  children: ReactNode
  /** Words of the button that sends it; without them it is only looked at. */
  okText: string | undefined
  /** What is sent destroys something. */
  isDanger?: boolean | undefined
  isBusy: boolean
  /** In place of the two buttons; given how the dialog is left. */
  footer?: (close: () => void) => ReactNode
  /** Something was typed that is not saved; the form tells without it. */
  hasUnsaved?: boolean
  onChange?: ((changed: string[], all: V) => void) | undefined
  onSubmit: (values: V) => void
  /** The user leaves, and has said yes to losing what was typed. */
  onClose: () => void
}

/** What takes what is typed; the screen of a phone would be half keyboard. */
const FIELD = 'input:not([disabled], [readonly], [type=file]), textarea:not([disabled])'

/** A form in a dialog. Enter sends it; the first field with a fault is brought into sight; what was typed is given up only after a yes. */
export function FormModal<V extends object>({
  title,
  width,
  isOpen = true,
  form,
  initial,
  children,
  ...props
}: FormModalProps<V>) {
  const t = useT()
  const isPhone = usePhone()
  const formId = useId()
  const { above, okText, isBusy, isDanger = false, footer, onChange, onSubmit } = props
  const close = useAskedClose(form, props)
  const [isInFront, setInFront] = useState(false)
  useFirstField(formId, isInFront && !isPhone && initial !== undefined && okText !== undefined)
  return (
    <AppModal
      open={isOpen}
      title={title}
      width={isPhone ? '100%' : (width ?? 720)}
      className={isPhone ? 'crud-dialog is-full' : 'crud-dialog'}
      onCancel={close}
      afterOpenChange={setInFront}
      footer={
        footer?.(close) ?? (
          <>
            <Button onClick={close}>{okText === undefined ? t('关闭') : t('取消')}</Button>
            {okText !== undefined && (
              <Button type="primary" danger={isDanger} htmlType="submit" form={formId} loading={isBusy}>
                {okText}
              </Button>
            )}
          </>
        )
      }
    >
      {above}
      {initial ? (
        <AppForm<V>
          id={formId}
          form={form}
          requiredMark={okText !== undefined}
          initialValues={initial}
          onValuesChange={(changed, all) => onChange?.(Object.keys(changed), all)}
          onFinish={onSubmit}
          scrollToFirstError={{ block: 'center', focus: true }}
        >
          {/* Enter presses the form's own button; the one in sight stands in the footer of the dialog. */}
          <button type="submit" hidden aria-label={t('保存')} />
          {children}
        </AppForm>
      ) : (
        <Skeleton rows={5} />
      )}
    </AppModal>
  )
}

/** The focus begins in the first field of the form as soon as both are there. */
function useFirstField(formId: string, isReady: boolean): void {
  useEffect(() => {
    if (isReady) document.querySelector<HTMLElement>(`[id="${formId}"] :is(${FIELD})`)?.focus()
  }, [isReady, formId])
}

/** While what was typed is being sent the dialog stays. */
function useAskedClose<V extends object>(
  form: FormInstance<V>,
  { isBusy, hasUnsaved, onClose }: Pick<FormModalProps<V>, 'isBusy' | 'hasUnsaved' | 'onClose'>,
): () => void {
  const t = useT()
  async function close(): Promise<void> {
    const isTyped = hasUnsaved ?? form.isFieldsTouched()
    if (!isTyped || (await confirmBox(t('填写的内容还没有保存，确定关闭?'), { isDanger: true }))) onClose()
  }
  return () => {
    if (!isBusy) void close()
  }
}
