import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/pool.ts'

/** How long requests and steps of jobs that run may still take before their statements are cancelled. */
const DRAIN_MS = 5000
const LOOK_MS = 250

/**
 * For the time a program stops: after the drain whatever still waits for the database is cancelled, again and again; as
 * long later connections go whose client takes no answer. The timer is the caller's to clear.
 */
export function hurryAfterDrain(http: FastifyInstance, database: Database): NodeJS.Timeout {
  const end = Date.now() + DRAIN_MS
  const tick = async (): Promise<void> => {
    if (Date.now() > end) await database.cancel()
    if (Date.now() > end + DRAIN_MS) http.server.closeAllConnections()
  }
  return setInterval(() => void tick().catch(() => undefined), LOOK_MS).unref()
}
