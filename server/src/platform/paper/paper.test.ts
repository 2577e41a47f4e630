import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PaperRequest, withPress } from './paper.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paper-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const FRAME = { title: '题', by: '王主任', foot: '一模', mark: '王主任 2026-01-05' }
const never = new AbortController().signal

/** A document of a template, which is written down first. */
async function paperOf(source: string, more: Partial<PaperRequest> = {}): Promise<PaperRequest> {
  const path = join(folder, `${Math.random()}.typ`)
  await writeFile(path, source)
  return { template: pathToFileURL(path), data: FRAME, charts: {}, ...more }
}

async function print(...papers: PaperRequest[]): Promise<Buffer[]> {
  return withPress(join(folder, 'faces'), never, async (press) => {
    const printed: Buffer[] = []
    for (const paper of papers) printed.push(await press.print(paper))
    return printed
  })
}

async function textOf(pdf: Buffer | undefined): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf ?? [])), { mergePages: true })
  return text.replaceAll(/\s/g, '')
}

const NAMED = '#import "base.typ": *\n#show: setting\n#data.name'

it('a name full of signs of the language is printed as it is written', async () => {
  const name = '张#[三]*$_\\@<x>"'
  const [pdf] = await print(await paperOf(NAMED, { data: { ...FRAME, name } }))
  expect(await textOf(pdf)).toContain(name)
})

it('a page has the mark across it, and its foot with the number of pages', async () => {
  const [pdf] = await print(await paperOf('#import "base.typ": *\n#show: setting\n甲\n#pagebreak()\n乙', {}))
  const text = await textOf(pdf)
  expect(text).toContain('王主任2026-01-05')
  expect(text).toContain('一模第2页，共2页')
})

it('a foot with the longest name of an exam is one line, beside the number of the page', async () => {
  const foot = `${'二〇二六届高三第二次模拟考试'.repeat(4)}　报表第 1 版　2026-01-05 08:00　王主任`
  const [pdf] = await print(await paperOf(NAMED, { data: { ...FRAME, name: '张三', mark: null, foot } }))
  const page = await (await getDocumentProxy(new Uint8Array(pdf ?? []))).getPage(1)
  const { items } = await page.getTextContent()
  const foots = items.flatMap((item) => ('str' in item && item.str.trim() && item.str !== '张三' ? [item] : []))
  expect(
    foots
      .map(({ str }) => str)
      .join('')
      .replaceAll(/\s/g, ''),
  ).toBe(`${foot}第1页，共1页`.replaceAll(/\s/g, ''))
  const heights = foots.map(({ transform }) => Number(transform[5]))
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(3)
})

it('the words of a chart are text in the document, and documents do not share charts or data', async () => {
  const bars = (name: string) => ({
    option: { xAxis: { type: 'category', data: [name] }, yAxis: {}, series: [{ type: 'bar', data: [5] }] },
    width: 300,
    height: 150,
  })
  const source = '#import "base.typ": *\n#show: setting\n#image("bars.svg")'
  const [first, second] = await print(
    await paperOf(source, { charts: { bars: bars('语文') } }),
    await paperOf(source, { charts: { bars: bars('数学') } }),
  )
  expect(await textOf(first)).toContain('语文')
  expect(await textOf(second)).toContain('数学')
  expect(await textOf(second)).not.toContain('语文')
})

it('a template that cannot be set is a fault that tells why, and the press goes on', async () => {
  const paper = await paperOf(NAMED, { data: { ...FRAME, name: '李四' } })
  const wrong = await paperOf('#nothing-of-that-name')
  await withPress(folder, never, async (press) => {
    await expect(press.print(wrong)).rejects.toThrow(/cannot set .*nothing-of-that-name/)
    expect(await textOf(await press.print(paper))).toContain('李四')
  })
})

it('a document that has no end in sight ends when it is cancelled', async () => {
  const endless = await paperOf('#for i in range(3000000) [#i 字 ]')
  const cancel = new AbortController()
  const printing = withPress(folder, cancel.signal, (press) => press.print(endless))
  setTimeout(() => cancel.abort(new Error('cancelled')), 900)
  await expect(printing).rejects.toThrow('cancelled')
})

it('a stored picture is drawn whatever it is called, and a damaged one stays blank', async () => {
  const whole = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  const source = '#import "base.typ": *\n#show: setting\n甲 #image("photo-1") #image("photo-2")'
  const pictures = { 'photo-1': whole, 'photo-2': whole.subarray(0, 40) }
  const [pdf] = await print(await paperOf(source, { pictures }))
  expect(await textOf(pdf)).toContain('甲')
  expect(String(pdf).match(/\/Subtype\s*\/Image/g)?.length).toBeGreaterThan(0)
})
