import '../../test-built.ts'
import '../../test-controls.ts'
import { fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { place } from '../platform/_stage.tsx'
import { type Opened, SCREENS_BY_PATH, openScreen, settle } from './_screens.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Parts that come when they are wanted are there from the start: nothing has to be waited for twice. */
beforeAll(async () => {
  const parts = import.meta.glob(['../{platform,domains}/**/*.tsx', '!**/*.test.tsx', '!**/_*'])
  await Promise.all(Object.values(parts).map((load) => load()))
})

const PICKERS = 'main input[role=combobox]:not([disabled], [aria-readonly=true])'
const TABS =
  'main :is(.ant-segmented-item:not(.ant-segmented-item-selected, .ant-segmented-item-disabled), [role=tab][aria-selected=false]:not([aria-disabled=true]))'
const OPTIONS =
  '.ant-select-dropdown:not(.ant-select-dropdown-hidden) :is(.ant-select-item-option, .ant-select-tree-node-content-wrapper)'

function all(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)]
}

/** What is shown, where, and what was asked for; not how it looks, which changes with the focus. */
function stateOf({ server, left }: Opened): string {
  const held = all('main input, main [role=tab]').map(
    (one) => `${(one as HTMLInputElement).value} ${(one as HTMLInputElement).checked} ${one.ariaSelected}`,
  )
  const shown = document.querySelector('main')?.cloneNode(true) as HTMLElement | undefined
  shown?.querySelectorAll('[role=listbox], [aria-live]').forEach((one) => one.remove())
  return `${server.asked.length} ${left.length} ${place.search} ${held.join()} ${shown?.textContent}`
}

/** What a picker offers besides what it holds. */
function optionsOf(picker: HTMLElement): HTMLElement[] {
  fireEvent.mouseDown(picker)
  return all(OPTIONS).filter((one) => !/option-(selected|disabled)|node-selected/.test(one.className))
}

test.each(SCREENS_BY_PATH)(
  '%s: another choice in a picker or a switch changes what is shown',
  async (_path, target) => {
    const opened = await openScreen(target, 'rows')
    for (let at = 0; at < all(PICKERS).length; at++) {
      const picker = all(PICKERS)[at]
      const [option] = picker ? optionsOf(picker) : []
      const before = stateOf(opened)
      if (!picker || !option) continue
      fireEvent.click(option)
      await settle(opened.server)
      const name = `${picker.getAttribute('aria-label') ?? picker.id}: ${option.textContent}`
      await waitFor(() => expect(stateOf(opened), name).not.toBe(before))
    }
    for (const name of all(TABS).map((one) => one.textContent)) {
      const tab = all(TABS).find((one) => one.textContent === name)
      if (!tab) continue
      const before = stateOf(opened)
      fireEvent.click(tab.querySelector('input') ?? tab)
      await settle(opened.server)
      await waitFor(() => expect(stateOf(opened), name).not.toBe(before))
    }
    expect(opened.server.faults).toEqual([])
  },
)
