import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../config.ts'
import { tellSecurity } from '../audit/security-events.ts'
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { tellProcess } from '../watched.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What `/metrics` tells. */
    watched: Registry
  }
  interface FastifyRequest {
    startedAt: number
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
  app.addHook('onRequest', async (request) => {
    request.startedAt = performance.now()
  })
  app.addHook('onResponse', async (request, reply) => {
    const ms = performance.now() - request.startedAt
    const route = request.routeOptions.url ?? 'none'
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
