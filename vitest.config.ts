import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'server',
          include: [
            'contract/**/*.test.ts',
            'server/src/**/*.test.ts',
            'server/test/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          environment: 'node',
          globalSetup: ['server/test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          pool: 'forks',
          // Nothing of the server is kept in its process, so files of tests share one, and it is read once.
          isolate: false,
        },
      },
      'web/vitest.config.ts',
    ],
  },
})
