import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const OUT = fileURLToPath(new URL('../../data/bench.json', import.meta.url))

/** A figure and the bound it is held to; `bound` is the highest ratio allowed, `floor` the lowest. */
interface Result {
  name: string
  figures: unknown
}

const parts: Record<string, () => Promise<unknown>> = {
  list: async () => (await import('./list.ts')).benchList(),
  million: async () => (await import('./million.ts')).benchMillion(),
  scope: async () => (await import('./scope.ts')).benchScope(),
  machines: async () => (await import('./machines.ts')).benchMachines(),
  replica: async () => (await import('./replica.ts')).benchReplica(),
  streams: async () => (await import('./streams.ts')).benchStreams(),
  signin: async () => (await import('./signin.ts')).benchSignIn(),
  import: async () => (await import('./import.ts')).benchImport(),
  books: async () => (await import('./books.ts')).benchBooks(),
  path: async () => (await import('./path.ts')).benchPath(),
  compute: async () => (await import('./compute.ts')).benchCompute(),
  reports: async () => (await import('./report-package.ts')).benchReportsOnMillion(),
  tasks: async () => (await import('./tasks.ts')).benchTasks(),
  gather: async () => (await import('./gather.ts')).benchGather(),
  questions: async () => (await import('./questions.ts')).benchQuestions(),
  corrections: async () => (await import('./corrections.ts')).benchCorrections(),
  arrange: async () => (await import('./arrange.ts')).benchArrange(),
  paper: async () => (await import('./paper.ts')).benchPaper(),
  mall: async () => (await import('./mall.ts')).benchMall(),
  seal: async () => (await import('./seal.ts')).benchSeal(),
  web: async () => (await import('./web.ts')).benchWeb(),
  grid: async () => (await import('./grid.ts')).benchGrid(),
  paint: async () => (await import('./paint.ts')).benchPaint(),
}

// `npm run bench` measures everything, `npm run bench list web` only what is named.
const asked = process.argv.slice(2)
const results: Result[] = []
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  process.stdout.write(`\n== ${name}\n`)
  const figures = await measure()
  results.push({ name, figures })
  if (Array.isArray(figures)) console.table(figures)
  else console.dir(figures, { depth: 4 })
}
await mkdir(fileURLToPath(new URL('../../data', import.meta.url)), { recursive: true })
await writeFile(OUT, JSON.stringify({ time: new Date().toISOString(), node: process.version, results }, null, 2))
process.stdout.write(`\n${OUT}\n`)
