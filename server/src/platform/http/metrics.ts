import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../config.ts'
import { tellSecurity } from '../audit/security-events.ts'
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { closeRequest, openRequest, traceIdOf } from '../trace.ts'
import { tellProcess } from '../watched.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What `/metrics` tells. */
    watched: Registry
  }
  interface FastifyRequest {
    startedAt: number
    /** Of the request, once a hook has seen it. */
    span: Span | undefined
    /** Who asks, once it is known. */
    callerId: string
  }
}

/** Who was not let in, not let do something or sent away; wrong input is nobody's business. */
const REFUSALS = new Set([401, 403, 429])

function tellRefusal(request: FastifyRequest, route: string, status: number): void {
  if (!REFUSALS.has(status)) return
  const { ip, callerId: userId, id: requestId } = request
  tellSecurity({ kind: 'refused', isAlarm: true, text: `${status} ${request.method} ${route}`, ip, userId, requestId })
}

/** `/metrics` in Prometheus' format, and one log line per request that was refused, slow or failed. Others add theirs to what it answers. */
export function instrument(app: FastifyInstance): void {
  const register = new Registry()
  app.decorate('watched', register)
  collectDefaultMetrics({ register })
  tellProcess(register)
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 60],
    registers: [register],
  })
  app.decorateRequest('startedAt', 0)
  app.decorateRequest('callerId', '')
  app.decorateRequest('span')
  app.addHook('onRequest', (request, _reply, done) => {
    request.startedAt = performance.now()
    request.span = openRequest(request.method, request.headers, done)
    const traceId = traceIdOf(request.span)
    if (traceId) request.log = request.log.child({ traceId })
  })
  app.addHook('onResponse', async (request, reply) => {
    const ms = performance.now() - request.startedAt
    const route = request.callUrl ?? request.routeOptions.url ?? 'none'
    if (request.span) closeRequest(request.span, request.method, route, reply.statusCode)
    seconds.observe({ method: request.method, route, status: String(reply.statusCode) }, ms / 1000)
    const line = { method: request.method, route, status: reply.statusCode, ms: Math.round(ms) }
    if (ms > 1000 || reply.statusCode >= 500) request.log.warn(line, 'slow or failed request')
    else if (reply.statusCode >= 400)
      request.log.info({ ...line, ip: request.ip, user: request.callerId }, 'refused request')
    else request.log.debug(line, 'request')
    tellRefusal(request, route, reply.statusCode)
  })
  // Figures of the process are for the machine's own collector, not for the network.
  app.get('/metrics', async (request, reply) => {
    if (!isLoopback(request.ip)) return reply.code(404).send()
    return reply.type(register.contentType).send(await register.metrics())
  })
}
