import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Client, type TestApp, startTestApp, waitForJob } from './harness.ts'
import type { Row } from './rows.ts'
import { type WecomStandIn, startWecom } from './stand-ins/wecom.ts'

const BASE = '/api/blade-qyweixin'

/** A server whose corporate messenger stands on this machine, with a new corp for each test. */
export class Messenger {
  app!: TestApp
  platform!: WecomStandIn
  admin!: Client
  /** How many corps there have been. */
  made = 0
  corpId = ''
  corp!: Row

  async keep(path: string, body: object): Promise<Row> {
    const { data, msg } = await this.admin.post(`${BASE}/${path}/submit`, body)
    if (!data?.id) throw new Error(msg)
    return data
  }

  /** The corp of the test, with these keys beside its name. */
  async open(keys: object): Promise<void> {
    this.corp = await this.keep('corp', { corpId: this.corpId, corpName: '校', schoolMode: 1, ...keys })
  }

  /** Reads the directory or brings it there; what the job said. */
  async run(way: 'sync' | 'push'): Promise<string> {
    const { data, msg } = await this.admin.post(`${BASE}/corp/${way}`, { id: this.corp['id'] })
    if (!data?.jobId) throw new Error(msg)
    return String((await waitForJob(this.admin, data.jobId))['text'])
  }
}

/** One for the tests of a file. */
export function useMessenger(secret: string): Messenger {
  const desk = new Messenger()
  beforeAll(async () => {
    desk.platform = await startWecom()
    desk.platform.secrets.add(secret)
    desk.app = await startTestApp({ WECOM_API: desk.platform.base })
    desk.admin = await desk.app.user({ role: 'administrator' })
  })
  beforeEach(() => {
    desk.made += 1
    desk.corpId = `ww${String(desk.made).padStart(16, '0')}`
    const { departments, students, parents, contacts, noParties, noUsers } = desk.platform
    for (const rows of [departments, students, parents, contacts, noParties, noUsers]) rows.clear()
  })
  afterAll(async () => {
    await desk.app.app.close()
    await desk.platform.close()
  })
  return desk
}
