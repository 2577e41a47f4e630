import { defineConfig } from 'vitest/config'

/** A part of the server's tests. Their files share a process, which is read once and grows with each: none takes all of them. */
function serverTests(name: string, include: string[], exclude: string[] = []) {
  return {
    test: {
      name,
      include,
      exclude,
      environment: 'node' as const,
      globalSetup: ['server/test/global-setup.ts'],
      // For a test that hangs; a crowded machine takes its time.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      expect: { poll: { timeout: 30_000 } },
      pool: 'forks' as const,
      // Nothing of the server is kept in its process, so files of tests share one.
      isolate: false,
      // What one part has turned into JavaScript is not turned again for the next.
      experimental: { fsModuleCache: true },
      // Files of tests take all cores: threads that look through what is left behind would only take turns with them.
      execArgv: ['--max-old-space-size=6144', '--single-threaded-gc'],
    },
  }
}

const EXAM = ['server/src/domains/exam/**/*.test.ts', 'server/src/domains/report/**/*.test.ts']

export default defineConfig({
  test: {
    // Tests that kill processes and wait for others leave a core idle.
    maxWorkers: 3,
    projects: [
      serverTests('system', ['server/test/**/*.test.ts']),
      serverTests('exam', EXAM),
      serverTests('domains', ['server/src/**/*.test.ts', 'contract/**/*.test.ts', 'tools/**/*.test.ts'], EXAM),
      'web/vitest.config.ts',
      'web/vitest.screens.config.ts',
    ],
  },
})
