import { Counter, type Registry } from 'prom-client'

/*
 * What an operator watches, counted where it happens. Names and units as Prometheus has them: a total only grows, seconds and
 * bytes are the units. Figures that are looked up when they are asked for: domains/ops/metrics.ts.
 */

/** Jobs that ended in this process, by how. */
export const endedJobs = new Counter({
  name: 'exam_jobs_ended_total',
  help: 'Jobs that ended, by kind and state (done, failed, cancelled)',
  labelNames: ['job', 'state'],
  registers: [],
})

/** Sessions found in memory, and read from the database. */
export const sessionLookups = new Counter({
  name: 'exam_session_lookups_total',
  help: 'Sessions looked up, by where they were found (memory, database)',
  labelNames: ['from'],
  registers: [],
})

/** Calls that only read, where there is a replica: answered by it, or by the primary and why. */
export const answeredReads = new Counter({
  name: 'exam_replica_reads_total',
  help: 'Reading calls by who answered (replica, primary) and why the primary (older, behind, away, refused, fault, writes)',
  labelNames: ['by', 'why'],
  registers: [],
})

/** Lets a collector read them. */
export function tellProcess(register: Registry): void {
  register.registerMetric(endedJobs)
  register.registerMetric(sessionLookups)
  register.registerMetric(answeredReads)
}
