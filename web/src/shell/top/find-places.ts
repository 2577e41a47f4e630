import type { MenuItem } from '../../platform/session/store.ts'

/** A screen that can be found, with the group it stands in. */
export interface Place {
  item: MenuItem
  name: string
  group: string
  icon: string
}

/** Writes Chinese as pinyin: every syllable, or every first letter. */
export interface Spelling {
  full(text: string): string
  initials(text: string): string
}

export function placesOf(menu: MenuItem[], t: (text: string) => string, group = '', icon = ''): Place[] {
  return menu.flatMap((item) =>
    item.children?.length
      ? placesOf(item.children, t, t(item.name), item.source || icon)
      : [{ item, name: t(item.name), group, icon: item.source || icon }],
  )
}

/** Names that begin with the text, as written or as spelt, then those that contain it; case does not matter. */
export function findPlaces(places: Place[], typed: string, spelling?: Spelling): Place[] {
  const wanted = typed.trim().toLowerCase()
  const starts = places.filter((place) => readings(place, spelling).some((reading) => reading.startsWith(wanted)))
  const contains = places.filter((place) => !starts.includes(place) && place.name.toLowerCase().includes(wanted))
  return [...starts, ...contains]
}

function readings({ name }: Place, spelling: Spelling | undefined): string[] {
  const written = name.toLowerCase()
  return spelling ? [written, spelling.full(name).toLowerCase(), spelling.initials(name).toLowerCase()] : [written]
}

/**
 * The three parts of a search for students, divided by commas: who (name, number or code), which grade,
 * which school or area.
 */
export function studentQuery(typed: string): Record<string, string> {
  const [who = '', grade = '', unit = ''] = typed.split(/[,，]/).map((part) => part.trim())
  return {
    ...(who && { studentName: who, studentNumber: who, studentCode: who }),
    ...(grade && { examGrade: grade }),
    ...(unit && { schoolName: unit, areaName: unit }),
  }
}
