import { open, readFile } from 'node:fs/promises'
import { AppError } from '../error.ts'
import { DEFAULT_LIMITS, type SheetLimits, unreadable } from './sheet-fault.ts'
import { type Member, readDirectory, unpackPieces } from './zip-reader.ts'

/** A workbook inside an archive; `name` tells its folders too. */
export interface PackedWorkbook {
  name: string
  contents: AsyncIterable<Buffer>
}

const WORKBOOK = /\.(xlsx|xls|csv)$/i
/** What systems leave beside the files: resource forks, lock files of open workbooks. */
const LEFTOVER = /(^|\/)(__MACOSX\/|\.|~\$)/

/**
 * The workbooks of a .zip, or nothing if the file is something else, a workbook included. The limits are those of one
 * workbook, for all of them together; nothing is unpacked before they are held.
 */
export async function workbooksOf(
  path: string,
  limits: Partial<SheetLimits> = {},
): Promise<PackedWorkbook[] | undefined> {
  if (!(await isZip(path))) return undefined
  const bounds = { ...DEFAULT_LIMITS, ...limits }
  const file = await readFile(path)
  if (file.length > bounds.bytes) {
    throw new AppError('request.tooLarge', { limit: `${Math.floor(bounds.bytes / 1048576)}MB` })
  }
  const members = readDirectory(file, bounds)
  if (members.some((member) => member.name === '[Content_Types].xml')) return undefined
  const found = members.filter(isWorkbook)
  if (found.length === 0) throw unreadable('压缩包里没有 xlsx、xls 或 csv 文件')
  return found.map((member) => ({ name: plainName(member.name), contents: unpackPieces(file, member) }))
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

function isWorkbook({ name }: Member): boolean {
  return WORKBOOK.test(name) && !LEFTOVER.test(plainName(name))
}

function plainName(name: string): string {
  return name
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/')
}
