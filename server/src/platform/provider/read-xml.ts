/** One element: its text, or the elements in it. Names keep their case; attributes are passed over. */
export interface XmlElement {
  name: string
  text: string
  children: XmlElement[]
}

const DEEPEST = 8
const MOST_ELEMENTS = 2000
const MOST_SIGNS = 1_000_000

/** An opening, closing or empty tag, a CDATA section, a declaration at the start, a comment, or text. */
const TOKEN =
  /<!\[CDATA\[([^]*?)\]\]>|<\?xml[^>]*\?>|<!--[^]*?-->|<(\/?)([A-Za-z_][\w.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/**
 * The root of a small XML text. No document type, no entities but the five of the language and numbers, no processing
 * instructions, nothing deep or long; throws on whatever else there is.
 */
export function readXml(text: string): XmlElement {
  if (text.length > MOST_SIGNS) throw new Error('xml: too long')
  const top: XmlElement = { name: '', text: '', children: [] }
  const open = [top]
  let elements = 0
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text)
    if (!found) throw new Error('xml: not well formed')
    const [, cdata, closing, name, , isEmpty, plain] = found
    const current = open.at(-1) as XmlElement
    if (cdata !== undefined) current.text += cdata
    else if (plain !== undefined) current.text += decoded(plain)
    else if (name === undefined) continue
    else if (closing) {
      if (open.length === 1 || current.name !== name) throw new Error('xml: not well formed')
      open.pop()
    } else {
      elements += 1
      if (elements > MOST_ELEMENTS || open.length > DEEPEST) throw new Error('xml: too much')
      const element: XmlElement = { name, text: '', children: [] }
      current.children.push(element)
      if (!isEmpty) open.push(element)
    }
  }
  const [root] = top.children
  if (!root || open.length > 1 || top.children.length > 1 || top.text.trim()) throw new Error('xml: not well formed')
  return root
}

function decoded(text: string): string {
  return text.replaceAll(/&([^;&]{0,10});?/g, (whole, name: string) => {
    const number = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name)
    const code = number ? Number.parseInt(number[1] ?? number[2] ?? '', number[1] ? 16 : 10) : Number.NaN
    const sign = number && code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : NAMED[name]
    if (sign === undefined || !whole.endsWith(';')) throw new Error('xml: unknown entity')
    return sign
  })
}

/** Texts of the elements directly in one, by name; of several of a name the first. */
export function xmlTexts(element: XmlElement): Partial<Record<string, string>> {
  return Object.fromEntries(element.children.toReversed().map(({ name, text }) => [name, text.trim()]))
}
