import fastifyStatic from '@fastify/static'
import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { failure } from './envelope.ts'

/**
 * The built web app: hashed assets for ever, `index.html` never cached, and every address of the app answered with it.
 * Unknown addresses below /api stay 404.
 */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  const hasPages = existsSync(`${folder}/index.html`)
  if (hasPages)
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = /[\\/]assets[\\/]/.test(path)
        reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        reply.setHeader('vary', 'accept-encoding')
      },
    })
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      hasPages && request.method === 'GET' && !/^\/(api|assets|metrics|healthz|readyz)(\/|$|\?)/.test(request.url)
    if (isPage) return reply.type('text/html').sendFile('index.html')
    return reply.code(404).send(failure(404, '没有找到请求的内容'))
  })
}
