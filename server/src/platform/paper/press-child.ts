import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { drawChart } from './draw-chart.ts'
import { findFaces } from './faces.ts'
import type { PressAnswer, PressJob } from './paper.ts'

/** The process behind `withPress`: a document in, its PDF out, until the parent lets go. */

const WORKSPACE = import.meta.dirname
/** What was worked out for the last few documents is kept: the next one of the kind takes most of it. */
const KEPT_DOCUMENTS = 2
/** A PNG of one point that is not seen. */
const BLANK = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

let compiler: NodeCompiler | undefined

function print(job: PressJob): Uint8Array {
  const faces = findFaces(job.faces)
  compiler ??= NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontPaths: faces.folders }] })
  compiler.resetShadow()
  place(compiler, 'data.json', job.data)
  place(compiler, 'faces.json', JSON.stringify({ body: faces.body, head: faces.head }))
  for (const [name, chart] of Object.entries(job.charts)) {
    place(compiler, `${name}.svg`, drawChart(chart.option, chart.width, chart.height, faces.body))
  }
  for (const [name, picture] of Object.entries(job.pictures)) place(compiler, name, picture)
  const template = readFileSync(job.template, 'utf8')
  let compiled = compiler.compile({ mainFileContent: template })
  let fault = compiled.takeError()
  if (fault && blankPictures(compiler, Object.keys(job.pictures))) {
    compiled = compiler.compile({ mainFileContent: template })
    fault = compiled.takeError()
  }
  if (fault || !compiled.result) throw new Error(JSON.stringify(fault?.shortDiagnostics))
  const pdf = compiler.pdf(compiled.result)
  compiler.evictCache(KEPT_DOCUMENTS)
  return pdf
}

function place(into: NodeCompiler, name: string, content: string | Uint8Array): void {
  into.mapShadow(join(WORKSPACE, name), Buffer.from(content))
}

/** Puts an empty picture in the place of each that cannot be drawn; answers whether there was one. */
function blankPictures(of: NodeCompiler, names: readonly string[]): boolean {
  const damaged = names.filter((name) => of.compile({ mainFileContent: `#image("${name}")` }).takeError())
  for (const name of damaged) place(of, name, BLANK)
  return damaged.length > 0
}

function answer(job: PressJob): PressAnswer {
  try {
    return { id: job.id, pdf: print(job) }
  } catch (error) {
    return { id: job.id, fault: error instanceof Error ? error.message : String(error) }
  }
}

process.on('message', (job: PressJob) => process.send?.(answer(job)))
process.on('disconnect', () => process.exit())
