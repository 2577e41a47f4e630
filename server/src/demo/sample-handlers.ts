import { sampleFile, sampleList } from '@xueheng/contract/domains/exam/sample.ts'
import { AppError } from '../platform/error.ts'
import type { FileAnswer } from '../platform/files/files.ts'
import { type Implementation, implement } from '../platform/module.ts'
import { XLSX_TYPE } from '../platform/sheet/write.ts'
import { ROSTER_FILE } from './sample-layout.ts'
import { type SampleWorkbook, sampleWorkbooks, zipOf } from './workbooks.ts'

interface Sample {
  kind: 'student' | 'score'
  isDirty: boolean
}

/** The roster is one workbook, the scores are one of each area. */
const SAMPLES: Record<string, Sample> = {
  '示例-考生名单-无错误.xlsx': { kind: 'student', isDirty: false },
  '示例-考生名单-含错误.xlsx': { kind: 'student', isDirty: true },
  '示例-成绩-无错误.zip': { kind: 'score', isDirty: false },
  '示例-成绩-含错误.zip': { kind: 'score', isDirty: true },
}

/** Made on first demand; the two sets together hold less than a megabyte. */
const made = new Map<boolean, Promise<SampleWorkbook[]>>()

async function listSamples() {
  return Object.entries(SAMPLES).map(([name, { kind, isDirty }]) => ({ name, kind, isDirty: isDirty ? 1 : 0 }))
}

async function readSample(name: string): Promise<FileAnswer> {
  const sample = Object.hasOwn(SAMPLES, name) ? SAMPLES[name] : undefined
  if (!sample) throw new AppError('row.notFound')
  const books = await booksOf(sample.isDirty)
  const roster = books.find((book) => book.name === ROSTER_FILE)
  if (sample.kind === 'student' && roster) return { name, contentType: XLSX_TYPE, body: roster.buffer }
  return { name, contentType: 'application/zip', body: await zipOf(books.filter((book) => book !== roster)) }
}

function booksOf(isDirty: boolean): Promise<SampleWorkbook[]> {
  const known = made.get(isDirty)
  if (known) return known
  const books = sampleWorkbooks({ size: 'small', isDirty })
  made.set(isDirty, books)
  return books
}

export const sampleHandlers: Implementation[] = [
  implement(sampleList, listSamples),
  implement(sampleFile, (_ctx, { name }) => readSample(name)),
]
