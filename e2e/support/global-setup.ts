import { startServer } from './server.ts'

/** One server with demo data for all journeys; answers how to stop it. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['E2E_URL']) return undefined
  const server = await startServer({ DEMO: '1', CAPTCHA: 'off' })
  process.env['E2E_URL'] = server.url
  process.env['E2E_DATA'] = server.dataDir
  return server.stop
}
