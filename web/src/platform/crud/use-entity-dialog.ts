import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { errors } from '@xueheng/contract/kit/error.ts'
import { givenValue } from '@xueheng/contract/derive/schema.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { showError } from '../ui/message.ts'
import { useTabPath } from '../tabs/tab.ts'
import { loadRow, saveRow } from './crud-api.ts'
import { type Draft, draftOf } from './drafts.ts'
import type { OwnInputs } from './FormFields.tsx'
import { type FieldLayouts, isHidden } from './field-layout.ts'
import { useLayout } from './layout.ts'
import { type FormMode, type Values, isMasked, isSame, withoutBlanks } from '../form/values.ts'
import { isBlank } from './fields/field-view.ts'
import { type CrudRow, type NamedField, fieldsOf } from './row.ts'

export interface DialogState {
  mode: FormMode
  isOpen: boolean
  /** Counts openings: each gets a form of its own. */
  opening: number
  /** What the form starts with; nothing while it is loaded. */
  initial: Values | undefined
  /** The stored row of an edit; its `updateTime` is the optimistic lock. */
  row: CrudRow | undefined
  /** What had been typed before the page was left unsaved. */
  draft: Values | undefined
}

const CLOSED: DialogState = {
  mode: 'add',
  isOpen: false,
  opening: 0,
  initial: undefined,
  row: undefined,
  draft: undefined,
}

export interface EntityDialogOptions {
  /** Values of a new row that the form does not ask for, or starts with. */
  defaults?: Values | undefined
  /** What the form of a new row starts with beside them; it waits for the answer. */
  propose?: (() => Promise<Values>) | undefined
}

/** Which form is open over a list, on which row. */
export function useEntityDialog(entity: AnyEntity, { defaults, propose }: EntityDialogOptions = {}) {
  const [state, setState] = useState(CLOSED)
  const place = `${useTabPath()} ${entity.name}`
  const { fields: layouts } = useLayout(entity)

  const openings = useRef(0)

  /** Answers how to tell something of this opening; told too late, when another form is open, it is left out. */
  function show(mode: FormMode, initial?: Values, draft?: Values): (change: Partial<DialogState>) => void {
    openings.current += 1
    const opening = openings.current
    setState({ mode, isOpen: true, opening, initial, row: undefined, draft })
    return (change) => setState((old) => (old.opening === opening ? { ...old, ...change } : old))
  }

  async function load(mode: FormMode, id: string, draft?: Values): Promise<void> {
    const tell = show(mode, undefined, draft)
    try {
      const row = heldValues(entity, await loadRow(entity, id))
      tell({ row, initial: mode === 'add' ? copyOf(entity, row, layouts) : row })
    } catch (error) {
      showError(error)
      tell({ isOpen: false })
    }
  }

  function newRow(values?: Values): Values {
    return heldValues(entity, { ...defaultsOf(entity), ...defaults, ...values })
  }

  async function add(values?: Values, draft?: Values): Promise<void> {
    const tell = show('add', propose ? undefined : newRow(values), draft)
    if (!propose) return
    // Without proposals a form is typed as a whole.
    const proposed = await propose().catch(() => ({}))
    tell({ initial: newRow({ ...proposed, ...values }) })
  }

  function restore({ mode, id, values }: Draft): void {
    void (id ? load(mode, id, values) : add({}, values))
  }

  // Once, when the screen is drawn anew.
  useEffect(() => {
    const draft = draftOf(place)
    if (draft) restore(draft)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a later draft belongs to the form that is open
  }, [])

  return {
    state,
    place,
    add: (values?: Values) => void add(values),
    copy: (row: CrudRow) => load('add', row.id),
    edit: (row: CrudRow) => load('edit', row.id),
    view: (row: CrudRow) => load('view', row.id),
    close: () => setState((old) => ({ ...old, isOpen: false })),
    /** After a refused edit: takes the newer stored row as the base; the form keeps what was typed. */
    rebase: async () => {
      const row = heldValues(entity, await loadRow(entity, state.row?.id ?? ''))
      setState((old) => ({ ...old, row }))
      return row
    },
  }
}

export type EntityDialogControl = ReturnType<typeof useEntityDialog>

export interface EntityDialogProps {
  entity: AnyEntity
  dialog: EntityDialogControl
  /** Sent with a new row beside what the form asks for. */
  extra?: Values | undefined
  /** Controls the page brings itself, by field. */
  inputs?: OwnInputs | undefined
  /** Told what the server answered. */
  onSaved?: ((answer: unknown) => unknown) | undefined
}

/** Values of a row or of a new one as forms hold them. */
function heldValues<V extends Values>(entity: AnyEntity, values: V): V {
  const given = fieldsOf(entity).filter(([name]) => name in values)
  return { ...values, ...Object.fromEntries(given.map(([name, field]) => [name, givenValue(field, values[name])])) }
}

/** The fields a form shows: structured ones have pages of their own, and what cannot be typed needs a value. */
export function formFields(
  entity: AnyEntity,
  mode: FormMode,
  initial: Values = {},
  layouts: FieldLayouts = {},
): NamedField[] {
  return fieldsOf(entity).filter(([name, field]) => {
    if (isHidden(field, layouts[name])) return false
    return mode !== 'add' || field.editable !== 'never' || !isBlank(initial[name])
  })
}

function defaultsOf(entity: AnyEntity): Values {
  const given = fieldsOf(entity).filter(([, field]) => field.default !== undefined)
  return Object.fromEntries(given.map(([name, field]) => [name, field.default]))
}

/** A new row from an old one: everything that is typed; a masked value cannot be copied. */
function copyOf(entity: AnyEntity, row: CrudRow, layouts: FieldLayouts | undefined): Values {
  const copied = formFields(entity, 'edit', row, layouts).filter(([name, field]) => !isMasked(field, row[name]))
  return Object.fromEntries(copied.map(([name]) => [name, row[name]]))
}

/**
 * Sends a form. A new row goes out whole; of an old one only what was changed, with the lock. Blanks travel as
 * empty text, which clears a value; leaving it out would keep the old one.
 */
export function submitForm(
  entity: AnyEntity,
  state: DialogState,
  values: Values,
  extra: Values = {},
): Promise<unknown> {
  if (state.mode === 'add') return saveRow(entity, { ...extra, ...withoutBlanks(values) })
  const changed = Object.entries(values).filter(([name, value]) => !isSame(value, state.row?.[name]))
  const body = Object.fromEntries(changed.map(([name, value]) => [name, value ?? '']))
  return saveRow(entity, { ...body, id: state.row?.id, updateTime: state.row?.updateTime })
}

/**
 * Of a form what its user typed, without secrets and what is masked elsewhere: the window's storage is open to whoever
 * sits there next.
 */
export function keepable(entity: AnyEntity, values: Values, initial: Values = {}): Values {
  const fields = new Map(fieldsOf(entity))
  const typed = Object.entries(values).filter(([name, value]) => {
    const isHidden =
      fields.get(name)?.kind === 'secret' || fields.get(name)?.personal !== undefined || /password/i.test(name)
    return !isHidden && !isSame(value, initial[name])
  })
  return Object.fromEntries(typed.map(([name, value]) => [name, value ?? null]))
}

/** Whether somebody else saved the row in the meantime. Other conflicts have the same status, so the text tells. */
export function isStale(error: unknown): boolean {
  return (
    error instanceof ApiError && error.code === errors['row.stale'].status && error.message === errors['row.stale'].text
  )
}
