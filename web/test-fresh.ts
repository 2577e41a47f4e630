import { afterAll, vi } from 'vitest'

/**
 * Files of tests share a process with what was installed, React and the controls, which take longer to read than most tests
 * to run. What is the product's own is read anew for each, and the page is as empty as at first.
 */
vi.resetModules()

const NAME = Symbol.for('xueheng.heard')
type Heard = Parameters<typeof removeEventListener>
const heard = ((globalThis as { [NAME]?: Heard[] })[NAME] ??= watch())

/** What listens to the window from now on; nothing of an earlier file is to hear what happens in a later one. */
function watch(): Heard[] {
  const kept: Heard[] = []
  const { addEventListener: listen } = globalThis
  globalThis.addEventListener = (...given: Parameters<typeof listen>) => {
    kept.push(given as Heard)
    listen(...given)
  }
  return kept
}

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const given of heard.splice(0)) removeEventListener(...given)
  localStorage.clear()
  sessionStorage.clear()
  for (const part of [document.head, document.body]) part.replaceChildren()
  for (const part of [document.documentElement, document.body])
    for (const name of part.getAttributeNames()) part.removeAttribute(name)
  document.title = ''
  history.replaceState(null, '', '/')
})
