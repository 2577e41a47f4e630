/** The parts of a comma list, which is how calls take several ids, codes or names in one text; none of an empty one. */
export function partsOf(list: string | null | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}
