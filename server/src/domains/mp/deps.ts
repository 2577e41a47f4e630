import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { Reach } from '../../platform/net/address.ts'

/** What public accounts are spoken for with. */
export interface MpDeps {
  config: Pick<Config, 'masterKey' | 'platforms'> & Reach
  database: Database
}
