import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { Alert, Button, Form, type FormInstance } from 'antd'
import { useEffect, useState } from 'react'
import { useAction } from '../action/use-action.ts'
import { FormModal } from '../form/FormModal.tsx'
import { type Values, isMasked, isSame } from '../form/values.ts'
import { useT } from '../i18n/i18n.ts'
import { setTabDirty, useTabPath } from '../tabs/tab.ts'
import { RefusalNote } from '../ui/RefusalNote.tsx'
import { dropDraft, keepDraft } from './drafts.ts'
import { useLayout } from './layout.ts'
import { dialogWidth } from './field-layout.ts'
import { FormFields } from './FormFields.tsx'
import { Revealed } from './Revealed.tsx'
import type { CrudRow } from './row.ts'
import {
  type DialogState,
  type EntityDialogControl,
  formFields,
  isStale,
  keepable,
  submitForm,
  type EntityDialogProps,
} from './use-entity-dialog.ts'

const WORDS = { add: '新增', edit: '编辑', view: '查看' } as const
const SEND = { add: '保存', edit: '修改', view: undefined } as const
const DONE = { add: '新增成功', edit: '更新成功', view: '' } as const

/** One opening of the form of a row: add, edit or view. It outlives a hidden tab. */
export function EntityForm({ entity, dialog, extra, inputs, onSaved }: EntityDialogProps) {
  const t = useT()
  const { state } = dialog
  const form = useRowForm(entity, dialog, extra, onSaved)
  const send = SEND[state.mode]
  const layout = useLayout(entity)
  const fields = formFields(entity, state.mode, state.initial, layout.fields)
  return (
    <FormModal
      isOpen={state.isOpen}
      title={`${t(WORDS[state.mode])} · ${t(entity.title)}`}
      width={layout.dialogWidth ?? dialogWidth(fields)}
      form={form.instance}
      initial={state.initial && { ...state.initial, ...state.draft }}
      above={<Above form={form} hasDraft={state.draft !== undefined} />}
      okText={send && t(send)}
      isBusy={form.isBusy}
      onChange={form.typed}
      onSubmit={(values) => void form.save(values)}
      hasUnsaved={form.isDirty}
      onClose={form.leave}
    >
      <FormFields
        fields={fields}
        mode={state.mode}
        layouts={layout.fields}
        checks={layout.checks}
        inputs={inputs}
        below={revealBelow(entity, state)}
      />
    </FormModal>
  )
}

/** Why the row was not saved, where a newer one can be taken in; else that typing of an earlier time is back. */
function Above({ form, hasDraft }: { form: ReturnType<typeof useRowForm>; hasDraft: boolean }) {
  const t = useT()
  const takeNewest = (
    <Button size="small" onClick={() => void form.rebase()}>
      {t('载入最新数据')}
    </Button>
  )
  if (form.refusal !== undefined) return <RefusalNote text={form.refusal} action={form.isStale && takeNewest} />
  return hasDraft && <Alert className="xh-refusal" type="info" showIcon title={t('已恢复上次没有保存的内容')} />
}

/** Under a masked value of a stored row: the way to see all of it. */
function revealBelow(entity: AnyEntity, { row, mode }: DialogState) {
  return (name: string, field: Field) => {
    const value = row?.[name]
    if (!row || mode === 'add' || !isMasked(field, value)) return undefined
    return <Revealed {...{ entity, field, name }} id={row.id} value="" />
  }
}

/** Fields the user did not touch take the newer values; what was typed stays. */
function takeNewer(form: FormInstance<Values>, old: CrudRow | undefined, newer: CrudRow): void {
  const values = form.getFieldsValue()
  const untouched = Object.keys(values).filter((name) => isSame(values[name], old?.[name]))
  form.setFieldsValue(Object.fromEntries(untouched.map((name) => [name, newer[name]])))
}

/** What the form does: remembers that something was typed, saves, shows refusals. */
function useRowForm(
  entity: AnyEntity,
  dialog: EntityDialogControl,
  extra: Values | undefined,
  onSaved: EntityDialogProps['onSaved'],
) {
  const tab = useTabPath()
  const { mode, row, initial, isOpen, draft } = dialog.state
  const [instance] = Form.useForm<Values>()
  const [isDirty, setDirty] = useState(draft !== undefined)
  useEffect(() => setTabDirty(isOpen && isDirty, tab), [isOpen, isDirty, tab])

  const saving = useAction((values: Values) => submitForm(entity, dialog.state, values, extra), {
    form: instance,
    done: DONE[mode],
    changes: [entity],
    onDone: (answer) => {
      leave()
      return onSaved?.(answer)
    },
  })
  const rebasing = useAction(dialog.rebase, {
    done: '',
    onDone: (newer) => {
      takeNewer(instance, row, newer)
      saving.reset()
    },
  })
  const isBusy = saving.isBusy || rebasing.isBusy

  function leave(): void {
    dropDraft(dialog.place)
    dialog.close()
  }

  function typed(names: string[], all: Values): void {
    setDirty(true)
    keepDraft(dialog.place, { mode, id: row?.id, values: keepable(entity, all, initial) })
    instance.setFields(names.map((name) => ({ name, errors: [] })))
  }

  return {
    instance,
    isBusy,
    refusal: saving.refusal,
    isStale: mode === 'edit' && isStale(saving.error),
    save: saving.run,
    rebase: rebasing.run,
    isDirty,
    leave,
    typed,
  }
}
