import react from '@vitejs/plugin-react'
import { defineProject } from 'vitest/config'

export default defineProject({
  plugins: [react()],
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    setupFiles: ['test-timers.ts'],
    // A screen waits up to ten seconds for what it asks; a crowded machine takes its time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
