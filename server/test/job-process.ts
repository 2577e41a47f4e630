import { sql } from 'kysely'
import { tenantIds } from '../src/domains/tenancy/index.ts'
import type { Ctx } from '../src/platform/ctx.ts'
import { Listener } from '../src/platform/db/listen.ts'
import { type Database, inTransaction, openDatabase } from '../src/platform/db/pool.ts'
import { JobRunner } from '../src/platform/jobs/boss.ts'
import { defineJob } from '../src/platform/jobs/jobs.ts'

/** Counts as far as it is told, one step per tick. The tests kill the process that runs it. */
export const countJob = defineJob<{ to: number; tick: number }>({
  name: 'test.count',
  title: '数数',
  async run(_ctx, { to, tick }, progress) {
    for (let done = 1; done <= to; done += 1) {
      await new Promise((wait) => setTimeout(wait, tick))
      await progress.report({ done, total: to, step: `第${done}步` })
    }
    return { text: `数到${to}`, link: '/counted' }
  },
})

/** Leaves one mark (table `mark`, made by the test) together with its end, or with its failure. */
export const markJob = defineJob<{ key: string; ms: number }>({
  name: 'test.mark',
  title: '留痕',
  async run(_ctx, { key, ms }, progress) {
    await new Promise((wait) => setTimeout(wait, ms))
    return progress.finish(async (inside) => {
      await sql`insert into mark (key, text) values (${key}, 'done')`.execute(inside.db)
      return { text: '已留痕' }
    })
  },
  async onFailure(ctx, { key }, message) {
    await sql`insert into mark (key, text) values (${key}, ${message})`.execute(ctx.db)
  },
})

function ctxIn(database: Database, tenantId: string, id = ''): Ctx {
  return { db: database.tenant(tenantId), user: { id, tenantId } } as unknown as Ctx
}

/** A runner of its own on the database of the address given. */
async function openRunner(url: string): Promise<{ runner: JobRunner; database: Database }> {
  const database = openDatabase(url, 3)
  const listener = new Listener(url, database.pool)
  await listener.open()
  const runner = new JobRunner(url)
  const log = {
    info: () => {},
    warn: () => {},
    error: (data: object) => process.stderr.write(`${JSON.stringify(data)}\n`),
  }
  const jobs = [countJob, markJob].map((job): [string, never] => [job.name, job as never])
  await runner.open({
    database,
    listener,
    log,
    definitions: new Map(jobs),
    tenantIds: () => tenantIds({ database }),
    ctxOf: (tenantId) => Promise.resolve(ctxIn(database, tenantId)),
    nobodyOf: (tenantId) => ctxIn(database, tenantId),
  })
  return { runner, database }
}

/** `work <url>`: takes jobs. `ask <url> <tenant> <user>`: starts a job of the key it is sent, as a request does. */
async function main(mode = '', url = '', tenantId = '', userId = ''): Promise<void> {
  const { runner, database } = await openRunner(url)
  if (mode === 'work') await runner.work()
  const ctx = ctxIn(database, tenantId, userId)
  process.on('message', ({ key }: { key?: string }) => {
    if (key === undefined) return
    const asked = inTransaction(ctx.db, (db) => runner.start({ ...ctx, db }, markJob, { key, ms: 0 }))
    void asked.then((id) => process.send?.({ id }))
  })
  process.stdout.write('READY\n')
}

const args = process.argv.slice(2)
if (args[0] === 'work' || args[0] === 'ask') void main(...args)
