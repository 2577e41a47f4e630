import react from '@vitejs/plugin-react'
import { defineProject } from 'vitest/config'
import { declared } from './declared.ts'

/** From 25 on, Node has a storage of its own, which would stand in the place of the page's. */
const hasStorage = Number(process.versions.node.split('.')[0]) >= 25

export default defineProject({
  plugins: [react(), declared()],
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    execArgv: hasStorage ? ['--no-experimental-webstorage'] : [],
    setupFiles: ['test-timers.ts', 'test-react.ts'],
    // For a test that hangs; a crowded machine takes its time.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
