import '../../test-built.ts'
import '../../test-controls.ts'
import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import { fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Made, madeRow, madeValue, typedSecrets } from '../../../contract/test/made-row.ts'
import { type Asked, asked, grant, serve, stage } from '../platform/_stage.tsx'
import { CrudPage } from '../platform/crud/CrudPage.tsx'
import { Screens } from '../platform/crud/layout.ts'
import { formFields } from '../platform/crud/use-entity-dialog.ts'
import { isLocked } from '../platform/form/values.ts'
import { EVERY_ENTITY, answersWith, asSent, callOf } from './_entities.ts'
import { SCREENS } from './index.ts'

/** Every entity whose rows are changed in a form. */
const ENTITIES = EVERY_ENTITY.filter(
  (entity) => !SCREENS[entity.name]?.isReadOnly && submitCall(entity) && typedFields(entity).length > 0,
)

function submitCall(entity: AnyEntity) {
  return callOf(entity, 'POST', 'submit', 'save', 'update')
}

interface Typed {
  name: string
  label: RegExp
  typed: string
  value: unknown
}

/** The first text and the first whole number one types, when the row is made as well as later; what is typed and what it becomes. */
function typedFields(entity: AnyEntity): Typed[] {
  const open = formFields(entity, 'edit').filter(([, field]) => !isLocked(field, 'edit') && !field.check && !field.rich)
  const firsts = [['text', 'paragraph'], ['integer']].map((kinds) => open.find(([, { kind }]) => kinds.includes(kind)))
  return firsts.flatMap((found) => {
    if (!found) return []
    const [name, field] = found
    const value = field.kind === 'integer' ? madeValue(name, field, 8) : '改'.repeat(Math.min(2, field.length ?? 2))
    return { name, label: new RegExp(`^${field.label}`), typed: String(value), value }
  })
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

function open(entity: AnyEntity, row: Made): void {
  grant(...['view', 'add', 'edit', 'delete'].map((right) => `${entity.permission}_${right}`))
  serve(answersWith(asSent(entity, row)))
  const given = { ...row, ...typedSecrets(entity, 7) }
  const rows = formFields(entity, 'add', given).map(([name]) => [name, given[name]])
  stage(
    <Screens value={SCREENS}>
      <CrudPage entity={entity} defaults={Object.fromEntries(rows) as Made} />
    </Screens>,
  )
}

/** A control that is not there yet: what is typed meanwhile it takes over later than the button is pressed. */
const COMING = '[role=dialog] :is([aria-busy=true], [data-opening])'

const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')

/** A button by its words, not by its role, for which all around it would be asked whether it is shown. */
function button(words: RegExp, within: Element | null = document.body): HTMLElement | undefined {
  return [...(within?.querySelectorAll('button') ?? [])].find((one) => words.test(one.textContent))
}

async function press(words: RegExp): Promise<void> {
  await waitFor(() => expect(button(words) !== undefined, String(words)).toBe(true))
  fireEvent.click(button(words) as HTMLElement)
}

async function typeInto(fields: Typed[]): Promise<void> {
  await waitFor(() => expect(dialog() !== null && document.querySelector(COMING) === null).toBe(true))
  for (const { label, typed } of fields) {
    await waitFor(() => expect(controlOf(label) !== null, String(label)).toBe(true))
    fireEvent.change(controlOf(label) as HTMLElement, { target: { value: typed } })
  }
}

/** What is typed into below a label; looked for by its words, every control of the window would be asked for its labels. */
function controlOf(label: RegExp): HTMLElement | null {
  const found = [...(dialog()?.querySelectorAll('label') ?? [])].filter((one) => label.test(one.textContent))
  expect(found.length, String(label)).toBeLessThan(2)
  return document.getElementById(found[0]?.htmlFor ?? '')
}

async function send(words: RegExp): Promise<Asked> {
  const before = asked.length
  fireEvent.click(button(words, dialog()) as HTMLElement)
  await waitFor(() => expect(posts().length, faults()).toBeGreaterThan(0))
  expect(posts().length, faults()).toBe(1)
  return posts()[0] as Asked

  function posts(): Asked[] {
    return asked.slice(before).filter((call) => call.method === 'POST')
  }
}

function faults(): string {
  return [...document.querySelectorAll('.ant-form-item-explain-error')].map((one) => one.textContent).join('；')
}

test.each(ENTITIES.map((entity) => [entity.name, entity] as const))(
  '%s: an edit sends the changed fields alone, a new row goes out whole; both pass the declared checks',
  async (_name, entity) => {
    const row = madeRow(entity, 7)
    const fields = typedFields(entity)
    const typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
    open(entity, row)

    await press(/^编辑$/)
    await typeInto(fields)
    const edit = await send(/^修改$/)
    expect(edit.body).toEqual({ id: row['id'], updateTime: row['updateTime'], ...typed })
    expect(parseFields(inputOf(edit.path), edit.body, { partial: true })).toMatchObject({ ok: true })
    await waitFor(() => expect(dialog() === null).toBe(true))
    // Some rows come from elsewhere and are only changed here.
    if (submitCall(entity)?.input.id?.required || SCREENS[entity.name]?.isFedElsewhere) return

    await press(/新增$/)
    await typeInto(fields)
    const add = await send(/^保存$/)
    expect(add.body).toMatchObject(typed)
    expect(parseFields(inputOf(add.path), add.body)).toMatchObject({ ok: true })
  },
)

function inputOf(path: string): Fields {
  const call = registry.calls.find((one) => one.method === 'POST' && (one.path === path || one.aliases.includes(path)))
  return (call?.input ?? {}) as Fields
}
