import { registry } from '@xueheng/contract'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import { mall } from '@xueheng/contract/domains/mall/index.ts'
import { beforeAll, expect, test } from 'vitest'
import { type Client, useTestApp } from './harness.ts'
import { type Row, RowMaker } from './rows.ts'

const app = useTestApp()
const PREFIX = /^\/api\/(yzl-book-mall-admin|yzl-mall-admin|blade-read-admin)\//
/** Every call of the mall that stands under more than one address. */
const CALLS: AnyCall[] = registry.calls.filter(({ path, aliases }) => PREFIX.test(path) && aliases.length > 0)
const made = new Map<string, Row>()
let admin: Client
let reader: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  reader = await app().user({ role: 'exam', permissions: [] })
  const maker = new RowMaker(admin)
  for (const entity of mall.entities) made.set(entity.name, await maker.create(entity))
})

test('each stands under all three prefixes', () => {
  expect(CALLS.length).toBeGreaterThan(80)
  for (const { path, aliases } of CALLS) {
    const prefixes = [path, ...aliases].flatMap((one) => PREFIX.exec(one)?.[1] ?? [])
    expect(new Set(prefixes).size, path).toBe(3)
  }
})

function idFor({ path }: AnyCall): unknown {
  const owner = mall.entities.find((entity) => entity.paths.some((base: string) => path.startsWith(`${base}/`)))
  return made.get(owner?.name ?? '')?.['id']
}

/** Answers without what is of the moment. */
function plain(answer: { status: number; msg: string; data: unknown }): unknown {
  const { status, msg, data } = answer
  return { status, msg: msg.replace(/（编号[^）]*）/, ''), data }
}

test.each(CALLS.filter(({ method, answer }) => method === 'GET' && answer !== 'file').map((call) => [call.path, call]))(
  'reading %s is answered alike',
  async (_path, call) => {
    const query = { id: idFor(call), parentId: made.get('userparentinfo')?.['id'] }
    const answers = []
    for (const path of [call.path, ...call.aliases]) answers.push(plain(await admin.get(path, query)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
  },
)

test.each(CALLS.filter(({ method, body }) => method === 'POST' && body !== 'upload').map((call) => [call.path, call]))(
  'writing %s without a right, and with nothing to write, is refused alike',
  async (_path, call) => {
    for (const user of [reader, admin]) {
      const answers = []
      for (const path of [call.path, ...call.aliases]) answers.push(plain(await user.post(path, {})))
      for (const answer of answers) expect(answer).toEqual(answers[0])
    }
  },
)
