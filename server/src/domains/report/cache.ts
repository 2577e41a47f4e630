/** Answers by what they were computed from; packages never change, so nothing has to be thrown away but for room. */
export interface Cache<T> {
  get(key: string): T | undefined
  /** `bytes` is an estimate; an entry above an eighth of the room is not kept. */
  set(key: string, value: T, bytes: number): void
}

/** Least recently used first out. */
export function createCache<T>(maxBytes: number): Cache<T> {
  const entries = new Map<string, { value: T; bytes: number }>()
  let used = 0
  function drop(key: string): void {
    used -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, bytes) {
      drop(key)
      if (bytes > maxBytes / 8) return
      entries.set(key, { value, bytes })
      used += bytes
      for (const oldest of entries.keys()) {
        if (used <= maxBytes) return
        drop(oldest)
      }
    },
  }
}
