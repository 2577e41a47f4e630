import { type Locator, type Page, expect } from '@playwright/test'

/** More stops than a full screen has before what one looks for. */
const MOST_STOPS = 120

/** Somebody without a mouse: gets everywhere by keys, and sees at each place where the focus is. */
export interface Hands {
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Walks by `key` until the focus is on the target. */
  walk(target: Locator, key?: string): Promise<void>
  /** Walks there and presses Enter. */
  enter(target: Locator, key?: string): Promise<void>
  /** The focus is on the target by itself. */
  isAt(target: Locator): Promise<void>
  /** The focus is on the screen as a whole: the next Tab is its first control. */
  isAtScreen(): Promise<void>
}

export function atKeyboard(page: Page): Hands {
  const focus = page.locator('*:focus')

  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key)
  }

  async function walk(target: Locator, key = 'Tab'): Promise<void> {
    await expect(target.first()).toBeVisible()
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      if ((await target.and(focus).count()) > 0) {
        expect(await ringOf(page), `the focus on ${target.toString()} can be seen`).not.toBe('')
        // A control that is still fetched keeps letters, but no other keys.
        await expect(target.first()).not.toHaveAttribute('aria-busy', 'true')
        return
      }
      await page.keyboard.press(key)
      if (key.startsWith('Arrow')) await nextFrames(page)
    }
    await expect(target, `reached by ${key}`).toBeFocused()
  }

  return {
    press,
    walk,
    type: (text) => page.keyboard.type(text),
    enter: async (target, key) => {
      await walk(target, key)
      await press('Enter')
    },
    isAtScreen: () => expect(page.locator('#content')).toBeFocused(),
    isAt: async (target) => {
      await expect(target).toBeFocused()
      expect(await ringOf(page), `the focus on ${target.toString()} can be seen`).not.toBe('')
    },
  }
}

/** Menus move the focus a frame after the key. */
function nextFrames(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** By what the focused element stands out: an outline or a glow of its own or of the control around it; nothing: ''. */
function ringOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement
    if (!(at instanceof HTMLElement) || at === document.body) return ''
    const box = at.closest(
      '.ant-tree, .ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-input-number, .ant-segmented-item',
    )
    const beside = [at.nextElementSibling, at.parentElement]
    const drawn = [at, box, ...beside].find((element) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none'
    })
    return drawn ? `${drawn.tagName}.${drawn.className}` : ''
  })
}
