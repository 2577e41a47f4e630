import { type Locator, expect } from '@playwright/test'

/** What is put into a form: texts by label, entries of pickers, whether there is a picture. */
export interface Filled {
  typed?: Record<string, string>
  picked?: Record<string, string>
  hasPicture?: boolean
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Takes an entry of a tree by typing what it is called. */
async function pickLeaf(dialog: Locator, label: string, text: string): Promise<void> {
  const box = dialog.getByLabel(label, { exact: true }).first()
  await box.click()
  await box.fill(text)
  await dialog.page().locator('.ant-select-dropdown:visible').getByTitle(text, { exact: true }).first().click()
}

/** Fills the form of a dialog in. */
export async function fill(dialog: Locator, { typed = {}, picked = {}, hasPicture }: Filled): Promise<void> {
  for (const [label, text] of Object.entries(picked)) await pickLeaf(dialog, label, text)
  for (const [label, text] of Object.entries(typed)) {
    await dialog.getByLabel(label, { exact: true }).first().fill(text)
    if (text.includes(':00')) await dialog.page().keyboard.press('Enter')
  }
  if (!hasPicture) return
  const picture = { name: 'a.png', mimeType: 'image/png', buffer: PIXEL }
  await dialog.locator('input[type=file]').first().setInputFiles(picture)
  await expect(dialog.locator('img').first()).toBeVisible()
}
