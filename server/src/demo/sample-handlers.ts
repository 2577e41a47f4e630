import { sampleFile, sampleList } from '@xueheng/contract/domains/exam/sample.ts'
import { AppError } from '../platform/error.ts'
import type { FileAnswer } from '../platform/files/files.ts'
import { type Implementation, implement } from '../platform/module.ts'
import { XLSX_TYPE } from '../platform/sheet/write.ts'
import { demoBureau } from './bureau.ts'
import { ROSTER_FILE } from './sample-layout.ts'
import { type SampleOptions, sampleFileNames } from './sample-set.ts'
import { type SampleWorkbook, sampleWorkbooks, zipOf } from './workbooks.ts'

/** The sets on offer, by the first part of their files' names. */
const SETS: Record<string, SampleOptions & { title: string }> = {
  'small-clean': { size: 'small', isDirty: false, title: '小样' },
  'small-dirty': { size: 'small', isDirty: true, title: '小样，含错误' },
  'full-clean': { size: 'full', isDirty: false, title: '全部' },
  'full-dirty': { size: 'full', isDirty: true, title: '全部，含错误' },
}

/** Everything of a set, as a county sends it. */
const WHOLE_SET = '整套.zip'
const TYPES: Record<string, string> = { csv: 'text/csv; charset=gb18030', xls: 'application/vnd.ms-excel' }

/** Made on first demand; the four sets together hold about four megabytes. */
const made = new Map<string, Promise<SampleWorkbook[]>>()

async function listSamples() {
  const bureau = demoBureau()
  return Object.entries(SETS).flatMap(([set, { size, isDirty, title }]) =>
    [...sampleFileNames(bureau, size), WHOLE_SET].map((file) => ({
      name: `${set}/${file}`,
      title: `${file.replace(/\.\w+$/, '')}（${title}）`,
      size,
      kind: kindOf(file),
      isDirty: isDirty ? 1 : 0,
    })),
  )
}

function kindOf(file: string): string {
  if (file === WHOLE_SET) return 'all'
  return file === ROSTER_FILE ? 'student' : 'score'
}

async function readSample(name: string): Promise<FileAnswer> {
  const [set = '', file = ''] = name.split('/')
  const options = Object.hasOwn(SETS, set) ? SETS[set] : undefined
  const books = options ? await booksOf(set, options) : []
  if (file === WHOLE_SET && options) {
    return { name: `示例工作簿-${options.title}.zip`, contentType: 'application/zip', body: await zipOf(books) }
  }
  const book = books.find((one) => one.name === file)
  if (!book) throw new AppError('row.notFound')
  return { name: file, contentType: TYPES[file.split('.').at(-1) ?? ''] ?? XLSX_TYPE, body: book.buffer }
}

function booksOf(set: string, options: SampleOptions): Promise<SampleWorkbook[]> {
  const known = made.get(set)
  if (known) return known
  const books = sampleWorkbooks(options)
  made.set(set, books)
  return books
}

export const sampleHandlers: Implementation[] = [
  implement(sampleList, listSamples),
  implement(sampleFile, (_ctx, { name }) => readSample(name)),
]
