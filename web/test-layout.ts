/**
 * Nothing is laid out in tests. Whoever looks for room for a list or a menu asks this of every element around it, and would have
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

const NAME = Symbol.for('xueheng.layout')
type Style = typeof getComputedStyle & { [NAME]?: true }

function quickly(whole: Style): Style {
  if (whole[NAME]) return whole
  const style: Style = (element, pseudo) => {
    const own = (element as HTMLElement).style
    let all: CSSStyleDeclaration | undefined
    return new Proxy({} as CSSStyleDeclaration, {
      get(_none, name) {
        const standing = ROOM[String(name)]
        if (standing !== undefined) return Reflect.get(own, name) || standing
        all ??= whole(element, pseudo)
        const value: unknown = Reflect.get(all, name)
        return typeof value === 'function' ? value.bind(all) : value
      },
    })
  }
  return Object.assign(style, { [NAME]: true as const })
}

const view = document.defaultView
if (view) view.getComputedStyle = globalThis.getComputedStyle = quickly(view.getComputedStyle.bind(view))
