import {
  BoldOutlined,
  ClearOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  RedoOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { type ClipboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import type { InputProps } from './field-view.ts'
import { type RichCommand, isShown, linkOf, run, startParagraphs } from './rich-commands.ts'
import { asText, placeholder } from './wording.ts'
import './rich-input.css'

const TOOLS: { command: RichCommand; label: string; icon: ReactNode }[] = [
  { command: 'h2', label: '大标题', icon: 'H1' },
  { command: 'h3', label: '小标题', icon: 'H2' },
  { command: 'p', label: '正文', icon: 'P' },
  { command: 'bold', label: '加粗', icon: <BoldOutlined /> },
  { command: 'italic', label: '斜体', icon: <ItalicOutlined /> },
  { command: 'underline', label: '下划线', icon: <UnderlineOutlined /> },
  { command: 'insertUnorderedList', label: '项目列表', icon: <UnorderedListOutlined /> },
  { command: 'insertOrderedList', label: '编号列表', icon: <OrderedListOutlined /> },
  { command: 'removeFormat', label: '清除格式', icon: <ClearOutlined /> },
  { command: 'undo', label: '撤销', icon: <UndoOutlined /> },
  { command: 'redo', label: '重做', icon: <RedoOutlined /> },
]

/** HTML typed as it will look. What is pasted comes in as plain text; what is saved is cleaned by the server. */
export function RichInput({ id, field, value, onChange, onBlur, disabled }: InputProps) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const html = asText(value)
  // The browser owns what is being typed: a value that comes back while the text has the focus is an older one.
  useEffect(() => {
    const { current } = box
    if (current && current !== document.activeElement && current.innerHTML !== html) current.innerHTML = html
  }, [html])
  useEffect(startParagraphs, [])
  function changed(): void {
    const now = box.current
    if (now) onChange?.(isShown(now) ? now.innerHTML : '')
  }
  /** What is left of an emptied text would hide the placeholder. */
  function leave(): void {
    if (box.current && !isShown(box.current)) box.current.innerHTML = ''
    onBlur?.()
  }
  function paste(event: ClipboardEvent): void {
    event.preventDefault()
    run('insertText', event.clipboardData.getData('text/plain'))
  }
  if (disabled) return <div id={id} ref={box} className="rich-text rich-view" />
  return (
    <div className="rich-input">
      <RichTools onDone={changed} />
      <div
        id={id}
        ref={box}
        className="rich-text rich-box"
        contentEditable
        role="textbox"
        aria-multiline="true"
        aria-label={t(field.label)}
        data-placeholder={placeholder(t, field)}
        tabIndex={0}
        onInput={changed}
        onPaste={paste}
        onDrop={(event) => event.preventDefault()}
        onBlur={leave}
      />
    </div>
  )
}

function RichTools({ onDone }: { onDone: () => void }) {
  const t = useT()
  const [range, keepRange] = useState<Range>()
  function apply(command: RichCommand): void {
    run(command)
    onDone()
  }
  return (
    <div className="rich-tools" role="toolbar" aria-label={t('文字格式')}>
      {TOOLS.map(({ command, label, icon }) => (
        <Tool key={command} label={t(label)} onPress={() => apply(command)}>
          {icon}
        </Tool>
      ))}
      <Tool label={t('链接')} onPress={() => keepRange(selected())}>
        <LinkOutlined />
      </Tool>
      {range && (
        <LinkBar
          onCancel={() => keepRange(undefined)}
          onDone={(address) => {
            select(range)
            run(address ? 'createLink' : 'unlink', address)
            keepRange(undefined)
            onDone()
          }}
        />
      )}
    </div>
  )
}

/** Pressing must not take the selection away from the text. */
function Tool({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

function LinkBar({ onCancel, onDone }: { onCancel: () => void; onDone: (address: string) => void }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const address = linkOf(typed)
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
          if (event.key === 'Escape') onCancel()
          if (event.key !== 'Enter' || address === undefined) return
          event.preventDefault()
          onDone(address)
        }}
      />
      <button type="button" disabled={address === undefined} onClick={() => onDone(address ?? '')}>
        {t('确定')}
      </button>
      <button type="button" onClick={onCancel}>
        {t('取消')}
      </button>
    </span>
  )
}

function selected(): Range | undefined {
  const selection = window.getSelection()
  return selection && selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : undefined
}

function select(range: Range): void {
  const selection = window.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
}
