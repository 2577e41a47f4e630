import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { Alert, Button, Form, type FormInstance } from 'antd'
import { useEffect, useId, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { setTabDirty, useTabPath } from '../tabs/tab.ts'
import { AppForm } from '../ui/AppForm.tsx'
import { AppModal } from '../ui/AppModal.tsx'
import { confirmBox } from '../ui/confirm.ts'
import { message, showError } from '../ui/message.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { EntityDialogProps } from './EntityDialog.tsx'
import { dropDraft, keepDraft } from './drafts.ts'
import { FormFields } from './FormFields.tsx'
import { Revealed } from './Revealed.tsx'
import type { CrudRow } from './row.ts'
import {
  type DialogState,
  type EntityDialogControl,
  type Values,
  formFields,
  isMasked,
  isSame,
  isStale,
  keepable,
  submitForm,
  useRefusal,
} from './use-entity-dialog.ts'
import { usePhone } from './use-phone.ts'

const WORDS = { add: '新增', edit: '编辑', view: '查看' } as const
const DONE = { add: '新增成功', edit: '更新成功', view: '' } as const

/** One opening of the form of a row: add, edit or view. It outlives a hidden tab. */
export function EntityForm({ entity, title, dialog, extra, checks, inputs, onSaved }: EntityDialogProps) {
  const t = useT()
  const isPhone = usePhone()
  const formId = useId()
  const { state } = dialog
  const form = useRowForm(entity, dialog, extra, onSaved)
  const width = entity.screen?.dialogWidth ?? 720

  return (
    <AppModal
      open={state.isOpen}
      title={`${t(WORDS[state.mode])} · ${t(title)}`}
      width={isPhone ? '100%' : width}
      className={isPhone ? 'crud-dialog is-full' : 'crud-dialog'}
      onCancel={() => void form.close()}
      footer={
        <DialogButtons mode={state.mode} formId={formId} isBusy={form.isBusy} onClose={() => void form.close()} />
      }
    >
      <Refusal form={form} />
      {state.draft && !form.refusal && (
        <Alert className="crud-refusal" type="info" showIcon title={t('已恢复上次没有保存的内容')} />
      )}
      {state.initial ? (
        <AppForm<Values>
          id={formId}
          form={form.instance}
          requiredMark={state.mode !== 'view'}
          initialValues={{ ...state.initial, ...state.draft }}
          onValuesChange={(changed, all) => form.typed(Object.keys(changed), all)}
          onFinish={(values) => void form.save(values)}
          scrollToFirstError={{ block: 'center', focus: true }}
        >
          {/* Enter presses the form's own button; the one in sight stands in the footer of the dialog. */}
          <button type="submit" hidden aria-label={t('保存')} />
          <FormFields
            fields={formFields(entity, state.mode, state.initial)}
            mode={state.mode}
            checks={checks}
            inputs={inputs}
            below={revealBelow(entity, state)}
          />
        </AppForm>
      ) : (
        <Skeleton rows={5} />
      )}
    </AppModal>
  )
}

/** Why the row was not saved; a newer one can be taken in. */
function Refusal({ form }: { form: ReturnType<typeof useRowForm> }) {
  const t = useT()
  if (!form.refusal) return null
  return (
    <Alert
      className="crud-refusal"
      type="error"
      showIcon
      title={form.refusal}
      action={
        form.isStale && (
          <Button size="small" onClick={() => void form.rebase()}>
            {t('载入最新数据')}
          </Button>
        )
      }
    />
  )
}

/** Under a masked value of a stored row: the way to see all of it. */
function revealBelow(entity: AnyEntity, { row, mode }: DialogState) {
  return (name: string, field: Field) => {
    const value = row?.[name]
    if (!row || mode === 'add' || !isMasked(field, value)) return undefined
    return <Revealed {...{ entity, field, name }} id={row.id} value="" />
  }
}

interface DialogButtonsProps {
  mode: DialogState['mode']
  formId: string
  isBusy: boolean
  onClose: () => void
}

function DialogButtons({ mode, formId, isBusy, onClose }: DialogButtonsProps) {
  const t = useT()
  if (mode === 'view') return <Button onClick={onClose}>{t('关闭')}</Button>
  return (
    <>
      <Button onClick={onClose}>{t('取消')}</Button>
      <Button type="primary" htmlType="submit" form={formId} loading={isBusy}>
        {t(mode === 'add' ? '保存' : '修改')}
      </Button>
    </>
  )
}

/** Fields the user did not touch take the newer values; what was typed stays. */
function takeNewer(form: FormInstance<Values>, old: CrudRow | undefined, newer: CrudRow): void {
  const values = form.getFieldsValue()
  const untouched = Object.keys(values).filter((name) => isSame(values[name], old?.[name]))
  form.setFieldsValue(Object.fromEntries(untouched.map((name) => [name, newer[name]])))
}

/** What the form does: remembers that something was typed, saves, shows refusals, asks before typing is lost. */
function useRowForm(
  entity: AnyEntity,
  dialog: EntityDialogControl,
  extra: Values | undefined,
  onSaved: (answer: unknown) => Promise<unknown>,
) {
  const t = useT()
  const tab = useTabPath()
  const refused = useRefusal()
  const [instance] = Form.useForm<Values>()
  const [isBusy, setBusy] = useState(false)
  const [isDirty, setDirty] = useState(dialog.state.draft !== undefined)
  const [refusal, setRefusal] = useState<{ text: string; isStale: boolean }>()
  const isHolding = dialog.state.isOpen && isDirty
  useEffect(() => setTabDirty(isHolding, tab), [isHolding, tab])

  async function save(values: Values): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      const answer = await submitForm(entity, dialog.state, values, extra)
      leave()
      message.success(t(DONE[dialog.state.mode]))
      await onSaved(answer)
    } catch (error) {
      const { fields, text } = refused(error, Object.keys(values))
      instance.setFields(fields)
      setRefusal(text === undefined ? undefined : { text, isStale: isStale(error) && dialog.state.mode === 'edit' })
    } finally {
      setBusy(false)
    }
  }

  /** Nothing is sent meanwhile. */
  async function rebase(): Promise<void> {
    const old = dialog.state.row
    setBusy(true)
    try {
      takeNewer(instance, old, await dialog.rebase())
      setRefusal(undefined)
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }

  async function close(): Promise<void> {
    if (isBusy) return
    const isSure = !isDirty || (await confirmBox(t('填写的内容还没有保存，确定关闭?'), { isDanger: true }))
    if (isSure) leave()
  }

  function leave(): void {
    dropDraft(dialog.place)
    dialog.close()
  }

  function typed(names: string[], all: Values): void {
    const { mode, row, initial } = dialog.state
    setDirty(true)
    keepDraft(dialog.place, { mode, id: row?.id, values: keepable(entity, all, initial) })
    instance.setFields(names.map((name) => ({ name, errors: [] })))
  }

  return { instance, isBusy, refusal: refusal?.text, isStale: refusal?.isStale, save, rebase, close, typed }
}
