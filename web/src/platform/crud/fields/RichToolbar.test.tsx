// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { Editor } from '@tiptap/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stage } from '../../_stage.tsx'
import { EXTENSIONS } from './rich-schema.ts'
import { RichToolbar } from './RichToolbar.tsx'

const onPicture = vi.fn()
let editor: Editor
beforeEach(() => onPicture.mockReset())
afterEach(() => editor.destroy())

function show(content = '<p>期中考试</p>'): void {
  editor = new Editor({ extensions: EXTENSIONS, content })
  stage(<RichToolbar editor={editor} bar={createRef()} onPicture={onPicture} />)
}

const select = (from: number, to = from) => act(() => void editor.commands.setTextSelection({ from, to }))
const tool = (label: string) => screen.getByRole<HTMLButtonElement>('button', { name: label })
const press = (label: string) => fireEvent.click(tool(label))
const address = () => screen.getByLabelText<HTMLInputElement>('链接地址')
const html = () => editor.getHTML().replaceAll(/ (target|rel|class)="[^"]*"/g, '')

function link(typed: string, key = 'Enter'): void {
  press('链接')
  fireEvent.change(address(), { target: { value: typed } })
  fireEvent.keyDown(address(), { key })
}

test.each([
  ['大标题', '<h2>期中考试</h2>'],
  ['小标题', '<h3>期中考试</h3>'],
  ['加粗', '<p><strong>期中</strong>考试</p>'],
  ['斜体', '<p><em>期中</em>考试</p>'],
  ['下划线', '<p><u>期中</u>考试</p>'],
  ['项目列表', '<ul><li><p>期中考试</p></li></ul>'],
  ['编号列表', '<ol><li><p>期中考试</p></li></ol>'],
  ['引用', '<blockquote><p>期中考试</p></blockquote>'],
])('%s is pressed on, shown as pressed and taken back', (label, written) => {
  show()
  select(1, 3)
  expect(tool(label).getAttribute('aria-pressed')).toBe('false')
  press(label)
  expect(html()).toContain(written)
  expect(tool(label).getAttribute('aria-pressed')).toBe('true')
  press(label)
  expect(html()).toContain('<p>期中考试</p>')
})

test('all formats go at once, and a heading becomes body text again', () => {
  show('<h2><strong>期中</strong>考试</h2>')
  select(1, 5)
  press('清除格式')
  expect(html()).toBe('<p>期中考试</p>')
  expect(tool('清除格式').getAttribute('aria-pressed')).toBeNull()
  expect(tool('正文').getAttribute('aria-pressed')).toBe('true')
})

test('the last step is taken back and done again, as long as there is one', () => {
  show()
  expect([tool('撤销').disabled, tool('重做').disabled]).toEqual([true, true])
  press('大标题')
  press('撤销')
  expect([html(), tool('撤销').disabled, tool('重做').disabled]).toEqual(['<p>期中考试</p>', true, false])
  press('重做')
  expect(html()).toBe('<h2>期中考试</h2>')
})

test('keys that do the same are told with the tool', () => {
  show()
  expect([tool('加粗').title, tool('清除格式').title]).toEqual(['加粗 (Ctrl B)', '清除格式'])
})

test('marked words become a link, without losing their words', () => {
  show()
  select(1, 3)
  link('xueheng.cn/a')
  expect(html()).toBe('<p><a href="https://xueheng.cn/a">期中</a>考试</p>')
  expect(screen.queryByLabelText('链接地址')).toBeNull()
})

test('without marked words the address is written where the cursor stands', () => {
  show()
  select(5)
  link('https://xueheng.cn')
  expect(html()).toBe('<p>期中考试<a href="https://xueheng.cn">https://xueheng.cn</a></p>')
})

test('a link under the cursor is changed as a whole, and an empty address takes it away', () => {
  show('<p><a href="/a">期中</a>考试</p>')
  select(2)
  expect(tool('链接').getAttribute('aria-pressed')).toBe('true')
  press('链接')
  expect(address().value).toBe('/a')
  fireEvent.change(address(), { target: { value: '/b' } })
  press('确定')
  expect(html()).toBe('<p><a href="/b">期中</a>考试</p>')
  select(2)
  link('')
  expect(html()).toBe('<p>期中考试</p>')
})

test('what is no address is not kept; Escape or 取消 leave the text as it was', () => {
  show()
  select(1, 3)
  link('javascript:alert(1)')
  expect([address().getAttribute('aria-invalid'), tool('确定').disabled]).toEqual(['true', true])
  fireEvent.keyDown(address(), { key: 'Escape' })
  expect(screen.queryByLabelText('链接地址')).toBeNull()
  link('/a', 'x')
  press('取消')
  expect(screen.queryByLabelText('链接地址')).toBeNull()
  expect(html()).toBe('<p>期中考试</p>')
})

test('tools of tables are there while the cursor is in one, and no table goes into another', () => {
  show()
  const cells = () => [editor.$doc.querySelectorAll('tableRow').length, document.querySelectorAll('.rich-tool').length]
  const [, before = 0] = cells()
  press('插入表格')
  const [rows = 0, within] = cells()
  expect([rows > 1, within]).toEqual([true, before + 5])
  expect(tool('插入表格').disabled).toBe(true)
  press('下方插入一行')
  expect(cells()[0]).toBe(rows + 1)
  press('删除该行')
  expect(cells()[0]).toBe(rows)
  press('删除表格')
  expect(cells()).toEqual([0, before])
})

test('a picture is chosen from a file, the same one twice as well', () => {
  show()
  const picker = screen.getByLabelText<HTMLInputElement>('插入图片', { selector: 'input' })
  const opened = vi.spyOn(picker, 'click')
  press('插入图片')
  expect(opened).toHaveBeenCalledOnce()
  const cleared = vi.spyOn(picker, 'value', 'set')
  const file = new File(['x'], '操场.png', { type: 'image/png' })
  fireEvent.change(picker, { target: { files: [file] } })
  expect(onPicture.mock.calls).toEqual([[file]])
  expect(cleared.mock.calls).toEqual([['']])
  fireEvent.change(picker, { target: { files: [] } })
  expect(onPicture).toHaveBeenCalledOnce()
})

test('arrows, Home and End walk round the tools that can be used; one of them is the stop of the tab key', () => {
  show()
  const at = () => document.activeElement?.getAttribute('aria-label')
  const stops = () =>
    [...document.querySelectorAll('.rich-tool[tabindex="0"]')].map((one) => one.getAttribute('aria-label'))
  const walk = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
  act(() => tool('大标题').focus())
  walk('ArrowLeft')
  expect(at()).toBe('插入表格')
  walk('ArrowRight')
  walk('ArrowRight')
  expect(at()).toBe('小标题')
  walk('End')
  expect([at(), stops()]).toEqual(['插入表格', ['插入表格']])
  walk('Home')
  expect([at(), stops()]).toEqual(['大标题', ['大标题']])
  walk('a')
  expect(at()).toBe('大标题')
})

test('pressing a tool leaves the marked words marked', () => {
  show()
  const down = new MouseEvent('mousedown', { bubbles: true, cancelable: true })
  fireEvent(tool('加粗'), down)
  expect(down.defaultPrevented).toBe(true)
})
