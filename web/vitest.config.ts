import react from '@vitejs/plugin-react'
import { defineProject } from 'vitest/config'
import { declared } from './declared.ts'

/** From 25 on, Node has a storage of its own, which would stand in the place of the page's. */
const hasStorage = Number(process.versions.node.split('.')[0]) >= 25

/**
 * Whole screens leave much behind that lives for a moment: it is looked through seldom, when most of it is gone, and by one
 * thread, as several would only take turns with the other files.
 */
const COLLECTING = ['--max-semi-space-size=128', '--single-threaded-gc']

/**
 * A part of the browser's tests. With `isShared` its files share a process: what is installed is read once, and test-fresh.ts
 * keeps them apart. Without, each says itself which React it reads, see test-built.ts.
 */
export function webTests(name: string, isShared: boolean, include: string[], exclude: string[] = []) {
  return defineProject({
    plugins: [react(), declared()],
    test: {
      name,
      include,
      exclude,
      environment: 'happy-dom',
      isolate: !isShared,
      execArgv: [...(isShared ? [] : COLLECTING), ...(hasStorage ? ['--no-experimental-webstorage'] : [])],
      setupFiles: [...(isShared ? ['test-fresh.ts', 'test-react.ts'] : []), 'test-timers.ts', 'test-layout.ts'],
      sequence: { setupFiles: 'list' },
      // For a test that hangs; a crowded machine takes its time.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      expect: { poll: { timeout: 30_000 } },
    },
  })
}

export const SCREENS = ['src/screens/**/*.test.{ts,tsx}']

export default webTests('web', true, ['src/**/*.test.{ts,tsx}'], SCREENS)
