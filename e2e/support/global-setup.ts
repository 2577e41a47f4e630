import { rmSync } from 'node:fs'
import { startServer } from './server.ts'

const SETTINGS = { DEMO: '1', CAPTCHA: 'off' }

/** The demo made once, of which every server of the journeys has a copy, and one server for most of them; answers how to stop it. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['E2E_URL']) return undefined
  const made = await startServer(SETTINGS)
  await made.end()
  process.env['E2E_DEMO'] = made.dataDir
  const server = await startServer(SETTINGS)
  process.env['E2E_URL'] = server.url
  process.env['E2E_DATA'] = server.dataDir
  return async () => {
    await server.stop()
    rmSync(made.dataDir, { recursive: true, force: true })
  }
}
