import { type Server, type Socket, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tellSecurity } from '../src/platform/audit/security-events.ts'
import { SyslogShipper, syslogLine } from '../src/platform/net/syslog.ts'
import { type Client, TENANT, basic, useTestApp } from './harness.ts'

/** The test file every scanner knows, put together here so that none finds it in this one. */
const EICAR = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE', '!$H+H*'].join(''))

/** What clamd says after INSTREAM, and the bytes it was sent. */
class Clamd {
  readonly seen: Buffer[] = []
  isSilent = false
  most = Infinity
  readonly server = createServer((socket) => this.serve(socket))

  private serve(socket: Socket): void {
    let bytes = Buffer.alloc(0)
    socket.on('error', () => undefined)
    if (this.isSilent) return void socket.destroy()
    socket.on('data', (chunk: Buffer) => {
      if (socket.writableEnded) return
      bytes = Buffer.concat([bytes, chunk])
      const file = contents(bytes)
      if (bytes.length > this.most) return void socket.end('INSTREAM size limit exceeded. ERROR\0')
      if (!file) return
      this.seen.push(file)
      socket.end(file.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
    })
  }
}

/** The pieces behind the command, once the last of no length has come. */
function contents(bytes: Buffer): Buffer | undefined {
  const command = Buffer.from('zINSTREAM\0')
  if (!bytes.subarray(0, command.length).equals(command)) return undefined
  const pieces: Buffer[] = []
  for (let at = command.length; at + 4 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

function listen(server: Server): Promise<number> {
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port)))
}

/** A collector that takes the frames apart. */
class Collector {
  lines: string[] = []
  private sockets: Socket[] = []
  readonly server = createServer((socket) => {
    this.sockets.push(socket)
    let rest = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const found = /^(\d+) /.exec(rest.toString('latin1'))
        const from = found?.[0].length ?? 0
        const length = Number(found?.[1])
        if (!found || rest.length < from + length) return
        this.lines.push(rest.subarray(from, from + length).toString('utf8'))
        rest = rest.subarray(from + length)
      }
    })
  })

  hangUp(): void {
    for (const socket of this.sockets) socket.destroy()
    this.sockets = []
  }
}

const clamd = new Clamd()
const collector = new Collector()
const [clamdPort, syslogPort] = await Promise.all([listen(clamd.server), listen(collector.server)])
const app = useTestApp({ CLAMD: `127.0.0.1:${clamdPort}`, LOG_SYSLOG: `tcp://127.0.0.1:${syslogPort}` })
let admin: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})
afterAll(() => {
  collector.hangUp()
  clamd.server.close()
  collector.server.close()
})

const ATTACH = '/api/blade-resource/oss/endpoint/put-file-attach'

async function kept(): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from file_object`.execute(
    app().app.database.tenant(TENANT),
  )
  return found.rows[0]?.n ?? 0
}

describe('an upload', () => {
  const put = (name: string, body: Buffer) => admin.upload(ATTACH, {}, [{ name, body }])

  test('is looked through whole before it is kept', async () => {
    const body = Buffer.alloc(300_000, '成绩')
    const before = await kept()
    expect((await put('成绩.txt', body)).status).toBe(200)
    expect(clamd.seen.at(-1)?.equals(body)).toBe(true)
    expect(await kept()).toBe(before + 1)
  })

  test('that is malicious is not kept, and its finding is told', async () => {
    const before = await kept()
    const refused = await put('账单.txt', EICAR)
    expect([refused.status, refused.msg]).toEqual([400, '文件含有恶意内容，未保存'])
    expect(await kept()).toBe(before)
    await expect.poll(() => collector.lines.join('\n')).toContain('malware - upload refused: Eicar-Test-Signature')
  })

  test('waits when nobody can look through it, and is told when it is too large to be', async () => {
    clamd.isSilent = true
    const before = await kept()
    const refused = await put('成绩.txt', Buffer.from('a'))
    expect([refused.status, refused.msg]).toEqual([503, '文件安全检查没有应答，请稍后再试'])
    clamd.isSilent = false
    clamd.most = 100_000
    const large = await put('大.txt', Buffer.alloc(1_000_000))
    expect([large.status, large.msg]).toEqual([400, '文件超过安全检查的大小上限，未保存'])
    clamd.most = Infinity
    expect(await kept()).toBe(before)
  })
})

describe('the collector hears', () => {
  const heard = (text: RegExp) => expect.poll(() => collector.lines.find((line) => text.test(line))).toBeTruthy()

  test('of sign-ins, right and wrong', async () => {
    const token = (username: string) =>
      app().app.http.inject({
        method: 'POST',
        url: '/api/blade-auth/oauth/token',
        query: { tenantId: TENANT, username, password: 'wrong', grant_type: 'password' },
        headers: { authorization: basic(app().config), 'tenant-id': TENANT },
      })
    await token('stranger"]\n<34>1 forged')
    await heard(
      /^<84>1 .* xueheng \d+ sign-in \[event@32473 tenantId="097108" account="stranger\\"\\\] <34>1 forged" ip="127\.0\.0\.1"\] password failure$/,
    )
    await heard(new RegExp(`^<86>1 .* sign-in .*account="u${admin.userId}".*password success$`))
  })

  test('of refusals', async () => {
    const teacher = await app().user({ role: 'teacher' })
    await teacher.get('/api/blade-system/param/list')
    await heard(
      new RegExp(
        `^<84>1 .* refused \\[event@32473 .*userId="${teacher.userId}".*\\] 403 GET /api/blade-system/param/list$`,
      ),
    )
  })

  test('of exports and grants once they hold, without what was in them', async () => {
    await admin.post('/api/blade-system/param/submit', {
      paramName: '秘',
      paramKey: 'syslog.probe',
      paramValue: 'hush-hush',
    })
    await heard(/ operation \[.*\] param\.add \d+$/)
    const role = { userIds: admin.userId, roleIds: '' }
    const before = collector.lines.length
    expect((await admin.post('/api/blade-user/grant', undefined, { ...role, userIds: 'x' })).status).not.toBe(200)
    await admin.get('/api/blade-user/export-user', { reason: '核对账号' })
    await heard(/ operation \[.*\] user\.export/)
    expect(collector.lines.slice(before).join('\n')).not.toContain('user.grant')
    expect(collector.lines.join('\n')).not.toContain('hush-hush')
  })
})

describe('the line', () => {
  const at = new Date('2026-09-01T00:00:00Z')
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

  test('is one, as RFC 5424 has it', () => {
    const event = { kind: 'operation', isAlarm: false, text: 'a\r\nb', account: 'x"\\]' } as const
    expect(syslogLine(event, at)).toMatch(
      /^<86>1 2026-09-01T00:00:00\.000Z \S+ xueheng \d+ operation \[event@32473 account="x\\"\\\\\\\]"\] a b$/,
    )
    expect(syslogLine({ kind: 'refused', isAlarm: true, text: 'x' }, at)).toMatch(
      /^<84>1 \S+ \S+ xueheng \d+ refused - x$/,
    )
  })

  test('waits while nobody listens; of too many the oldest are counted', async () => {
    const late = new Collector()
    const port = await listen(late.server)
    await new Promise((done) => late.server.close(done))
    const shipper = new SyslogShipper({ host: '127.0.0.1', port, isEncrypted: false }, undefined, silent)
    for (let i = 0; i < 10_005; i += 1) tellSecurity({ kind: 'operation', isAlarm: false, text: `number ${i}` })
    const again = new Collector()
    await new Promise<void>((ready) => again.server.listen(port, '127.0.0.1', ready))
    await expect.poll(() => again.lines.length).toBe(10_001)
    expect(again.lines[0]).toMatch(/5 events were lost$/)
    expect(again.lines[1]).toMatch(/number 5$/)
    expect(again.lines.at(-1)).toMatch(/number 10004$/)
    await shipper.close()
    again.hangUp()
    again.server.close()
  })

  test('goes on after the collector hung up', async () => {
    const before = collector.lines.length
    collector.hangUp()
    await new Promise((wait) => setTimeout(wait, 100))
    tellSecurity({ kind: 'operation', isAlarm: false, text: 'after the break' })
    await expect.poll(() => collector.lines.slice(before).join()).toContain('after the break')
  })

  test('does not leave the house in plain', async () => {
    const said: string[] = []
    const log = { ...silent, warn: (data: object) => void said.push(String((data as { err?: Error }).err?.message)) }
    const shipper = new SyslogShipper({ host: '8.8.8.8', port: 514, isEncrypted: false }, undefined, log)
    await expect.poll(() => said).toEqual(['8.8.8.8 lies outside: tls:// is needed'])
    await shipper.close()
  })
})
