import '../../test-built.ts'
import '../../test-controls.ts'
import { PAPERS } from '@xueheng/contract/domains/report/paper.ts'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { MadeServer } from './_made-server.ts'
import { grant, place } from '../platform/_stage.tsx'
import type { Target } from '../shell/screens/resolve.ts'
import { EVERY_RIGHT, type Opened, RIGHTS_OF_SCREENS, SCREENS_BY_PATH, openScreen, settle } from './_screens.tsx'
import { expectShown } from './_shown.ts'

/** What can be pressed on the screen itself, each name once. */
function names(): string[] {
  const buttons = [...document.querySelectorAll<HTMLElement>('main button')].filter(
    (one) => !one.hasAttribute('disabled') && one.getAttribute('aria-disabled') !== 'true',
  )
  return [...new Set(buttons.filter((one) => nameOf(one) !== '').map(nameOf))]
}

function nameOf(button: HTMLElement): string {
  return button.getAttribute('aria-label') ?? button.textContent ?? ''
}

/** Buttons neither words, nor a label, nor a picture with a name say anything about. */
function namelessButtons(): string[] {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')]
  return buttons
    .filter((one) => nameOf(one) === '' && !one.querySelector('[aria-label]') && one.labels.length === 0)
    .map((one) => one.outerHTML)
}

function press(name: string): HTMLElement | undefined {
  const button = [...document.querySelectorAll<HTMLElement>('main button')].find(
    (one) => nameOf(one) === name && !one.hasAttribute('disabled'),
  )
  if (button) fireEvent.click(button)
  return button
}

/** Whether a button that was pressed shows that it is at work, or cannot be pressed again. */
function isBusy(button: HTMLElement): boolean {
  return !button.isConnected || button.matches('.ant-btn-loading, .ant-switch-loading, :disabled, [aria-busy=true]')
}

/** Without anything typed they ask for what is shown already; a report is asked again by another question only. */
const SEARCH = new Set(['搜索', '清空'])

/** Which rows are shown there follows from rights, on the server. */
const OFFERED_BY_SERVER = '/monitor/recycle'

/** Choices that hold already, and what opens a window of the browser. */
const HOLDING = '[aria-selected=true], [aria-checked=true], [aria-pressed=true], [aria-current]'

function isChosen(name: string): boolean {
  const isHeld = (one: HTMLElement) => one.matches(HOLDING) || one.closest('.ant-upload') !== null
  return [...document.querySelectorAll<HTMLElement>('main button')].some((one) => nameOf(one) === name && isHeld(one))
}

/** Types into the boxes rows are searched by. Answers whether there are any. */
function typeSearch(): boolean {
  const boxes = [
    ...document.querySelectorAll<HTMLInputElement>('main form input:not([role=combobox], [readonly], [type=file])'),
  ]
  for (const box of boxes) fireEvent.change(box, { target: { value: '2' } })
  return boxes.some((box) => box.value === '2')
}

/** Buttons for several rows want some of them picked. */
function pickRow(): void {
  const [box] = document.querySelectorAll('main tbody .ant-checkbox-input')
  if (box) fireEvent.click(box)
}

/** Buttons that offer several things, each by a right of its own: they stand as long as one of these is there. */
const ANY_OF: Record<string, string[]> = { 印制报告: PAPERS.map(({ permission }) => permission) }

/** Windows in front; those that were closed stay in the page, unseen. */
function dialogs(): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>('[role=dialog]')]
  return all.filter((one) => !one.closest('[style*="display: none"], [aria-hidden=true], [hidden]'))
}

const OPTION =
  '.ant-select-dropdown:not(.ant-select-dropdown-hidden) :is(.ant-select-item-option, .ant-select-tree-node-content-wrapper)'

/** Types into every empty box of a window, picks the first of every list, and presses its main button. */
async function fill(dialog: HTMLElement, server: MadeServer, onPress: (button: HTMLElement) => void): Promise<void> {
  for (const box of dialog.querySelectorAll<HTMLInputElement>('input:not([role=combobox]), textarea')) {
    if (!box.disabled && !box.readOnly && !box.value && box.type.startsWith('text')) type(box)
  }
  for (const box of dialog.querySelectorAll('input[role=combobox]:not([disabled])')) {
    fireEvent.mouseDown(box)
    const option = document.querySelector(OPTION)
    if (option) fireEvent.click(option)
  }
  await settle(server)
  const main = dialog.querySelector<HTMLElement>('.ant-btn-primary:not([disabled])')
  if (!main) return
  onPress(main)
  fireEvent.click(main)
  fireEvent.click(main)
  await settle(server)
}

function type(box: HTMLInputElement): void {
  const value = box.role === 'spinbutton' ? '2' : '测试用的文字'
  fireEvent.change(box, { target: { value } })
  expect(box.value, box.id).toBe(value)
}

/** What there is to see, where it is, where it led and what was asked for. */
function stateOf({ server, left }: Opened): string {
  return `${server.asked.length} ${left.length} ${place.search} ${document.body.innerHTML}`
}

function close(dialog: HTMLElement): void {
  const button = dialog.querySelector('.ant-modal-close, .ant-drawer-close, .ant-modal-confirm-btns .ant-btn-default')
  if (button) fireEvent.click(button)
}

/** So many files share the screens, as one alone would be the last to end. */
const PARTS = 3

/** Those of the screens that fall to one part. */
export function pressEveryButton(part: number): void {
  /** Parts that come when they are wanted are there from the start: nothing has to be waited for twice. */
  beforeAll(async () => {
    const parts = import.meta.glob(['../{platform,domains}/**/*.tsx', '!**/*.test.tsx', '!**/_*'])
    await Promise.all(Object.values(parts).map((load) => load()))
  }, 120_000)
  afterEach(() => vi.unstubAllGlobals())
  const screens = SCREENS_BY_PATH.filter((_screen, at) => at % PARTS === part)
  if (screens.length === 0)
    test('no screen falls to this part, as one domain alone is asked for', () => {
      expect(process.env['SCREENS_OF']).toBeTruthy()
    })
  test.each(screens)('%s: shows what it is given; every button does something, and leads to what is declared', pressAll)
}

async function pressAll(path: string, target: Target): Promise<void> {
  const opened = await openScreen(target, 'rows')
  expectShown(path, opened)
  const { server } = opened
  const rights = new Map<string, Set<string>>()
  const idle: string[] = []
  pickRow()
  const hasTyped = typeSearch()
  for (const name of names()) {
    const before = stateOf(opened)
    const sent = server.writes.length
    const isIdle = isChosen(name) || name === '查询' || (!hasTyped && SEARCH.has(name))
    const button = press(name)
    if (!button) continue
    let pressed = button
    server.isShown = () => isBusy(pressed) || dialogs().some((one) => !one.contains(pressed))
    await settle(server)
    if (!isIdle) await waitFor(() => expect(stateOf(opened), name).not.toBe(before))
    const [dialog] = dialogs()
    if (dialog) await fill(dialog, server, (main) => (pressed = main))
    for (const { message } of server.refusals.splice(0)) {
      await waitFor(() => expect(document.body.textContent, name).toContain(message))
    }
    idle.push(...server.unshown.splice(0).map((path) => `${name}: ${path}`))
    const writes = server.writes.slice(sent)
    expect(new Set(writes.map((one) => one.sent)).size, `${name} pressed twice`).toBe(writes.length)
    rights.set(name, new Set(writes.flatMap(({ code }) => code ?? [])))
    for (const one of dialogs()) close(one)
  }
  expect(namelessButtons()).toEqual([])
  for (const [name, codes] of rights) {
    for (const code of codes) {
      if (code === RIGHTS_OF_SCREENS.get(path) || path === OFFERED_BY_SERVER || !names().includes(name)) continue
      const gone = ANY_OF[name] ?? [code]
      act(() => grant(...EVERY_RIGHT.filter((one) => !gone.includes(one))))
      expect(names(), `without ${code}`).not.toContain(name)
      act(() => grant(...EVERY_RIGHT))
    }
  }
  expect(idle).toEqual([])
  expect(server.faults).toEqual([])
  expect(opened.complaints()).toEqual([])
}
