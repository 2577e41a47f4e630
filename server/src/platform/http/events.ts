import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Ctx } from '../ctx.ts'
import type { Listener } from '../db/listen.ts'
import type { RequestInfo } from '../module.ts'
import type { Reads } from './reads.ts'
import type { Sessions } from './session.ts'

/** What a message between processes means to one signed-in user: the event's data, or nothing. */
export type EventSource = (ctx: Ctx, text: string) => Promise<object | undefined>

const BEAT_MS = 20_000

/**
 * One stream of server-sent events per browser, with several kinds of events. A kind is a topic of the listener; its
 * source tells who hears of a message and what. Messages begin with `<tenant>:` and reach nobody else's streams, or
 * with `*:` for all.
 * A stream lives no longer than the session it was opened with.
 */
export class EventHub {
  private readonly sources = new Map<string, EventSource>()
  /** Open streams and their sessions. */
  private readonly streams = new Map<ServerResponse, string>()
  private look: Promise<void> | undefined
  private isOutdated = false

  constructor(
    private readonly listener: Listener,
    private readonly sessions: Pick<Sessions, 'living'>,
    private readonly reads?: Pick<Reads, 'mark'>,
  ) {
    listener.on('session', () => this.endOrphans())
    setInterval(() => this.beat(), BEAT_MS).unref()
  }

  /** Streams that are open. */
  get openStreams(): number {
    return this.streams.size
  }

  source(kind: string, source: EventSource): void {
    this.sources.set(kind, source)
  }

  /** Answers a request with events until the browser goes away or its session ends. */
  stream(ctx: Ctx, { reply }: RequestInfo): void {
    reply.hijack()
    const out = reply.raw
    out.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    })
    out.write('retry: 3000\n\n')
    // One after the other: a browser hears what happened in the order in which it did.
    let told = Promise.resolve()
    const stops = [...this.sources].map(([kind, source]) => this.listener.on(kind, (text) => hear(kind, source, text)))
    function hear(kind: string, source: EventSource, text: string): void {
      const at = text.indexOf(':')
      if (![ctx.user.tenantId, '*'].includes(text.slice(0, at))) return
      told = told.then(() => tell(kind, source, text.slice(at + 1))).catch(() => undefined)
    }
    const tell = async (kind: string, source: EventSource, text: string): Promise<void> => {
      const data = out.writableEnded ? undefined : await source(ctx, text)
      // Whoever is told reads anew: what it is about is to be there.
      if (data) await this.reads?.mark(ctx.user)
      if (data && !out.writableEnded) out.write(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`)
    }
    this.streams.set(out, ctx.user.sessionId)
    out.on('close', () => {
      this.streams.delete(out)
      for (const stop of stops) stop()
    })
    // The session may have ended between its check and here.
    this.endOrphans()
  }

  /** Keeps lines open; sessions whose time is over are announced by nobody. */
  private beat(): void {
    for (const out of this.streams.keys()) out.write(': keep-alive\n\n')
    this.endOrphans()
  }

  /** One question for all streams, however many sessions change at once. */
  private endOrphans(): void {
    this.isOutdated = this.streams.size > 0
    this.look ??= this.lookAgain()
      .catch(() => undefined)
      .finally(() => (this.look = undefined))
  }

  private async lookAgain(): Promise<void> {
    while (this.isOutdated) {
      this.isOutdated = false
      const asked = [...this.streams]
      const living = await this.sessions.living([...new Set(asked.map(([, id]) => id))])
      for (const [out, id] of asked) if (!living.has(id)) out.end()
    }
  }
}
