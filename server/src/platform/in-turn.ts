const last = new Map<string, Promise<unknown>>()

/** Runs `work` after all earlier work of the same key in this process has ended, however it ended. */
export function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
  last.set(key, mine)
  void mine
    .finally(() => {
      if (last.get(key) === mine) last.delete(key)
    })
    .catch(() => undefined)
  return mine
}
