import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { MadeServer } from './_made-server.ts'
import { SCREENS_BY_PATH, openScreen, settle } from './_screens.tsx'

afterEach(() => vi.unstubAllGlobals())

/** What can be pressed on the screen itself, each name once. */
function buttonNames(): string[] {
  const buttons = [...document.querySelectorAll<HTMLElement>('main button')].filter(
    (one) => !one.hasAttribute('disabled'),
  )
  return [...new Set(buttons.map(nameOf))]
}

function nameOf(button: HTMLElement): string {
  return button.getAttribute('aria-label') ?? button.textContent ?? ''
}

function press(name: string): boolean {
  const button = [...document.querySelectorAll<HTMLElement>('main button')].find(
    (one) => nameOf(one) === name && !one.hasAttribute('disabled'),
  )
  if (button) fireEvent.click(button)
  return button !== undefined
}

/** Buttons for several rows want some of them picked. */
function pickRow(): void {
  const [box] = document.querySelectorAll('main tbody .ant-checkbox-input')
  if (box) fireEvent.click(box)
}

/** Windows in front; those that were closed stay in the page, unseen. */
function dialogs(): HTMLElement[] {
  return screen.queryAllByRole('dialog')
}

const OPTION =
  '.ant-select-dropdown:not(.ant-select-dropdown-hidden) :is(.ant-select-item-option, .ant-select-tree-node-content-wrapper)'

/** Types into every empty box of a window, picks the first of every list, and presses its main button. */
async function fill(dialog: HTMLElement, server: MadeServer): Promise<void> {
  for (const box of dialog.querySelectorAll<HTMLInputElement>('input:not([role=combobox]), textarea')) {
    if (!box.disabled && !box.readOnly && !box.value && box.type.startsWith('text')) type(box)
  }
  for (const box of dialog.querySelectorAll('input[role=combobox]:not([disabled])')) {
    fireEvent.mouseDown(box)
    const option = document.querySelector(OPTION)
    if (option) fireEvent.click(option)
  }
  await settle(server)
  const main = dialog.querySelector('.ant-btn-primary:not([disabled])')
  if (main) fireEvent.click(main)
  await settle(server)
}

function type(box: HTMLInputElement): void {
  fireEvent.change(box, { target: { value: box.role === 'spinbutton' ? '2' : '测试用的文字' } })
}

/** Parts that come when they are wanted are there from the start: nothing has to be waited for twice. */
beforeAll(async () => {
  const parts = import.meta.glob(['../{platform,domains}/**/*.tsx', '!**/*.test.tsx', '!**/_*'])
  await Promise.all(Object.values(parts).map((load) => load()))
})

test.each(SCREENS_BY_PATH)('%s: every button leads to what is declared', async (_path, target) => {
  const opened = await openScreen(target, 'rows')
  pickRow()
  for (const name of buttonNames()) {
    if (!press(name)) continue
    await settle(opened.server)
    const [dialog] = dialogs()
    if (dialog) await fill(dialog, opened.server)
    for (const { message } of opened.server.refusals.splice(0))
      await waitFor(() => expect(document.body.textContent, name).toContain(message))
    for (const one of dialogs()) {
      const close = one.querySelector('.ant-modal-close, .ant-drawer-close, .ant-modal-confirm-btns .ant-btn-default')
      if (close) fireEvent.click(close)
    }
  }
  expect(opened.server.faults).toEqual([])
  expect(opened.complaints()).toEqual([])
})
