import type { Registry } from '@xueheng/contract/derive/registry.ts'
import type { FastifyInstance } from 'fastify'
import { failure } from './envelope.ts'

/** Others are refused before any route is looked for. */
const METHODS = ['GET', 'HEAD', 'POST'] as const

/** A path that exists under another method is told so (405), not denied (404). */
export function refuseOtherMethods(app: FastifyInstance, registry: Registry): void {
  const served = new Map<string, Set<string>>()
  for (const call of registry.calls) {
    for (const url of [call.path, ...call.aliases]) {
      served.set(url, (served.get(url) ?? new Set()).add(call.method))
    }
  }
  for (const [url, methods] of served) {
    const method = METHODS.filter((one) => !methods.has(one === 'HEAD' ? 'GET' : one))
    if (method.length === 0) continue
    app.route({
      method,
      url,
      exposeHeadRoute: false,
      handler: async (_request, reply) =>
        reply
          .code(405)
          .header('allow', [...methods].join(', '))
          .send(failure(405, '不支持的请求方法')),
    })
  }
}
