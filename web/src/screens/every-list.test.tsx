import '../../test-built.ts'
import '../../test-controls.ts'
import { indexedOrders } from '@xueheng/contract/derive/large.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { DIALECTS } from '@xueheng/contract/kit/entity.ts'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { madeRow } from '../../../contract/test/made-row.ts'
import { type Asked, asked, grant, place, serve, stage } from '../platform/_stage.tsx'
import { CrudPage } from '../platform/crud/CrudPage.tsx'
import { Screens } from '../platform/crud/layout.ts'
import { rangeEnds } from '../platform/crud/list-query.ts'
import { holdsPersonal, searchFields, tableFields } from '../platform/crud/row.ts'
import { EVERY_ENTITY, answersWith, asSent, callOf } from './_entities.ts'
import { SCREENS } from './index.ts'

const LISTS = EVERY_ENTITY.filter((entity) => callOf(entity, 'GET', DIALECTS[entity.dialect].list)).map(
  (entity) => [entity.name, entity] as const,
)
const RIGHTS = ['view', 'add', 'edit', 'delete'] as const
/** Lists that name what other rows refer to come whole. */
const LABELS = '1000'
/** More than fit on a page. */
const MANY = 25

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

function grantBut(entity: AnyEntity, missing?: string): void {
  grant(...RIGHTS.filter((right) => right !== missing).map((right) => `${entity.permission}_${right}`))
}

async function open(entity: AnyEntity, search = ''): Promise<void> {
  grantBut(entity)
  serve(answersWith({ ...asSent(entity, madeRow(entity, 7)), id: '7' }, MANY))
  stage(
    <Screens value={SCREENS}>
      <CrudPage entity={entity} />
    </Screens>,
    search,
  )
  await waitFor(() => expect(document.querySelector('tbody .ant-table-row, .crud-actions')).toBeTruthy())
  await waitFor(() => expect(rowButtons()).not.toBe(''))
}

/** The list calls that were made, without whatever is picked from. */
function lists(entity: AnyEntity): Asked[] {
  const own = [DIALECTS[entity.dialect].list, 'lazy-list'].map((segment) => `${entity.paths[0]}/${segment}`)
  return asked.filter(
    ({ path, method, query }) => method === 'GET' && own.includes(path) && query.get('size') !== LABELS,
  )
}

const last = (entity: AnyEntity) => Object.fromEntries(lists(entity).at(-1)?.query ?? [])
const texts = (selector: string) =>
  [...document.querySelectorAll(selector)].map((one) => one.textContent?.replaceAll(/\s/g, '')).join()
/** A button by its label or its words, not by its role, for which all around it would be asked whether it is shown. */
const button = (words: string, within: Element | null | undefined = document.body) =>
  [...(within?.querySelectorAll('button') ?? [])].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === words,
  )
const rowButtons = () => texts('.ant-table-row .crud-actions button') || texts('.ant-table-row td')
const toolbar = () => texts('.crud-toolbar-left button')

/** Buttons of a row and of the toolbar by the right they want. */
function buttonsFor(right: (typeof RIGHTS)[number], hasPicks = false): boolean {
  const actions = `,${texts('.ant-table-row .crud-actions button')},`
  const standing = `,${toolbar()},`
  if (right === 'add') return standing.includes(',新增,') || /,(复制|新增下级),/.test(actions)
  if (right === 'edit') return actions.includes(',编辑,')
  if (right === 'view') return actions.includes(',查看,')
  // Where rows are picked for something else, that says nothing of removing them.
  const canPick = !hasPicks && document.querySelector('.ant-table-row .ant-checkbox-input') !== null
  return actions.includes(',删除,') || standing.includes(',删除,') || canPick
}

function checkRights(entity: AnyEntity): void {
  const {
    isReadOnly = !DIALECTS[entity.dialect].submit.some((segment) => callOf(entity, 'POST', segment)),
    isFedElsewhere = false,
    hasPicks = false,
  } = SCREENS[entity.name] ?? {}
  const offered = () => RIGHTS.filter((right) => buttonsFor(right, hasPicks))
  const held = offered()
  const changing = RIGHTS.filter((right) => right !== 'add' || !isFedElsewhere)
  expect(held).toEqual(isReadOnly ? ['view'] : changing)
  for (const missing of RIGHTS) {
    act(() => grantBut(entity, missing))
    expect(offered(), `without ${missing}`).toEqual(held.filter((right) => right !== missing))
  }
}

/** Declared orders: those of columns that are neither pictures, flags, several keys nor personal; of a large list, its indexes. */
function ordersOf(entity: AnyEntity): string[] {
  const { first, aside = [] } = SCREENS[entity.name] ?? {}
  return tableFields(entity, first).flatMap(([name, field]) => {
    if (aside.includes(name)) return []
    const isOrdered = field.sortable ?? (!['image', 'flag'].includes(field.kind) && !field.multiple)
    const isIndexed = indexedOrders(entity)?.includes(name) ?? true
    return isOrdered && isIndexed && !field.personal ? [name] : []
  })
}

const heads = () => [...document.querySelectorAll<HTMLElement>('thead th.ant-table-column-has-sorters')]
const pressHead = (at: number) => act(async () => void fireEvent.click(heads().at(at) as HTMLElement))

/** Kinds of columns a head was pressed of, see `newKinds`. */
const pressed = new Set<string>()

/**
 * Where the first column of a kind stands that no list had before: every column of a kind is drawn and put in order by the
 * same lines, and its place or its list change nothing of them.
 */
function newKinds(entity: AnyEntity, names: string[]): number[] {
  const kindOf = (name: string) => {
    const { kind, sortable, numeric, search } = (entity.fields as Fields)[name] as Field
    return [kind, sortable, numeric, search, entity.tree !== undefined, entity.dialect].join()
  }
  return names.flatMap((name, at) => {
    if (pressed.has(kindOf(name))) return []
    pressed.add(kindOf(name))
    return [at]
  })
}

/**
 * From the second page: another order begins at the first. The last head is pressed for both directions, and those of new
 * kinds. Answers with what is sent of the last order.
 */
async function checkOrders(entity: AnyEntity): Promise<Record<string, string>> {
  const names = ordersOf(entity)
  const labels = names.map((name) => (entity.fields as Fields)[name]?.label)
  expect(heads().map((one) => one.textContent)).toEqual(labels.map((label) => expect.stringContaining(label ?? '')))
  const [end] = names.slice(-1)
  if (end === undefined) return {}
  const before = lists(entity).length
  const ends = [...new Set([...newKinds(entity, names), names.length - 1])]
  for (const at of [...ends, -1]) await pressHead(at)
  const orders = () =>
    lists(entity)
      .slice(before)
      .map(({ query }) => query.get('ascs') ?? `-${query.get('descs')}`)
  await waitFor(() => expect(orders()).toEqual([...ends.map((at) => names[at]), `-${end}`]))
  expect(last(entity)['current'] ?? '1').toBe('1')
  return { descs: end }
}

/** Something to search each field by, under the names it has in the address. */
function searchOf(entity: AnyEntity): Record<string, string> {
  return Object.fromEntries(
    searchFields(entity).flatMap(([name, field]) => {
      const isTime = field.kind.startsWith('date') || name === 'createTime'
      return (rangeEnds(name, field) ?? [name]).map((one) => [one, isTime ? '2026-03-01 00:00:00' : '1'])
    }),
  )
}

const hasPages = (entity: AnyEntity) => !entity.tree && document.querySelector('.ant-pagination-next') !== null

async function turnPage(entity: AnyEntity, wanted: Record<string, string>): Promise<void> {
  if (!hasPages(entity)) return
  fireEvent.click(document.querySelector('.ant-pagination-next button') as HTMLElement)
  await waitFor(() => expect(last(entity)).toMatchObject({ ...wanted, current: '2' }))
}

type Sent = Record<string, string>

/** What stands in the boxes of the search bar. */
const typedSearch = () =>
  [...document.querySelectorAll<HTMLInputElement>('[role=search] input')].map((one) => one.value).filter(Boolean)

/** What it is found by goes from any page, also from the boxes, and leaves the order; pressed once more, the head gives that up. */
async function dropSearch(entity: AnyEntity, wanted: Sent, order: Sent): Promise<void> {
  fireEvent.click(button('清空', document.querySelector('[role=search]')) as HTMLElement)
  const sort = order['descs'] ? `?sort=-${order['descs']}` : ''
  await waitFor(() => expect(place.search).toBe(sort))
  await waitFor(() => expect(Object.keys(wanted).filter((name) => name in last(entity))).toEqual([]))
  expect(last(entity)).toMatchObject(order)
  await waitFor(() => expect(typedSearch()).toEqual([]))
  if (sort) await pressHead(-1)
  expect(place.search).toBe('')
}

async function checkExport(entity: AnyEntity, wanted: Record<string, string>): Promise<void> {
  const exporting = button('导出')
  expect(exporting !== undefined).toBe(SCREENS[entity.name]?.hasExport ?? callOf(entity, 'GET', 'export') !== undefined)
  if (!exporting) return
  const made = () => asked.filter(({ path }) => path === `${entity.paths[0]}/export`)
  fireEvent.click(exporting)
  if (holdsPersonal(entity)) {
    await waitFor(() => expect(document.querySelector('[role=dialog]') !== null).toBe(true))
    const dialog = document.querySelector('[role=dialog]')
    fireEvent.click(button('导出', dialog) as HTMLElement)
    await waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')).toBeTruthy())
    expect(made()).toEqual([])
    fireEvent.change(dialog?.querySelector('textarea, input') as HTMLElement, { target: { value: '家长会前核对名单' } })
    fireEvent.click(button('导出', dialog) as HTMLElement)
  }
  await waitFor(() => expect(made()).toHaveLength(1))
  const reason = holdsPersonal(entity) ? { reason: '家长会前核对名单' } : {}
  expect(Object.fromEntries(made()[0]?.query ?? [])).toEqual({ ...wanted, ...reason, isBackground: '1' })
}

const QUESTION = '确定将选择数据删除?'
/** The window that asks whether rows are really removed. */
const question = () =>
  [...document.querySelectorAll('[role=dialog]')].find((one) => one.textContent?.includes(QUESTION))

async function checkRemoval(entity: AnyEntity): Promise<void> {
  const posts = () => asked.filter(({ method }) => method === 'POST')
  const { remove, hasIdsInBody } = DIALECTS[entity.dialect]
  fireEvent.click(document.querySelectorAll('.ant-table-row .crud-link.is-danger')[0] as HTMLElement)
  await waitFor(() => expect(question() !== undefined).toBe(true))
  fireEvent.click(button('取消', question()) as HTMLElement)
  await waitFor(() => expect(question() === undefined).toBe(true))
  expect(posts()).toEqual([])
  fireEvent.click(document.querySelector('tbody .ant-checkbox-input') as HTMLElement)
  fireEvent.click(document.querySelector('.crud-toolbar-left .ant-btn-dangerous') as HTMLElement)
  await waitFor(() => expect(question() !== undefined).toBe(true))
  fireEvent.click(button('确定', question()) as HTMLElement)
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]?.path).toBe(`${entity.paths[0]}/${remove}`)
  expect(hasIdsInBody ? posts()[0]?.body : posts()[0]?.query.get('ids')).toEqual(hasIdsInBody ? ['7'] : '7')
  await waitFor(() => expect(document.body.textContent).not.toContain('已选择 1 条'))
}

test.each(LISTS)(
  '%s: search, pages, workbook, orders, rights and removal are those declared',
  async (_name, entity) => {
    const wanted = searchOf(entity)
    await open(entity, `?${new URLSearchParams({ ...wanted, current: '2' })}`)
    expect(last(entity)).toMatchObject({ ...wanted, ...(hasPages(entity) && { current: '2' }) })
    await checkExport(entity, wanted)
    const order = await checkOrders(entity)
    await turnPage(entity, { ...wanted, ...order })
    await dropSearch(entity, wanted, order)
    if (buttonsFor('delete', SCREENS[entity.name]?.hasPicks)) await checkRemoval(entity)
    checkRights(entity)
  },
)
