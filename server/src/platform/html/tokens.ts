/** A piece of HTML as the HTML standard's tokenizer would cut it, comments and doctypes left out. */
export type Token =
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: Map<string, string> }
  | { kind: 'close'; name: string }

/** Elements whose contents are text to the browser whatever stands in them. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'])

/** Cuts HTML into tokens. Nothing is an error; a tag that never ends is dropped with all that follows it. */
export function* tokens(html: string): Generator<Token> {
  let at = 0
  while (at < html.length) {
    const next = html.indexOf('<', at)
    if (next !== at) {
      yield { kind: 'text', text: html.slice(at, next < 0 ? undefined : next) }
      if (next < 0) return
      at = next
    }
    const tag = /^<(\/?)([a-z][^\s/>]*)/i.exec(html.slice(at, at + 200))
    if (!tag) {
      const skipped = skipDeclaration(html, at)
      if (skipped === undefined) yield { kind: 'text', text: '<' }
      at = skipped ?? at + 1
      continue
    }
    const [whole, slash, written = ''] = tag
    const name = written.toLowerCase()
    const { attributes, end } = readAttributes(html, at + whole.length)
    if (end === undefined) return
    at = end
    if (slash) yield { kind: 'close', name }
    else {
      yield { kind: 'open', name, attributes }
      if (name === 'plaintext') return
      if (RAW_TEXT.has(name)) at = endOfRawText(html, at, name)
    }
  }
}

/** Behind a comment, doctype or processing instruction that begins here; nothing when none does. */
function skipDeclaration(html: string, at: number): number | undefined {
  if (html.startsWith('<!--', at)) {
    const close = /^<!---?>|--!?>/g
    close.lastIndex = at
    const short = /^<!---?>/.exec(html.slice(at, at + 6))
    if (short) return at + short[0].length
    close.lastIndex = at + 4
    return close.exec(html) ? close.lastIndex : html.length
  }
  if (!/^<[!?/]/.test(html.slice(at, at + 2))) return undefined
  const end = html.indexOf('>', at)
  return end < 0 ? html.length : end + 1
}

const SPACE = /[\t\n\f\r /]*/y
const NAME = /[^\t\n\f\r />][^\t\n\f\r />=]*/y
const VALUE = /[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'][^\t\n\f\r >]*)|(?=>))/y
/** A quote that is never closed, which swallows the rest. */
const OPEN_VALUE = /[\t\n\f\r ]*=[\t\n\f\r ]*["']/y

/** Attributes up to the `>`; of two with one name the first counts. `end` is missing when the tag never ends. */
function readAttributes(html: string, from: number): { attributes: Map<string, string>; end: number | undefined } {
  const attributes = new Map<string, string>()
  let at = from
  for (;;) {
    at += match(SPACE, html, at)?.[0].length ?? 0
    if (at >= html.length) return { attributes, end: undefined }
    if (html[at] === '>') return { attributes, end: at + 1 }
    const name = match(NAME, html, at)?.[0] ?? html.charAt(at)
    at += name.length
    const value = match(VALUE, html, at)
    if (!value && match(OPEN_VALUE, html, at)) return { attributes, end: undefined }
    at += value?.[0].length ?? 0
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, value?.[1] ?? value?.[2] ?? value?.[3] ?? '')
  }
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Where the end tag of a raw text element begins, or the end of all. */
function endOfRawText(html: string, at: number, name: string): number {
  const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  close.lastIndex = at
  return close.exec(html)?.index ?? html.length
}
