import type { MenuItem } from '../../platform/session/store.ts'

/** A screen that can be found, with the group it stands in. */
export interface Place {
  item: MenuItem
  name: string
  group: string
  icon: string
}

export function placesOf(menu: MenuItem[], t: (text: string) => string, group = '', icon = ''): Place[] {
  return menu.flatMap((item) =>
    item.children?.length
      ? placesOf(item.children, t, t(item.name), item.source || icon)
      : [{ item, name: t(item.name), group, icon: item.source || icon }],
  )
}

/** Names that begin with the text first, then those that contain it; case does not matter. */
export function findPlaces(places: Place[], typed: string): Place[] {
  const wanted = typed.trim().toLowerCase()
  const starts = places.filter((place) => place.name.toLowerCase().startsWith(wanted))
  const contains = places.filter((place) => !starts.includes(place) && place.name.toLowerCase().includes(wanted))
  return [...starts, ...contains]
}
