import { createRequire } from 'node:module'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineProject } from 'vitest/config'
import { declared } from './declared.ts'

/** From 25 on, Node has a storage of its own, which would stand in the place of the page's. */
const hasStorage = Number(process.versions.node.split('.')[0]) >= 25

/** Threads that look through what is left behind would only take turns with the other files. */
const ONE_THREAD = '--single-threaded-gc'

/** Whole screens leave much behind that lives for a moment: it is looked through seldom, when most of it is gone. */
const SELDOM = '--max-semi-space-size=128'

const ICONS = /(import|export) \{([^}]+)\} from '@ant-design\/icons'/g
const { resolve: find } = createRequire(import.meta.url)

/** Each icon is read from its own file: all of them are 800, which take longer to read than React and the controls. */
function iconByIcon(): Plugin {
  const read = (verb: string, name: string) => {
    const from = `from '${find(`@ant-design/icons/${name}`)}'`
    return verb === 'import' ? `import ${name} ${from}` : `export { default as ${name} } ${from}`
  }
  return {
    name: 'icon-by-icon',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: ICONS },
      handler: (code) =>
        code.replaceAll(ICONS, (_all, verb: string, names: string) =>
          (names.match(/\w+/g) ?? []).map((name) => read(verb, name)).join(';'),
        ),
    },
  }
}

/**
 * A part of the browser's tests. With `isShared` its files share a process: what is installed is read once, and test-fresh.ts
 * keeps them apart. Without, each says itself which React it reads, see test-built.ts.
 */
export function webTests(name: string, isShared: boolean, include: string[], exclude: string[] = []) {
  return defineProject({
    plugins: [iconByIcon(), react(), declared()],
    test: {
      name,
      include,
      exclude,
      environment: 'happy-dom',
      isolate: !isShared,
      execArgv: [ONE_THREAD, ...(isShared ? [] : [SELDOM]), ...(hasStorage ? ['--no-experimental-webstorage'] : [])],
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
