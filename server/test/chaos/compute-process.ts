import { openAnalytics } from '../../src/platform/analytics/duckdb.ts'
import { computeFixture } from './compute-fixture.ts'

/** Computes and packs the fixture in the folder given, when it is told to; `die-at.ts` ends it on the way. */
const folder = process.argv[2] ?? ''
void openAnalytics({ memoryLimit: '512MB', threads: 2, tempFolder: `${folder}-tmp`, connections: 1 }).then(
  (analytics) => {
    process.on('message', (order: object) => {
      if (!('start' in order)) return
      void computeFixture(analytics, folder).then(() => process.send?.({ done: true }))
    })
    // Nothing else keeps it waiting for its order.
    process.channel?.ref()
    process.stdout.write('READY\n')
  },
)
