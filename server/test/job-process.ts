import { tenantIds } from '../src/domains/tenancy/index.ts'
import { Listener } from '../src/platform/db/listen.ts'
import { openDatabase } from '../src/platform/db/pool.ts'
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

/** A worker of its own on the database of the address given. */
async function main(url: string): Promise<void> {
  const database = openDatabase(url, 3)
  const listener = new Listener(url, database.pool)
  await listener.open()
  const runner = new JobRunner(url)
  const log = {
    info: () => {},
    warn: () => {},
    error: (data: object) => process.stderr.write(`${JSON.stringify(data)}\n`),
  }
  await runner.open({
    database,
    listener,
    log,
    definitions: new Map([[countJob.name, countJob as never]]),
    tenantIds: () => tenantIds({ database }),
    ctxOf: (tenantId) => Promise.resolve({ db: database.tenant(tenantId) } as never),
  })
  await runner.work()
  process.stdout.write('WORKING\n')
}

if (process.argv[2] === 'work') await main(process.argv[3] ?? '')
