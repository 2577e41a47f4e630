import type { FastifyReply } from 'fastify'
import type { FileAnswer } from '../files/files.ts'

/** Sends bytes as a download under their (Chinese) name. */
export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  const name = encodeURIComponent(file.name)
  return reply
    .header('content-disposition', `attachment; filename="${name}"; filename*=UTF-8''${name}`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .type(file.contentType)
    .send(file.body)
}
