import { attributeText, decodeEntities, textOf } from './entities.ts'
import { tokens } from './tokens.ts'

const NONE: string[] = []

/** The elements that may stay and their attributes. Nothing that is not named here leaves this file. */
const ALLOWED = new Map<string, string[]>([
  ...['p', 'div', 'span', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code'].map(plain),
  ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'ul', 'ol', 'li', 'br', 'hr'].map(plain),
  ...['table', 'thead', 'tbody', 'tr'].map(plain),
  ['th', ['colspan', 'rowspan']],
  ['td', ['colspan', 'rowspan']],
  ['a', ['href', 'title']],
  ['img', ['src', 'alt', 'width', 'height']],
])

function plain(name: string): [string, string[]] {
  return [name, NONE]
}

/** A paragraph ends where one of these begins; browsers would end it themselves. */
const BLOCKS = new Set('p,div,h1,h2,h3,h4,blockquote,pre,ul,ol,li,hr,table'.split(','))
const VOID = new Set(['br', 'hr', 'img'])

/** Dropped with everything in them: what they hold is not for reading. Others lose their tags and keep their text. */
const DROPPED = new Set(
  'script,style,textarea,title,xmp,iframe,noembed,noframes,noscript,svg,math,template,object,embed,applet,audio,video,canvas,select,option,button,head,frameset,frame,dialog'.split(
    ',',
  ),
)
/** Of the dropped ones those that never have an end tag. */
const DROPPED_VOID = new Set(['embed', 'frame'])
const MOST_DEPTH = 60

/**
 * HTML rebuilt from an allow list: elements and attributes it names, links to http, https, mailto and tel, pictures of
 * this server. Scripts, styles, event handlers, `javascript:` and `data:` addresses do not survive, nor does foreign
 * content in which browsers read tags differently. Text is escaped anew; tags are always balanced. Cleaning what is
 * clean changes nothing. HTML that shows nothing becomes the empty text.
 */
export function cleanHtml(html: string): string {
  const out: string[] = []
  const open: string[] = []
  const dropped: string[] = []
  let isBlank = true
  for (const token of tokens(html)) {
    if (token.kind === 'text') {
      if (dropped.length > 0) continue
      isBlank &&= token.text.replaceAll(/&nbsp;|\s/g, '') === ''
      out.push(textOf(token.text))
    } else if (DROPPED.has(token.name)) follow(dropped, token)
    else if (dropped.length > 0 || !ALLOWED.has(token.name)) continue
    else if (token.kind === 'close') close(token.name, open, out)
    else if (open.length < MOST_DEPTH) {
      const tag = tagOf(token.name, token.attributes)
      if (!tag) continue
      if (BLOCKS.has(token.name)) close('p', open, out)
      out.push(tag)
      isBlank &&= token.name !== 'img'
      if (!VOID.has(token.name)) open.push(token.name)
    }
  }
  while (open.length > 0) out.push(`</${open.pop()}>`)
  return isBlank ? '' : out.join('')
}

/** Keeps count of the dropped elements that stand open. */
function follow(dropped: string[], token: { kind: 'open' | 'close'; name: string }): void {
  if (token.kind === 'open') {
    if (!DROPPED_VOID.has(token.name)) dropped.push(token.name)
    return
  }
  const at = dropped.lastIndexOf(token.name)
  if (at >= 0) dropped.length = at
}

/** Closes an element with all that stands open inside; an end tag without a beginning is nothing. */
function close(name: string, open: string[], out: string[]): void {
  const at = open.lastIndexOf(name)
  if (at < 0) return
  while (open.length > at) out.push(`</${open.pop()}>`)
}

function tagOf(name: string, given: Map<string, string>): string | undefined {
  const kept = (ALLOWED.get(name) ?? NONE).flatMap((key) => {
    const value = given.has(key) ? valueOf(key, decodeEntities(given.get(key) ?? '')) : undefined
    return value === undefined ? [] : [[key, value] as const]
  })
  if (name === 'img' && !kept.some(([key]) => key === 'src')) return undefined
  const isOutside = name === 'a' && kept.some(([key, value]) => key === 'href' && /^https?:/i.test(value))
  const added = isOutside
    ? ([
        ['target', '_blank'],
        ['rel', 'noopener noreferrer'],
      ] as const)
    : []
  return `<${[name, ...[...kept, ...added].map(([key, value]) => `${key}="${attributeText(value)}"`)].join(' ')}>`
}

/** A path of this server; two slashes or a backslash would lead elsewhere. */
const OWN_PATH = /^\/(?![/\\])[^\\]*$/
const LINK = /^(https?:\/\/[^\s\\]+|mailto:[^\s]+|tel:[+\d -]+|#[^\s]*)$/i

function valueOf(key: string, value: string): string | undefined {
  const text = value.trim()
  switch (key) {
    case 'href':
      return OWN_PATH.test(text) || LINK.test(text) ? text : undefined
    case 'src':
      return OWN_PATH.test(text) ? text : undefined
    case 'alt':
    case 'title':
      return text
    default:
      return /^\d{1,4}$/.test(text) ? text : undefined
  }
}
