import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { LOOKS, type Look } from './looks.ts'
import { FIXED, type Place, screensOf } from './tour.ts'

const FOLDER = fileURLToPath(new URL('../../data/contact-sheet/', import.meta.url))
const QUALITY = 72
/** Wide windows are kept at half their size, phones as they are nearly. */
const KEPT_WIDTH = { wide: 0.5, phone: 0.8 }
const PHONE = 500

/** Pictures are taken on demand only: `npm run contact-sheet`. */
export const isSheetWanted = process.env['CONTACT_SHEET'] === '1'

/** A small picture of the window as it is. `name` is the file's. */
export async function photograph(page: Page, look: Look, name: string): Promise<void> {
  if (!isSheetWanted) return
  const scale = look.width < PHONE ? KEPT_WIDTH.phone : KEPT_WIDTH.wide
  const client = await page.context().newCDPSession(page)
  const { data } = await client.send('Page.captureScreenshot', {
    format: 'jpeg',
    quality: QUALITY,
    clip: { x: 0, y: 0, width: look.width, height: look.height, scale },
  })
  await client.detach()
  mkdirSync(`${FOLDER}${look.name}`, { recursive: true })
  writeFileSync(`${FOLDER}${look.name}/${name}.jpg`, Buffer.from(data, 'base64'))
}

export function fileName(path: string): string {
  return path.split('/').filter(Boolean).join('-')
}

/** The page with all pictures taken so far: a line per screen in the order of the menu, a column per look. */
export function writeSheet(): void {
  if (!isSheetWanted) return
  const looks = LOOKS.map((look) => ({ ...look, files: filesOf(look.name) }))
  const known = new Map([...FIXED, ...screensOf()].map((place) => [fileName(place.path), place]))
  const taken = new Set(looks.flatMap(({ files }) => [...files]))
  const names = [
    ...[...known.keys()].filter((name) => taken.has(name)),
    ...[...taken].filter((name) => !known.has(name)),
  ]
  const lines = names.map((name) => lineOf(name, known.get(name), looks))
  writeFileSync(`${FOLDER}index.html`, pageOf(lines))
}

function filesOf(look: string): Set<string> {
  const folder = `${FOLDER}${look}`
  return new Set(existsSync(folder) ? readdirSync(folder).map((file) => file.replace(/\.jpg$/, '')) : [])
}

function lineOf(name: string, place: Place | undefined, looks: { name: string; files: Set<string> }[]): string {
  const cells = looks.map(({ name: look, files }) =>
    files.has(name)
      ? `<td><a href="${look}/${name}.jpg"><img loading="lazy" src="${look}/${name}.jpg" alt=""></a></td>`
      : '<td></td>',
  )
  return `<tr id="${name}"><th>${place?.title ?? name}<small>${place?.path ?? ''}</small></th>${cells.join('')}</tr>`
}

function pageOf(lines: string[]): string {
  const heads = LOOKS.map((look) => `<th>${look.title}</th>`).join('')
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>学衡 · 全部画面</title>
<style>
body{margin:16px;font:14px/1.5 system-ui,sans-serif;background:#eceae4;color:#222}
table{border-spacing:10px}thead th{position:sticky;top:0;background:#eceae4}
th{text-align:left;vertical-align:top}small{display:block;font-weight:400;color:#666}
td{vertical-align:top}img{height:240px;border:1px solid #bbb;border-radius:4px;background:#fff}
</style><h1>学衡 · 全部画面</h1>
<table><thead><tr><th>画面</th>${heads}</tr></thead><tbody>
${lines.join('\n')}
</tbody></table></html>
`
}
