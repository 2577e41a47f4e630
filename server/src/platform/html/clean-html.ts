import sanitize from 'sanitize-html'

/** The elements that may stay; nothing that is not named here leaves this file. */
const TAGS =
  'p div span h1 h2 h3 h4 blockquote pre code strong b em i u s sub sup ul ol li br hr table thead tbody tr th td a img'.split(
    ' ',
  )

/** Dropped with everything in them: what they hold is not for reading. Others lose their tags and keep their text. */
const DROPPED =
  'script style textarea title xmp iframe noembed noframes noscript svg math template object embed applet audio video canvas select option button head frameset frame dialog plaintext'.split(
    ' ',
  )

const MOST_DEPTH = 60

const OPTIONS: sanitize.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  nonTextTags: DROPPED,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  nestingLimit: MOST_DEPTH,
  disallowedTagsMode: 'discard',
  transformTags: { '*': keepTag },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
}

/**
 * HTML of a rich editor as it may be shown to others: elements and attributes of an allow list, links to http, https,
 * mailto and tel, pictures of this server. Scripts, styles, event handlers, `javascript:` and `data:` addresses do not
 * survive. Cleaning what is clean changes nothing. HTML that shows nothing becomes the empty text.
 */
export function cleanHtml(html: string): string {
  // What stood on both sides of a dropped tag stands side by side now, and a paragraph ends where the next begins.
  const clean = sanitize(sanitize(withFewOpen(html), OPTIONS), OPTIONS)
  return isBlank(clean) ? '' : clean
}

/** The parser moves every open element for each further one, so nobody may open more; texts of people stay far below. */
const MOST_OPEN = 2000

function withFewOpen(html: string): string {
  let open = 0
  return html.replaceAll(/<(\/?)([a-z][a-z0-9]*)[^<>]*>/gi, (tag, close: string, name: string) => {
    if (/^(br|hr|img)$/i.test(name)) return tag
    open = Math.max(open + (close ? -1 : 1), 0)
    return !close && open > MOST_OPEN ? '' : tag
  })
}

function isBlank(html: string): boolean {
  return !html.includes('<img') && html.replaceAll(/<[^>]*>/g, '').trim() === ''
}

/** Of each attribute only values that mean what they should; links that lead elsewhere open a window of their own. */
function keepTag(tagName: string, given: sanitize.Attributes): sanitize.Tag {
  const attribs: sanitize.Attributes = {}
  for (const [name, value] of Object.entries(given)) {
    const kept = valueOf(name, value)
    if (kept !== undefined) attribs[name] = kept
  }
  const isOutside = tagName === 'a' && /^https?:/i.test(attribs['href'] ?? '')
  return { tagName, attribs: isOutside ? { ...attribs, target: '_blank', rel: 'noopener noreferrer' } : attribs }
}

/** A path of this server; two slashes or a backslash would lead elsewhere. */
const OWN_PATH = /^\/(?![/\\])[^\\]*$/
const LINK = /^(https?:\/\/[^\s\\]+|mailto:[^\s]+|tel:[+\d -]+|#[^\s]*)$/i

function valueOf(name: string, value: string): string | undefined {
  const text = value.trim()
  switch (name) {
    case 'href':
      return OWN_PATH.test(text) || LINK.test(text) ? text : undefined
    case 'src':
      return OWN_PATH.test(text) ? text : undefined
    case 'alt':
    case 'title':
      return text
    case 'width':
    case 'height':
    case 'colspan':
    case 'rowspan':
      return /^\d{1,4}$/.test(text) ? text : undefined
    default:
      return undefined
  }
}
