import { startServer } from './server.ts'

export const DEMO = { DEMO: '1', CAPTCHA: 'off' }

/** Makes the demo of which every server of the journeys has a copy; answers its data folder, which no program uses. */
export async function makeDemo(): Promise<string> {
  const made = await startServer(DEMO)
  await made.end()
  return made.dataDir
}
