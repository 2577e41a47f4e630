import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './compressed.ts'
import { declared } from './declared.ts'

/** The server to work against. */
const api = process.env.API_URL ?? 'http://localhost:8080'

const DECLARATION = /contract[\\/]src[\\/]domains[\\/]([^\\/]+)/

function declaredBy(id: string): string {
  return `declared-${DECLARATION.exec(id)?.[1] ?? ''}`
}

/**
 * Each group is a module with everything it imports that no group above has taken: what a visit fetches is then a
 * handful of files that compress well, and not a hundred small ones. Dynamic imports stay files of their own.
 */
const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 4 },
  { name: 'start', test: /src[\\/](main|app|shell[\\/]login[\\/]LoginPage)\.tsx$/, priority: 3 },
  { name: 'shell', test: /src[\\/]shell[\\/]Shell\.tsx$/, priority: 2 },
  { name: 'list', test: /src[\\/]platform[\\/]crud[\\/]CrudPage\.tsx$/, priority: 1 },
  // What no part above needs of a domain's declarations is one file a domain, fetched with its first page.
  { name: declaredBy, test: DECLARATION, priority: 0 },
]

export default defineConfig({
  plugins: [react(), declared(), compressed()],
  server: { port: 5173, proxy: { '/api': api } },
  preview: { proxy: { '/api': api } },
  build: {
    outDir: 'dist',
    // The oldest that is served; `public/older.js` adds what it lacks of the language.
    target: 'chrome100',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})
