/** What the editor can do; headings and paragraphs are blocks, the rest are the browser's own editing commands. */
export type RichCommand =
  | 'h2'
  | 'h3'
  | 'p'
  | 'bold'
  | 'italic'
  | 'underline'
  | 'insertUnorderedList'
  | 'insertOrderedList'
  | 'removeFormat'
  | 'undo'
  | 'redo'
  | 'createLink'
  | 'unlink'
  | 'insertText'

/**
 * `execCommand` is old but the only way that keeps the browser's undo; every browser has it. Styles are written as
 * elements, because style attributes are not kept.
 */
export function run(command: RichCommand, value = ''): void {
  document.execCommand('styleWithCSS', false, 'false')
  if (command === 'h2' || command === 'h3' || command === 'p') document.execCommand('formatBlock', false, command)
  else document.execCommand(command, false, value)
}

/** Enter begins a paragraph, in all browsers alike. */
export function startParagraphs(): void {
  document.execCommand('defaultParagraphSeparator', false, 'p')
}

/** Whether there is anything to read in it; an empty editor is left with a line break. */
export function isShown(box: HTMLElement): boolean {
  return (box.textContent ?? '').trim() !== '' || box.querySelector('img') !== null
}

/** An address as the server will keep it; the empty text removes a link; nothing when it is none. */
export function linkOf(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '' || /^(https?:\/\/\S+|mailto:\S+|\/(?![/\\])\S*)$/i.test(text)) return text
  return /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(text) ? `https://${text}` : undefined
}
