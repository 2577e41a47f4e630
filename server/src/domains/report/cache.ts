/** Answers by what they were computed from; packages never change, so nothing has to be thrown away but for room. */
export interface Cache<T> {
  /** The kept value, or the one `make` answers; two who ask at the same time wait for one `make`. */
  through(key: string, make: () => Promise<T>): Promise<T>
}

/** Least recently used first out. `bytesOf` estimates a value; one above an eighth of the room is not kept. */
export function createCache<T>(maxBytes: number, bytesOf: (value: T) => number): Cache<T> {
  const entries = new Map<string, { value: T; bytes: number }>()
  const pending = new Map<string, Promise<T>>()
  let used = 0
  function drop(key: string): void {
    used -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  function keep(key: string, value: T): void {
    const bytes = bytesOf(value) + 2 * key.length
    if (bytes > maxBytes / 8) return
    drop(key)
    entries.set(key, { value, bytes })
    used += bytes
    for (const oldest of entries.keys()) {
      if (used <= maxBytes) return
      drop(oldest)
    }
  }
  async function compute(key: string, make: () => Promise<T>): Promise<T> {
    try {
      const value = await make()
      keep(key, value)
      return value
    } finally {
      pending.delete(key)
    }
  }
  return {
    async through(key, make) {
      const entry = entries.get(key)
      if (entry) {
        entries.delete(key)
        entries.set(key, entry)
        return entry.value
      }
      const running = pending.get(key) ?? compute(key, make)
      pending.set(key, running)
      return running
    },
  }
}
