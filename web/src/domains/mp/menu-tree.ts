import type { WxMenuButton } from '@xueheng/contract/domains/mp/wx-menu.ts'

/** The first level, or one below it. */
export type Place = [first: number] | [first: number, second: number]

/** `1` or `1.2`, as the rules name a button. */
export function placeText(place: Place): string {
  return place.map((at) => at + 1).join('.')
}

export function buttonAt(buttons: WxMenuButton[], [first, second]: Place): WxMenuButton | undefined {
  const top = buttons[first]
  return second === undefined ? top : top?.subButtons?.[second]
}

export function changeButton(buttons: WxMenuButton[], [first, second]: Place, button: WxMenuButton): WxMenuButton[] {
  return buttons.map((top, at) => {
    if (at !== first) return top
    if (second === undefined) return button
    return { ...top, subButtons: (top.subButtons ?? []).map((one, below) => (below === second ? button : one)) }
  })
}

/** A parent keeps neither kind nor content: the platform refuses both together. */
export function addButton(buttons: WxMenuButton[], parent: number | undefined, name: string): [WxMenuButton[], Place] {
  const fresh: WxMenuButton = { name, type: 'view' }
  if (parent === undefined) return [[...buttons, fresh], [buttons.length]]
  const below = buttons[parent]?.subButtons ?? []
  const next = buttons.map((top, at) => (at === parent ? { name: top.name, subButtons: [...below, fresh] } : top))
  return [next, [parent, below.length]]
}

export function removeButton(buttons: WxMenuButton[], [first, second]: Place): WxMenuButton[] {
  if (second === undefined) return buttons.filter((_one, at) => at !== first)
  return buttons.map((top, at) =>
    at === first ? { ...top, subButtons: (top.subButtons ?? []).filter((_one, below) => below !== second) } : top,
  )
}

/** One step to the left or up, right or down, among its own. */
export function moveButton(buttons: WxMenuButton[], place: Place, step: -1 | 1): [WxMenuButton[], Place] {
  const [first, second] = place
  if (second === undefined) return moved(buttons, first, step, (list, at) => [list, [at]])
  return moved(buttons[first]?.subButtons ?? [], second, step, (list, at) => [
    buttons.map((top, index) => (index === first ? { ...top, subButtons: list } : top)),
    [first, at],
  ])
}

function moved(
  list: WxMenuButton[],
  at: number,
  step: -1 | 1,
  made: (list: WxMenuButton[], at: number) => [WxMenuButton[], Place],
): [WxMenuButton[], Place] {
  const to = at + step
  const one = list[at]
  if (!one || to < 0 || to >= list.length) return made(list, at)
  const rest = list.filter((_one, index) => index !== at)
  return made([...rest.slice(0, to), one, ...rest.slice(to)], to)
}
