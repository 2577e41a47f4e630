import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Who works on a data folder. `mark` tells a process from a later one with the same number. */
interface Holder {
  pid: number
  mark: string
  since: string
}

/**
 * Takes a data folder for this process alone and answers how to give it back. Throws when another living process has it:
 * the second one would empty the temporary files of the first and stop its database. What a killed process left is taken.
 */
export function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'instance.lock')
  const mine: Holder = { pid: process.pid, mark: markOf(process.pid), since: new Date().toISOString() }
  const text = JSON.stringify(mine)
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text)
  try {
    while (!claim(draft, path)) {
      const other = readHolder(path)
      if (other && isAlive(other)) throw held(dataDir, other)
      rmSync(path, { force: true })
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => release(path, text)
}

/** A name can be given once: of several that try, one gets it. */
function claim(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function release(path: string, text: string): void {
  const gone = `${path}.${process.pid}.gone`
  try {
    if (readFileSync(path, 'utf8') !== text) return
    renameSync(path, gone)
    rmSync(gone, { force: true })
  } catch {
    // Nothing is left to give back.
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

function isAlive({ pid, mark }: Holder): boolean {
  if (pid === process.pid) return mark === markOf(pid)
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return markOf(pid) === mark
}

/** On Linux the tick the process was started at; elsewhere the number alone has to do. */
function markOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function held(dataDir: string, { pid, since }: Holder): Error {
  return new Error(`数据文件夹 ${dataDir} 正由进程 ${pid} 使用（自 ${since} 起）；一个数据文件夹同时只能由一个程序使用`)
}
