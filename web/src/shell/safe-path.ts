/** A path of this site, never another site; nothing otherwise. */
export function safePath(path: string | null): string | undefined {
  return path && /^\/(?![/\\])/.test(path) ? path : undefined
}
