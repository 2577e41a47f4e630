import { LinkOutlined, PictureOutlined } from '@ant-design/icons'
import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { linkOf } from './rich-link.ts'
import { HISTORY_TOOLS, IN_TABLE_TOOLS, type RichTool, TABLE_TOOL, TEXT_TOOLS } from './rich-tools.tsx'
import { PICTURE_TYPES } from './send-picture.ts'

const ALL = [...TEXT_TOOLS, TABLE_TOOL, ...HISTORY_TOOLS]
const LINK = '链接'
const PICTURE = '插入图片'
const FIRST = TEXT_TOOLS[0]?.label ?? ''

interface RichToolbarProps {
  editor: Editor
  bar: RefObject<HTMLDivElement | null>
  onPicture: (file: File) => void
}

/** One stop of the tab key: within, the arrow keys lead from tool to tool. */
export function RichToolbar({ editor, bar, onPicture }: RichToolbarProps) {
  const t = useT()
  const picker = useRef<HTMLInputElement>(null)
  const [isLinking, setLinking] = useState(false)
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: ALL.filter((tool) => tool.isOn?.(now)).map((tool) => tool.label),
      off: ALL.filter((tool) => tool.canRun?.(now) === false).map((tool) => tool.label),
      isLink: now.isActive('link'),
      isInTable: now.isActive('table'),
    }),
  })
  const place = useTabStop(state)
  const draw = (tool: RichTool) => (
    <Tool
      key={tool.label}
      {...place(tool.label)}
      keys={tool.keys}
      isOn={tool.isOn && state.on.includes(tool.label)}
      isOff={state.off.includes(tool.label)}
      onPress={() => tool.run(editor)}
    >
      {tool.icon}
    </Tool>
  )
  return (
    <div ref={bar} className="rich-tools" role="toolbar" tabIndex={-1} aria-label={t('文字格式')} onKeyDown={walk}>
      {TEXT_TOOLS.map(draw)}
      <Tool {...place(LINK)} isOn={state.isLink} onPress={() => setLinking(true)}>
        <LinkOutlined />
      </Tool>
      <Tool {...place(PICTURE)} onPress={() => picker.current?.click()}>
        <PictureOutlined />
      </Tool>
      <input
        ref={picker}
        className="rich-picker"
        type="file"
        aria-label={t(PICTURE)}
        accept={PICTURE_TYPES.join()}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onPicture(file)
        }}
      />
      {draw(TABLE_TOOL)}
      {state.isInTable && IN_TABLE_TOOLS.map(draw)}
      {HISTORY_TOOLS.map(draw)}
      {isLinking && <LinkBar editor={editor} onClose={() => setLinking(false)} />}
    </div>
  )
}

/** The tab key comes back to the tool that was used last, as long as it is there and can be used. */
function useTabStop({ off, isInTable }: { off: string[]; isInTable: boolean }) {
  const t = useT()
  const [last, setLast] = useState(FIRST)
  const isAway = off.includes(last) || (!isInTable && IN_TABLE_TOOLS.some((tool) => tool.label === last))
  return (label: string) => ({
    label: t(label),
    isStop: label === (isAway ? FIRST : last),
    onFocus: () => setLast(label),
  })
}

/** Arrow keys, Home and End move the focus. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const all = event.currentTarget.querySelectorAll<HTMLButtonElement>('button.rich-tool')
  const tools = [...all].filter((tool) => !tool.disabled)
  const at = tools.indexOf(document.activeElement as HTMLButtonElement)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tools.length - 1 }[event.key]
  if (at < 0 || to === undefined) return
  event.preventDefault()
  tools[(to + tools.length) % tools.length]?.focus()
}

interface ToolProps {
  label: string
  keys?: string | undefined
  isOn?: boolean | undefined
  isOff?: boolean
  /** The one of all tools the tab key stops at. */
  isStop: boolean
  onFocus: () => void
  onPress: () => void
  children: ReactNode
}

/** Pressing must not take the selection away from the text. */
function Tool({ label, keys, isOn, isOff = false, isStop, onFocus, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      className="rich-tool"
      title={keys ? `${label} (${keys})` : label}
      aria-label={label}
      aria-pressed={isOn}
      disabled={isOff}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

function LinkBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useT()
  const [typed, setTyped] = useState(() => String(editor.getAttributes('link')['href'] ?? ''))
  const address = linkOf(typed)

  function keep(): void {
    if (address === undefined) return
    const chain = editor.chain().focus().extendMarkRange('link')
    if (address === '') chain.unsetLink().run()
    else if (editor.state.selection.empty && !editor.isActive('link')) {
      const text = { type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] }
      chain.insertContent(text).run()
    } else chain.setLink({ href: address }).run()
    onClose()
  }

  function leave(): void {
    onClose()
    editor.commands.focus()
  }

  return (
    <span className="rich-link">
      <input
        autoFocus
        value={typed}
        aria-label={t('链接地址')}
        aria-invalid={address === undefined}
        placeholder="https://"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'Enter') return
          event.preventDefault()
          event.stopPropagation()
          event.nativeEvent.stopImmediatePropagation()
          if (event.key === 'Enter') keep()
          else leave()
        }}
      />
      <button type="button" disabled={address === undefined} onClick={keep}>
        {t('确定')}
      </button>
      <button type="button" onClick={leave}>
        {t('取消')}
      </button>
    </span>
  )
}
