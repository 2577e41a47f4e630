import { rmSync } from 'node:fs'
import { DEMO, makeDemo } from './demo.ts'
import { startServer } from './server.ts'

/** The demo made once, unless `npm test` has made it, and one server for most of the journeys; answers how to stop it. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['E2E_URL']) return undefined
  const demo = (process.env['E2E_DEMO'] ??= await makeDemo())
  const server = await startServer(DEMO)
  process.env['E2E_URL'] = server.url
  process.env['E2E_DATA'] = server.dataDir
  return async () => {
    await server.stop()
    rmSync(demo, { recursive: true, force: true })
  }
}
