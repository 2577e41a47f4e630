import type { OutgoingHttpHeaders } from 'node:http'
import type { Ctx } from '../ctx.ts'
import type { Listener } from '../db/listen.ts'
import type { RequestInfo } from '../module.ts'

/** What a message between processes means to one signed-in user: the event's data, or nothing. */
export type EventSource = (ctx: Ctx, text: string) => Promise<object | undefined>

const KEEP_ALIVE_MS = 20_000

/**
 * One stream of server-sent events per browser, with several kinds of events. A kind is a topic of the listener; its
 * source tells who hears of a message and what. Messages begin with `<tenant>:` and reach nobody else's streams.
 */
export class EventHub {
  private readonly sources = new Map<string, EventSource>()

  constructor(private readonly listener: Listener) {}

  source(kind: string, source: EventSource): void {
    this.sources.set(kind, source)
  }

  /** Answers a request with events until the browser goes away. */
  stream(ctx: Ctx, { request, reply }: RequestInfo): void {
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
    const stops = [...this.sources].map(([kind, source]) =>
      this.listener.on(kind, (text) => {
        if (!text.startsWith(`${ctx.user.tenantId}:`)) return
        void source(ctx, text.slice(ctx.user.tenantId.length + 1)).then(
          (data) => data && out.write(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`),
          () => undefined,
        )
      }),
    )
    const beat = setInterval(() => out.write(': keep-alive\n\n'), KEEP_ALIVE_MS)
    request.raw.on('close', () => {
      for (const stop of stops) stop()
      clearInterval(beat)
    })
  }
}
