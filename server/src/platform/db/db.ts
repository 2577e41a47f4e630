import type { Kysely } from 'kysely'

/**
 * Bound to one tenant. It knows no table by name: a statement takes rows through `visible`, `every` and `into`
 * (entities) or `own` (tables of the own domain).
 */
export type Db = Kysely<Record<never, never>>
