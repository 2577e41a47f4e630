import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Db } from '../../../platform/ctx.ts'
import { lockKey } from '../../../platform/db/pool.ts'
import { deploy } from './deploy.ts'
import { readyFile } from './process-file.ts'
import { own } from '../../../platform/db/table.ts'
import { wfDefinition } from '../tables.ts'

const FOLDER = fileURLToPath(new URL('../../../../seeds/flow/', import.meta.url))
/** Processes every tenant can start, with their category. */
const SEEDS = [{ name: 'leave.bpmn20.xml', key: 'leave', category: '1' }]

/** Deploys the processes of the product where they never were; what administrators did to them stays. */
export async function seedFlows(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockKey(trx, 'seed-flows')
    const ctx = { db: trx, now: new Date(), user: { id: '', tenantId: '-' } }
    for (const { name, key, category } of SEEDS) {
      const known = await sql`select 1 from ${own(wfDefinition)} where owner_tenant = '' and key = ${key}`.execute(trx)
      if (known.rows.length > 0) continue
      const file = await readyFile({ name, xml: readFileSync(FOLDER + name, 'utf8') })
      await deploy(ctx, { files: [file], category, owner: '', source: 'seed' })
    }
  })
}
