import { rmSync } from 'node:fs'
import { registry } from '@xueheng/contract'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asksForRecords } from '../src/platform/http/reads.ts'
import { answeredReads } from '../src/platform/watched.ts'
import { CallAsker } from './call-asker.ts'
import { EXAM, addPrintedExam } from './fixtures/printed-exam.ts'
import { ReplicatedDatabase } from './fixtures/replicated-database.ts'
import { type TestApp, startTestApp } from './harness.ts'
import type { Row } from './rows.ts'
import { type MpDesk, openDesk } from './stand-ins/mp-desk.ts'
import { type FakeWechat, startWechat } from './stand-ins/wechat.ts'

/** A replica refuses every write: a call that writes in passing shows here, unless it says so (`notes`). */
let database: ReplicatedDatabase
let program: TestApp
let asker: CallAsker
let wechat: FakeWechat
let desk: MpDesk
let given: Row

beforeAll(async () => {
  database = await ReplicatedDatabase.start()
  wechat = await startWechat()
  program = await startTestApp({ ...database.env, WECHAT_API: wechat.base, WECHAT_MP: wechat.base })
  asker = await CallAsker.open(program)
  desk = await openDesk(program, wechat)
  await addPrintedExam(program)
  const { rows } = await database.primary.query<Row>(`select id as "processDefinitionId" from wf_definition limit 1`)
  given = { ...rows[0], appid: desk.appid, examId: EXAM }
  await database.use(program.app)
}, 240_000)
afterAll(async () => {
  await program.app.close()
  await wechat.close()
  await database.stop()
  rmSync(program.dataDir, { recursive: true, force: true })
})

/** How many reads were answered so, in this process. */
async function countOf(by: string, why = ''): Promise<number> {
  const { values } = await answeredReads.get()
  return values.find(({ labels }) => labels.by === by && labels.why === why)?.value ?? 0
}

const reading = registry.calls.filter((call) => asksForRecords(call, {}))
const noting = registry.calls.filter((call) => call.notes)
let answered = 0

/** Asked about rows of every entity, then about a published exam, a public account and a process that waits. */
async function ask(call: AnyCall): Promise<void> {
  const tries = [asker.admin, ...asker.others].map((client) => [client, {}] as const)
  for (const [client, more] of [...tries, [desk.admin, given] as const]) {
    await database.follow()
    const before = await countOf('replica')
    const { status } = await asker.ask(client, call, more)
    if (status === 200 && (await countOf('replica')) > before) answered += 1
    if (status === 200) return
  }
}

describe('a call that asks for records alone', () => {
  test.each(reading.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s writes nothing',
    async (_name, call) => {
      const before = await countOf('primary', 'writes')
      await ask(call)
      expect(await countOf('primary', 'writes')).toBe(before)
    },
  )

  test('is answered by the replica most of the time', () => {
    expect(answered).toBeGreaterThan(400)
  })
})

test('no call says for nothing that it writes in passing', () => {
  const isPlain = (call: AnyCall) => asksForRecords({ ...call, notes: false }, {})
  expect(noting.filter((call) => !isPlain(call)).map((call) => call.name)).toEqual([])
})
