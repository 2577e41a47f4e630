import react from '@vitejs/plugin-react'
import { defineProject } from 'vitest/config'
import { declared } from './declared.ts'

export default defineProject({
  plugins: [react(), declared()],
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    setupFiles: ['test-timers.ts', 'test-react.ts'],
    // A screen waits up to ten seconds for what it asks; a crowded machine takes its time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
