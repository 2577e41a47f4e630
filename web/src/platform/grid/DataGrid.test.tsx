import { text } from '@xueheng/contract/kit/field.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { stage } from '../_stage.tsx'
import { setLanguage } from '../i18n/i18n.ts'
import { updateSession } from '../session/store.ts'
import { DataGrid } from './DataGrid.tsx'
import { type GridRow, fieldColumn } from './columns.ts'
import { useGridEdits } from './use-grid-edits.ts'
import type { GridPlace } from './use-grid-place.ts'

const COLUMNS = [
  fieldColumn('name', text('姓名', { required: true, length: 4 }), '姓名'),
  fieldColumn('sex', text('性别'), '性别'),
  { ...fieldColumn('note', text('备注'), '备注'), isReadOnly: true },
]
const WHOLE = { level: 'error' as const, text: '没有问题' }
const ROWS: GridRow[] = Array.from({ length: 2000 }, (_none, i) => ({
  key: `r${i}`,
  head: String(i + 1),
  cells: [`生${i}`, '男', '固定'],
  marks: i === 1 ? { 1: { level: 'error' as const, text: '不在字典内' }, [-1]: WHOLE } : undefined,
}))

let place = ''
beforeEach(() => {
  sessionStorage.clear()
  updateSession({ token: 't', user: { userId: '1' } as never })
  place = `test ${Math.random()}`
})

const ticked = vi.fn<(rows: GridRow[], isOn: boolean) => void>()
const untickedAll = vi.fn<() => void>()

function Sheet({ keys = [], start = { row: 0, column: 0 } }: { keys?: string[]; start?: GridPlace }) {
  const edits = useGridEdits(place)
  const [at, setAt] = useState<GridPlace>(start)
  return (
    <>
      <output>{edits.count}</output>
      <button onClick={() => setAt({ row: 1, column: 1 })}>别处</button>
      <DataGrid
        label="名单"
        columns={COLUMNS}
        rowCount={ROWS.length}
        rowAt={(index) => ROWS[index]}
        readRows={async (from, to) => ROWS.slice(from, to)}
        edits={edits}
        at={at}
        onMove={setAt}
        optionsOf={(_row, column) => (column === 1 ? ['男', '女'] : [])}
        ticked={new Set(keys)}
        onTick={ticked}
        onUntickAll={untickedAll}
      />
    </>
  )
}

const cell = () => document.activeElement as HTMLInputElement
const count = () => document.querySelector('output')?.textContent
const press = (key: string, held: object = {}) => fireEvent.keyDown(cell(), { key, ...held })
const type = (value: string) => fireEvent.change(cell(), { target: { value } })
const pasteText = (given: string) => fireEvent.paste(cell(), { clipboardData: { getData: () => given } })
const told = () => document.querySelector('.grid-told')?.textContent

test('of two thousand rows only those in sight are drawn, and the count is told', () => {
  stage(<Sheet />)
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('2001')
  expect(screen.getAllByRole('row').length).toBeLessThan(40)
})

test('the keys move, a typed text is kept by Enter and given up by Escape', () => {
  stage(<Sheet />)
  expect(cell().getAttribute('aria-label')).toBe('姓名，第 1 行')
  type('张三')
  press('Enter')
  expect([cell().getAttribute('aria-label'), count()]).toEqual(['姓名，第 2 行', '1'])
  type('李四')
  press('Escape')
  expect([cell().value, count()]).toEqual(['生1', '1'])
  press('Tab')
  expect([cell().getAttribute('aria-label'), cell().getAttribute('aria-invalid')]).toEqual(['性别，第 2 行', 'true'])
  expect(told()).toBe('不在字典内')
})

test('a key of the input method is left to it', () => {
  stage(<Sheet />)
  type('zhang')
  fireEvent.keyDown(cell(), { key: 'Enter', isComposing: true })
  expect([cell().getAttribute('aria-label'), cell().value]).toEqual(['姓名，第 1 行', 'zhang'])
})

test('a pasted block stays within the grid, leaves fixed columns alone, and what does not fit is said', async () => {
  stage(<Sheet />)
  press('Tab')
  pasteText('女\t改\t外\n男\t改\t外\n')
  await waitFor(() => expect(told()).toBe('已粘贴 2 格；超出末列的 1 列没有粘贴'))
  expect(count()).toBe('1')
  press('z', { ctrlKey: true })
  expect([count(), told()]).toEqual(['0', '已撤销一步'])
  press('y', { ctrlKey: true })
  expect(count()).toBe('1')
})

test('a pasted block is marked whole, and its first cell stays in sight', async () => {
  stage(<Sheet />)
  const grid = screen.getByRole('grid')
  Object.defineProperty(grid, 'clientHeight', { value: 240 })
  pasteText(Array.from({ length: 30 }, (_none, i) => `新${i}\t女`).join('\n'))
  await waitFor(() => expect(told()).toBe('已粘贴 60 格'))
  expect([grid.scrollTop, cell().getAttribute('aria-label')]).toEqual([0, '姓名，第 1 行'])
  press('Delete')
  await waitFor(() => expect(told()).toBe('已改 60 格'))
})

test('a press on the cell leaves its text marked, F2 goes to its end', () => {
  stage(<Sheet />)
  const input = cell()
  input.setSelectionRange(1, 1)
  expect(fireEvent.mouseDown(input, { detail: 1 })).toBe(false)
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, 2])
  expect(fireEvent.mouseDown(input, { detail: 2 })).toBe(true)
  press('F2')
  expect([cell().selectionStart, cell().selectionEnd]).toEqual([2, 2])
  expect(fireEvent.mouseDown(cell(), { detail: 1 })).toBe(true)
})

test('one text fills every marked cell, Delete empties them', async () => {
  stage(<Sheet />)
  press('ArrowDown', { shiftKey: true })
  press('ArrowDown', { shiftKey: true })
  pasteText('同名')
  await waitFor(() => expect(told()).toBe('已改 3 格'))
  press('Delete')
  await waitFor(() => expect(screen.getAllByRole('gridcell')[0]?.dataset['level']).toBe('error'))
  expect(count()).toBe('3')
})

test('the marked cells are copied as a block', () => {
  stage(<Sheet />)
  press('ArrowDown', { shiftKey: true })
  press('ArrowRight', { shiftKey: true })
  const setData = vi.fn<(type: string, text: string) => void>()
  fireEvent.copy(cell(), { clipboardData: { setData } })
  expect(setData).toHaveBeenCalledWith('text/plain', '生0\t男\n生1\t男')
})

test('what a cell may hold is offered and picked by keys', () => {
  stage(<Sheet />)
  press('Tab')
  expect(cell().getAttribute('aria-expanded')).toBe('false')
  press('ArrowDown', { altKey: true })
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['男', '女'])
  press('ArrowDown')
  press('ArrowDown')
  press('Enter')
  expect(count()).toBe('1')
  expect(cell().getAttribute('aria-label')).toBe('性别，第 2 行')
})

test('a typed text is held to the declaration of its field', () => {
  stage(<Sheet />)
  type('一二三四五')
  press('Enter')
  press('ArrowUp')
  expect(told()).toBe('姓名不能超过4个字符')
})

test('what was typed, and the way back, outlive the window', () => {
  stage(<Sheet />)
  type('张三')
  fireEvent(window, new Event('pagehide'))
  const kept = JSON.parse(sessionStorage.getItem(`xueheng-grid-edits ${place}`) ?? '{}')
  expect(kept.content).toMatchObject({ cells: { r0: { 0: { from: '生0', to: '张三' } } }, userId: '1' })
  expect(kept.content.past).toHaveLength(1)
})

test('whoever signs out leaves nothing typed behind', () => {
  stage(<Sheet />)
  type('张三')
  fireEvent(window, new Event('pagehide'))
  updateSession({ token: '', hasLeft: true })
  expect(sessionStorage.getItem(`xueheng-grid-edits ${place}`)).toBeNull()
})

test('rows are ticked one by one, all at once, or by key', async () => {
  stage(<Sheet />)
  fireEvent.click(screen.getByRole('checkbox', { name: '选择第 2 行' }))
  await waitFor(() => expect(ticked).toHaveBeenLastCalledWith([ROWS[1]], true))
  fireEvent.click(screen.getByRole('checkbox', { name: '选择全部行' }))
  await waitFor(() => expect(ticked.mock.lastCall?.[0]).toHaveLength(1000))
  expect(told()).toBe('只选择了前 1,000 行')
  press(' ', { shiftKey: true })
  await waitFor(() => expect(ticked).toHaveBeenLastCalledWith([ROWS[0]], true))
})

test('the box of the head takes every tick away where any row is ticked', () => {
  stage(<Sheet keys={['r5', 'r1500']} />)
  ticked.mockClear()
  fireEvent.click(screen.getByRole('checkbox', { name: '选择全部行' }))
  expect([untickedAll.mock.calls.length, ticked.mock.calls.length]).toEqual([1, 0])
})

test('a half typed text is written once where the keys are sent to another cell', () => {
  stage(<Sheet />)
  type('张三')
  fireEvent.click(screen.getByRole('button', { name: '别处' }))
  expect([cell().getAttribute('aria-label'), count()]).toEqual(['性别，第 2 行', '1'])
  press('z', { ctrlKey: true })
  expect(count()).toBe('0')
})

test('what is wrong with a whole row stands at its head in the language of the user', async () => {
  await setLanguage('en')
  stage(<Sheet />)
  expect(screen.getAllByRole('rowheader')[1]?.title).toBe('No problems')
  await setLanguage('zh')
})

test('Escape leaves the grid', () => {
  stage(<Sheet />)
  press('Escape')
  expect(document.activeElement?.className).toBe('grid-end')
})

test('a press on the cell where the keys begin marks its text, so that what is typed takes its place', () => {
  stage(<Sheet start={{ row: 1, column: 0, isQuiet: true }} />)
  const input = screen.getByRole<HTMLInputElement>('textbox')
  expect(document.activeElement).not.toBe(input)
  const isLeftToBrowser = fireEvent.pointerDown(input, { button: 0 })
  expect(isLeftToBrowser).toBe(false)
  expect(document.activeElement).toBe(input)
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, input.value.length])
  expect(fireEvent.pointerDown(input, { button: 0 })).toBe(true)
})
