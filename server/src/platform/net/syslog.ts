import { type Socket, connect, isIP } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectEncrypted } from 'node:tls'
import type { Config } from '../config.ts'
import type { Logger } from '../ctx.ts'
import { type SecurityEvent, hearSecurity } from '../audit/security-events.ts'
import { isPrivate, resolveHost } from './address.ts'

type Target = NonNullable<Config['syslog']>

/** Events kept while the collector does not answer; beyond it the oldest go and are counted. */
const MOST_WAITING = 10_000
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
const CONNECT_MS = 10_000
/** Bytes of a line handed to the connection at once, before it has to drain. */
const MOST_UNSENT = 1_000_000

const FACILITY = 10 // authpriv
const WARNING = 4
const INFO = 6

/**
 * Sends security events to a collector as they happen: RFC 5424 in the frames of RFC 6587, one connection, plain only
 * within the house. Nothing waits for it; what cannot be sent waits for the next connection.
 */
export class SyslogShipper {
  private waiting: string[] = []
  private dropped = 0
  private socket: Socket | undefined
  private retry: NodeJS.Timeout | undefined
  private wait = FIRST_WAIT_MS
  private isClosed = false
  private readonly stop: () => void

  constructor(
    private readonly target: Target,
    private readonly outboundHosts: Config['outboundHosts'],
    private readonly log: Logger,
  ) {
    this.stop = hearSecurity((event) => this.add(event))
    this.open()
  }

  add(event: SecurityEvent): void {
    this.waiting.push(syslogLine(event, new Date()))
    if (this.waiting.length > MOST_WAITING) {
      this.waiting.shift()
      this.dropped += 1
    }
    this.flush()
  }

  /** Sends what can be sent, and hangs up. */
  async close(): Promise<void> {
    this.isClosed = true
    this.stop()
    clearTimeout(this.retry)
    const socket = this.socket
    if (!socket) return
    this.flush()
    await new Promise<void>((done) => {
      socket.once('close', () => done())
      socket.end()
      setTimeout(() => socket.destroy(), FIRST_WAIT_MS).unref()
    })
  }

  private flush(): void {
    const { socket } = this
    if (!socket) return
    if (this.dropped > 0) {
      const text = `${this.dropped} events were lost`
      this.waiting.unshift(syslogLine({ kind: 'operation', isAlarm: true, text }, new Date()))
      this.dropped = 0
    }
    while (this.waiting.length > 0 && socket.writableLength < MOST_UNSENT) {
      const line = this.waiting.shift() ?? ''
      socket.write(`${Buffer.byteLength(line)} ${line}`)
    }
  }

  private open(): void {
    void this.connect().catch((error: unknown) => {
      this.log.warn({ err: error as Error }, 'security events cannot be sent')
      this.again()
    })
  }

  private async connect(): Promise<void> {
    const { host, port, isEncrypted } = this.target
    const number = await resolveHost(host, { isPrivateAllowed: true, outboundHosts: this.outboundHosts })
    if (!isEncrypted && !isPrivate(number)) throw new Error(`${host} lies outside: tls:// is needed`)
    if (this.isClosed) return
    const begun = isEncrypted
      ? connectEncrypted({ host: number, port, servername: isIP(host) ? '' : host })
      : connect(port, number)
    const onFault = new Promise<never>((_ok, fail) => begun.once('error', fail))
    begun.on('error', () => undefined)
    begun.setTimeout(CONNECT_MS, () => begun.destroy(new Error('timeout')))
    await Promise.race([
      onFault,
      new Promise<void>((ok) => begun.once(isEncrypted ? 'secureConnect' : 'connect', () => ok())),
    ])
    onFault.catch(() => undefined)
    if (this.isClosed) return void begun.destroy()
    begun.setTimeout(0)
    begun.setKeepAlive(true, FIRST_WAIT_MS).unref()
    begun.on('drain', () => this.flush())
    begun.once('close', () => this.lost())
    // A collector has nothing to say; reading is how its hanging up is noticed.
    begun.resume()
    this.socket = begun
    this.wait = FIRST_WAIT_MS
    this.flush()
  }

  private lost(): void {
    this.socket = undefined
    this.again()
  }

  private again(): void {
    if (this.isClosed) return
    this.retry = setTimeout(() => this.open(), this.wait).unref()
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS)
  }
}

/** One event as RFC 5424 writes it; the number of the enterprise is that of examples. */
export function syslogLine(event: SecurityEvent, at: Date): string {
  const { kind, isAlarm, text, ...who } = event
  const priority = FACILITY * 8 + (isAlarm ? WARNING : INFO)
  const head = `<${priority}>1 ${at.toISOString()} ${hostname().slice(0, 255) || '-'} xueheng ${process.pid} ${kind}`
  const facts = Object.entries(who).filter(([, value]) => value)
  const data = facts.map(([name, value]) => ` ${name}="${escaped(String(value))}"`).join('')
  return `${head} ${data ? `[event@32473${data}]` : '-'} ${plain(text)}`
}

function escaped(value: string): string {
  return plain(value).replaceAll(/["\\\]]/g, String.raw`\$&`)
}

/** One line, whatever was typed. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 1000)
}
