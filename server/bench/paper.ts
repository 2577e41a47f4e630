import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { briefPaper, schoolPaper, studentPaper } from '@xueheng/contract/domains/report/paper.ts'
import { packagePath } from '../src/domains/exam/package/build-package.ts'
import { openLibrary } from '../src/domains/report/library.ts'
import { toRequest } from '../src/domains/report/paper/paper-doc.ts'
import { type PaperDesk, openPaperDesk } from '../src/domains/report/paper/paper-desk.ts'
import { planPapers } from '../src/domains/report/paper/plan-papers.ts'
import { openAnalytics } from '../src/platform/analytics/duckdb.ts'
import { withPress } from '../src/platform/paper/paper.ts'
import { contextOf, EVERYTHING } from '../test/fixtures/report-fixture.ts'
import { makePackage } from './report-package.ts'
import { describePackage } from './reports.ts'

interface PaperFigure {
  paper: string
  documents: number
  students: number
  pages: number
  seconds: number
  pagesPerSecond: number
  /** Highest resident memory of the process that sets the documents, in MB; 0 where the system does not tell. */
  peak: number
}

const STUDENTS = Number(process.env['BENCH_STUDENTS'] ?? 12_000)
const SHEETS = 1000

/** 1,000 sheets of students with a chart each, class by class; a brief and five books of schools beside them. */
export async function benchPaper(): Promise<PaperFigure[]> {
  const root = await mkdtemp(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'bench-paper-'))
  const analytics = await openAnalytics({ memoryLimit: '2GB', threads: 2, tempFolder: join(root, 'tmp') })
  try {
    await makePackage(root, STUDENTS)
    const source = await describePackage(packagePath(root, 1))
    const library = openLibrary({
      earlier: async () => undefined,
      latest: async () => source,
      listed: async () => [source],
      all: async () => [source],
      targets: async () => [],
      bases: async () => [],
      areasOfType: async () => [],
    })
    const desk = await openPaperDesk(contextOf(analytics, root, EVERYTHING), library, { examId: source.examId })
    return [
      await measure(desk, briefPaper.name, (documents) => documents >= 1),
      await measure(desk, schoolPaper.name, (documents) => documents >= 5),
      await measure(desk, studentPaper.name, (_documents, students) => students >= SHEETS),
    ]
  } finally {
    analytics.close()
    await rm(root, { recursive: true, force: true })
  }
}

async function measure(
  desk: PaperDesk,
  paper: string,
  isEnough: (documents: number, students: number) => boolean,
): Promise<PaperFigure> {
  const start = performance.now()
  const figure = { paper, documents: 0, students: 0, pages: 0, peak: 0 }
  await withPress('', new AbortController().signal, async (press) => {
    for (const { write } of await planPapers(desk, paper)) {
      const doc = await write()
      const pdf = await press.print(toRequest(desk, doc))
      figure.documents += 1
      figure.students += doc.students
      figure.pages += pagesOf(pdf)
      if (isEnough(figure.documents, figure.students)) break
    }
    figure.peak = await peakOfChild()
  })
  const seconds = (performance.now() - start) / 1000
  return {
    ...figure,
    seconds: Math.round(seconds * 10) / 10,
    pagesPerSecond: Math.round((figure.pages / seconds) * 10) / 10,
  }
}

/** The root of a document's pages counts them all. */
function pagesOf(pdf: Buffer): number {
  const counts = [...pdf.toString('latin1').matchAll(/\/Type \/Pages[^>]*?\/Count (\d+)/g)]
  return Math.max(0, ...counts.map(([, count]) => Number(count)))
}

async function peakOfChild(): Promise<number> {
  try {
    const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')
    const peaks = await Promise.all(children.trim().split(' ').map(peakOf))
    return Math.max(...peaks)
  } catch {
    return 0
  }
}

async function peakOf(pid: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
