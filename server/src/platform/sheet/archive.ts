import { open, readFile, stat } from 'node:fs/promises'
import { AppError } from '../error.ts'
import { DEFAULT_LIMITS, type SheetLimits, unreadable } from './sheet-fault.ts'
import { type Member, readDirectory, unpackPieces } from './zip-reader.ts'

/** A workbook inside an archive; `name` tells its folders too. */
export interface PackedWorkbook {
  name: string
  contents: AsyncIterable<Buffer>
}

const WORKBOOK = /\.(xlsx|xls|ods|csv)$/i
/** An archive with one of these is itself a workbook or a document. */
const BOOK_MEMBERS = new Set(['[Content_Types].xml', 'content.xml'])
/** What systems leave beside the files: resource forks, lock files of open workbooks. */
const LEFTOVER = /(^|\/)(__MACOSX\/|\.|~\$)/

/** What an archive holds: its workbooks, and the names of what is none. */
export interface Archive {
  books: PackedWorkbook[]
  others: string[]
}

/**
 * The workbooks of a .zip, or nothing if the file is something else: a workbook too is a zip. The limits are those of one
 * workbook, for all of them together; nothing is unpacked before they are held.
 */
export async function openArchive(path: string, limits: Partial<SheetLimits> = {}): Promise<Archive | undefined> {
  const bounds = { ...DEFAULT_LIMITS, ...limits }
  if (!(await isZip(path)) || (await stat(path)).size > bounds.bytes) return undefined
  const file = await readFile(path)
  const members = directoryOf(file, bounds)
  if (!members || members.some((member) => BOOK_MEMBERS.has(member.name))) return undefined
  const sent = members.filter(({ name }) => !/[\\/]$/.test(name) && !LEFTOVER.test(plainName(name)))
  const found = sent.filter(({ name }) => WORKBOOK.test(name))
  if (found.length === 0) throw unreadable('压缩包里没有 xlsx、xls、ods 或 csv 文件')
  return {
    books: found.map((member) => ({ name: plainName(member.name), contents: unpackPieces(file, member) })),
    others: sent.filter((member) => !found.includes(member)).map((member) => plainName(member.name)),
  }
}

/** What is broken or too large to unpack is left to the reader of workbooks, who says so beside the file's name. */
function directoryOf(file: Buffer, limits: SheetLimits): Member[] | undefined {
  try {
    return readDirectory(file, limits)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

async function isZip(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1') === 'PK\x03\x04'
  } finally {
    await handle.close()
  }
}

function plainName(name: string): string {
  return name
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/')
}
