import { Editor } from '@tiptap/react'
import { addRowAfter } from '@tiptap/pm/tables'
import { afterEach, expect, test } from 'vitest'
import { linkOf } from './rich-link.ts'
import { EXTENSIONS, newTable } from './rich-schema.ts'
import { TEXT_TOOLS } from './rich-tools.tsx'

let editor: Editor | undefined
afterEach(() => editor?.destroy())

function edit(content: string): Editor {
  editor = new Editor({ extensions: EXTENSIONS, content })
  return editor
}

test.each([
  '<h2>放假</h2><p><strong>粗</strong><em>斜</em><u>线</u></p>',
  '<ul><li><p>一</p></li></ul><ol><li><p>二</p></li></ol><blockquote><p>引</p></blockquote>',
  '<p>前</p><img src="/api/blade-resource/picture/1/2" alt="操场"><p>后</p>',
  '<table><tbody><tr><th><p>名</p></th><td colspan="2"><p>值</p></td></tr></tbody></table>',
  '<p><a target="_blank" rel="noopener noreferrer" href="https://example.cn/a">看</a></p>',
])('%s comes back as it was', (html) => {
  expect(edit(html).getHTML()).toBe(html)
})

test('what the server would not keep is not there to be seen', () => {
  const html = '<p onclick="a()">字<script>b()</script></p><img src="https://evil.example/a.png"><form><input></form>'
  expect(edit(html).getHTML()).toBe('<p>字</p>')
  expect(edit('<p><a href="javascript:alert(1)">看</a></p>').getHTML()).not.toContain('javascript')
})

test('what a table is given is kept: three columns with heads, and one row more', () => {
  const now = edit('')
  now.commands.insertContent(newTable())
  const rows = () => now.getHTML().split('<tr>').length - 1
  expect([rows(), now.getHTML().split('<th>').length - 1]).toEqual([3, 3])
  now.commands.setTextSelection(5)
  expect(now.isActive('table')).toBe(true)
  addRowAfter(now.state, now.view.dispatch)
  expect(rows()).toBe(4)
})

test('every tool does what it says, and takes it back', () => {
  for (const tool of TEXT_TOOLS.filter((one) => one.isOn && one.label !== '正文')) {
    const now = edit('<p>文字</p>')
    now.commands.setTextSelection({ from: 1, to: 3 })
    tool.run(now)
    expect([tool.label, tool.isOn?.(now)]).toEqual([tool.label, true])
    tool.run(now)
    expect([tool.label, tool.isOn?.(now), now.getHTML()]).toEqual([tool.label, false, '<p>文字</p>'])
  }
})

test.each([
  ['www.example.cn', 'https://www.example.cn'],
  ['https://a.cn/b', 'https://a.cn/b'],
  ['/desk/notice', '/desk/notice'],
  ['mailto:a@b.cn', 'mailto:a@b.cn'],
  ['', ''],
  ['//evil.example', undefined],
  ['javascript:alert(1)', undefined],
])('the address %s is %s', (typed, kept) => {
  expect(linkOf(typed)).toBe(kept)
})
