import type { Db } from './ctx.ts'

/** A short text for everybody who holds one of the roles, or for one account. */
export interface Told {
  title: string
  text: string
  roleIds: string[]
  account?: string
}

/** Writes it down in the tenant's name; in a transaction it is told when that is kept, and not at all when it is not. */
export type TellRoles = (db: Db, tenantId: string, told: Told) => Promise<void>
