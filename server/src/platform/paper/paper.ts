import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ChartOption } from './draw-chart.ts'

export type { ChartOption } from './draw-chart.ts'

export const PDF_TYPE = 'application/pdf'

/** A picture of a document: what ECharts is to draw, in points. */
export interface PaperChart {
  option: ChartOption
  width: number
  height: number
}

/** One document. Its data reach the template as values it reads, never as source. */
export interface PaperRequest {
  /** Typst source; it reads `data.json` and `<name of a chart>.svg`, and may import `base.typ`. */
  template: URL
  data: object
  charts: Record<string, PaperChart>
  /** Stored pictures (JPEG or PNG) by the name the template calls them; one that cannot be drawn stays blank. */
  pictures?: Record<string, Uint8Array>
}

/** What the child is sent, and what it answers. */
export interface PressJob {
  id: number
  template: string
  data: string
  charts: PaperRequest['charts']
  pictures: Record<string, Uint8Array>
  faces: string
}
export type PressAnswer = { id: number } & ({ pdf: Uint8Array } | { fault: string })

/** Sets documents one after another. */
export interface Press {
  /** The bytes of the PDF. Throws when the template cannot be set, and the reason of the signal once that is aborted. */
  print(paper: PaperRequest): Promise<Buffer>
}

/**
 * Does `work` with a press, which is a process of its own: requests are answered meanwhile, a cancelled document ends at
 * once, and its memory goes back to the machine. `faces` is the folder of the house's own typefaces; it need not exist.
 */
export async function withPress<T>(faces: string, signal: AbortSignal, work: (press: Press) => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const child = startChild()
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  try {
    let id = 0
    return await work({ print: (paper) => printWith(child, signal, toJob((id += 1), faces, paper)) })
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

function startChild(): ChildProcess {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const file = fileURLToPath(new URL('press-child.ts', import.meta.url))
  const child = fork(file, { execArgv: ['--import', tsx], serialization: 'advanced' })
  // Whoever waits for an answer on a screen goes first.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  return child
}

function toJob(id: number, faces: string, { template, data, charts, pictures = {} }: PaperRequest): PressJob {
  return { id, faces, template: fileURLToPath(template), data: JSON.stringify(data), charts, pictures }
}

async function printWith(child: ChildProcess, signal: AbortSignal, job: PressJob): Promise<Buffer> {
  const over = new AbortController()
  try {
    child.send(job)
    const answer = await Promise.race([answerTo(child, job.id, over.signal), endOf(child, over.signal)])
    if ('fault' in answer) throw new Error(`cannot set ${job.template}: ${answer.fault}`)
    return Buffer.from(answer.pdf)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    over.abort()
  }
}

async function answerTo(child: ChildProcess, id: number, signal: AbortSignal): Promise<PressAnswer> {
  for (;;) {
    const [answer] = (await once(child, 'message', { signal })) as [PressAnswer]
    if (answer.id === id) return answer
  }
}

async function endOf(child: ChildProcess, signal: AbortSignal): Promise<never> {
  const [code, by] = (await once(child, 'exit', { signal })) as [number | null, string | null]
  throw new Error(`the press ended with ${by ?? code}`)
}
