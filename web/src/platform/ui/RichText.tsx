import '../crud/fields/rich-input.css'

/** HTML the server has cleaned by its allow list; nothing else may be handed in. */
export function RichText({ html }: { html: string }) {
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: html }} />
}
