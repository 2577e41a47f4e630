const PREFIX = 'xueheng-'

interface Kept {
  type: string
  content: unknown
  time: number
}

/** Keeps a value under the site's prefix with its type and time; for this window only when `isSession`. */
export function keep(key: string, content: unknown, isSession = false): void {
  const kept: Kept = { type: typeof content, content, time: Date.now() }
  try {
    area(isSession).setItem(PREFIX + key, JSON.stringify(kept))
  } catch {
    // A full or forbidden storage costs convenience only: the page goes on with what it has in memory.
  }
}

/** The kept value, or nothing when it is missing or unreadable. */
export function kept<T>(key: string, isSession = false): T | undefined {
  try {
    const text = area(isSession).getItem(PREFIX + key)
    return text === null ? undefined : ((JSON.parse(text) as Kept).content as T)
  } catch {
    return undefined
  }
}

export function forget(key: string, isSession = false): void {
  try {
    area(isSession).removeItem(PREFIX + key)
  } catch {
    // see keep
  }
}

/** Calls `listener` when another window of the site changes `key`. */
export function onKeptElsewhere(key: string, listener: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === PREFIX + key) listener()
  })
}

function area(isSession: boolean): Storage {
  return isSession ? window.sessionStorage : window.localStorage
}
