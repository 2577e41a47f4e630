import * as react from 'react'

/**
 * React notes with an error of its own where each of its first ten thousand elements a second was made, a tenth of what a
 * test of a screen takes. It counts as if there were more already; warnings are said as ever.
 */
const inside: unknown = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (typeof inside === 'object' && inside !== null && 'recentlyCreatedOwnerStacks' in inside) {
  Object.defineProperty(inside, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })
}
