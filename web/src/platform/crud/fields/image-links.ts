/** The pictures of a value: addresses joined by commas. */
export function linksOf(value: unknown): string[] {
  return typeof value === 'string' ? value.split(',').filter(Boolean) : []
}
