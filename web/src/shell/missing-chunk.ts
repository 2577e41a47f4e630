const KEY = 'xueheng-reloaded-at'
const AGAIN_MS = 60_000

/**
 * After a release an open page asks for files that are gone. It is loaded anew, once a minute at most: a file that
 * is missing for another reason must not make the page flicker for ever.
 */
export function reloadOnceOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) < AGAIN_MS) return
    event.preventDefault()
    sessionStorage.setItem(KEY, String(Date.now()))
    window.location.reload()
  })
}
