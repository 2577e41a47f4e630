import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { useEffect, useRef } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { showError } from '../../ui/message.ts'
import { RichText } from '../../ui/RichText.tsx'
import type { InputProps } from './field-view.ts'
import { EXTENSIONS } from './rich-schema.ts'
import { RichToolbar } from './RichToolbar.tsx'
import { sendPicture } from './send-picture.ts'
import { asText, placeholder } from './wording.ts'
import './rich-input.css'

/** Text with headings, lists, tables and pictures, typed as it will look; what is saved is cleaned by the server. */
export function RichInput(props: InputProps) {
  return props.disabled ? <RichView {...props} /> : <RichEditor {...props} />
}

function RichView({ id, value }: InputProps) {
  return (
    <div id={id} className="rich-view">
      <RichText html={asText(value)} />
    </div>
  )
}

function RichEditor({ id, field, value, onChange, onBlur }: InputProps) {
  const t = useT()
  const bar = useRef<HTMLDivElement>(null)
  const html = asText(value)
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: html,
    editorProps: {
      attributes: {
        ...(id && { id }),
        class: 'rich-text rich-box',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t(field.label),
        'aria-description': t('按 Alt F10 到文字格式'),
      },
      handleKeyDown: (_view, event) => toTools(event),
      handlePaste: (_view, event) => isPictureAlone(event.clipboardData) && takePictures(event.clipboardData),
      handleDrop: (_view, event, _slice, isMoved) => !isMoved && takePictures(event.dataTransfer),
    },
    onUpdate: ({ editor: now }) => onChange?.(htmlOf(now)),
    onBlur: () => onBlur?.(),
  })
  const isEmpty = useEditorState({ editor, selector: ({ editor: now }) => now.isEmpty })
  // What is being typed is newer than a value that comes back. A form that was hidden and is shown again has an ended editor, until the next render.
  useEffect(() => {
    if (editor.isDestroyed) return
    if (!editor.isFocused && htmlOf(editor) !== html) editor.commands.setContent(html, { emitUpdate: false })
  }, [editor, html])

  function takePictures(data: DataTransfer | null): boolean {
    const files = [...(data?.files ?? [])]
    for (const file of files) insert(file)
    return files.length > 0
  }

  /** Named after its file until somebody says it better. */
  function insert(file: File): void {
    const alt = file.name.replace(/\.\w+$/, '')
    void sendPicture(file).then((src) => {
      if (src) editor.chain().focus().insertContent({ type: 'picture', attrs: { src, alt } }).run()
    }, showError)
  }

  function toTools(event: KeyboardEvent): boolean {
    if (event.key !== 'F10' || !event.altKey) return false
    bar.current?.querySelector<HTMLButtonElement>('button.rich-tool[tabindex="0"]')?.focus()
    return true
  }

  return (
    <div className={isEmpty ? 'rich-input is-empty' : 'rich-input'} data-placeholder={placeholder(t, field)}>
      <RichToolbar {...{ editor, bar }} onPicture={insert} />
      <EditorContent editor={editor} />
    </div>
  )
}

/** Office programs put a picture of the words they copy beside the words: those are what is meant. */
function isPictureAlone(data: DataTransfer | null): boolean {
  return data?.getData('text/plain') === ''
}

/** Nothing typed is the empty text, which a required field asks for. */
function htmlOf(editor: Editor): string {
  return editor.isEmpty ? '' : editor.getHTML()
}
