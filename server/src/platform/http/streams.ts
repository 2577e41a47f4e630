import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../error.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers that stay open, each with its user. */
    streams: Map<ServerResponse, string>
  }
}

/** A browser holds one per window, and whole offices share an account; more is somebody holding connections. */
export const MOST_STREAMS = 50

/** Event streams never end by themselves; a server that stops ends them, or it would wait for ever. */
export function endStreams(app: FastifyInstance): void {
  app.decorate('streams', new Map<ServerResponse, string>())
  app.addHook('preClose', async () => {
    for (const stream of app.streams.keys()) stream.end()
  })
}

/** Throws `rate.limited` when the user holds as many streams as one may. */
export function assertStream({ server, callerId }: FastifyRequest): void {
  const own = [...server.streams.values()].filter((userId) => userId === callerId)
  if (own.length >= MOST_STREAMS) throw new AppError('rate.limited', { seconds: 60 })
}

export function holdStream(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { streams } = request.server
  streams.set(reply.raw, request.callerId)
  reply.raw.on('close', () => streams.delete(reply.raw))
  return reply
}
