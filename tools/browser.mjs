import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runStage, tool } from './stage.mjs'

/** The shell without a window draws the same pages in less time. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser for the journeys: CHROMIUM, else one of the system. Nothing when there is none. */
function systemBrowser() {
  const given = process.env['CHROMIUM']
  if (given) return given
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun)
}

function canRun(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Finds a browser or gets one: the distribution's package as root, Playwright's own elsewhere.
 * Answers the variables the journeys need to find it.
 */
export async function getBrowser() {
  const found = systemBrowser()
  if (found) return { CHROMIUM: found }
  const isRoot = process.getuid?.() === 0
  const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
  if (isRoot && hasApt) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await runStage('package lists', 'apt-get', ['update', '-qq'], env)
    for (const browser of [SHELL, 'chromium']) {
      await runStage('browser', 'apt-get', ['install', '-y', '-qq', browser, 'fonts-noto-cjk'], env)
      const installed = systemBrowser()
      if (installed) return { CHROMIUM: installed }
    }
  }
  await runStage('browser', tool('playwright'), ['install', 'chromium'])
  return {}
}
