/**
 * Nothing is laid out in tests, and no style sheet is read. Whoever looks for room for a list or a menu asks this of every element around it, and would have
 * the styles of each worked out for an answer that is always the same: what stands on the element itself, or nothing.
 */
const ROOM: Record<string, string> = {
  position: 'static',
  width: 'auto',
  height: 'auto',
  overflow: 'visible',
  overflowX: 'visible',
  overflowY: 'visible',
  overflowClipMargin: '0px',
  borderTopWidth: '0px',
  borderBottomWidth: '0px',
  borderLeftWidth: '0px',
  borderRightWidth: '0px',
}

/** What an element of a kind, open or hidden, is shown as where nothing else is said. */
const displays = new Map<string, string>()

const NAME = Symbol.for('xueheng.layout')
type Style = typeof getComputedStyle & { [NAME]?: true }

/** How an element is shown: as it says itself, or as the one around it does. */
function shownAs(whole: Style, element: Element, name: string): string | undefined {
  if (name === 'content') return ''
  if (name === 'visibility') return saidOf(element)
  if (name !== 'display' || !element.isConnected) return undefined
  const own = (element as HTMLElement).style.display
  if (own) return own
  const kind = `${element.tagName} ${element.hasAttribute('open')} ${element.hasAttribute('hidden')}`
  const known = displays.get(kind) ?? whole(element).display
  displays.set(kind, known)
  return known
}

/** Whether it is visible, it hears from around it. */
function saidOf(element: Element): string {
  for (let one: Element | null = element; one; one = one.parentElement) {
    if (one.getAttribute('style')?.includes('visibility')) return (one as HTMLElement).style.visibility
  }
  return ''
}

function quickly(whole: Style): Style {
  if (whole[NAME]) return whole
  const style: Style = (element, pseudo) => {
    const own = (element as HTMLElement).style
    let all: CSSStyleDeclaration | undefined
    const read = (): CSSStyleDeclaration => (all ??= whole(element, pseudo))
    const valueOf = (name: string) => shownAs(whole, element, name) ?? read().getPropertyValue(name)
    return new Proxy({} as CSSStyleDeclaration, {
      get(_none, name) {
        const standing = ROOM[String(name)]
        if (standing !== undefined) return Reflect.get(own, name) || standing
        if (name === 'getPropertyValue') return valueOf
        const value: unknown = shownAs(whole, element, String(name)) ?? Reflect.get(read(), name)
        return typeof value === 'function' ? value.bind(read()) : value
      },
    })
  }
  return Object.assign(style, { [NAME]: true as const })
}

/** A window of tests keeps its size: what it is asked about that is read once. */
const lists = new Map<string, MediaQueryList>()

type Ask = typeof matchMedia & { [NAME]?: true }

function once(whole: Ask): Ask {
  if (whole[NAME]) return whole
  const ask: Ask = (query) => {
    const known = lists.get(query) ?? whole(query)
    if (!lists.has(query)) Object.defineProperty(known, 'matches', { value: known.matches })
    lists.set(query, known)
    return known
  }
  return Object.assign(ask, { [NAME]: true as const })
}

const view = document.defaultView
if (view) view.matchMedia = globalThis.matchMedia = once(view.matchMedia.bind(view))
if (view) view.getComputedStyle = globalThis.getComputedStyle = quickly(view.getComputedStyle.bind(view))
