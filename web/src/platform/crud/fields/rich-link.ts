/** An address as the server will keep it; the empty text removes a link; nothing when it is none. */
export function linkOf(typed: string): string | undefined {
  const text = typed.trim()
  if (text === '' || /^(https?:\/\/\S+|mailto:\S+|\/(?![/\\])\S*)$/i.test(text)) return text
  return /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(text) ? `https://${text}` : undefined
}
