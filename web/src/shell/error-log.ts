import { create } from 'zustand'
import { keep, kept } from '../platform/api/storage.ts'

/** One fault of a screen, kept on this computer until it is uploaded or cleared. */
export interface LogEntry {
  url: string
  time: string
  type: string
  message: string
  stack: string
  info: string
}

const KEY = 'error-log'
const LIMIT = 200

export const useErrorLog = create<{ entries: LogEntry[] }>(() => ({ entries: kept<LogEntry[]>(KEY) ?? [] }))

export function logError(error: unknown, info = ''): void {
  const entry: LogEntry = {
    url: window.location.href,
    time: new Date().toISOString(),
    type: 'error',
    message: error instanceof Error ? error.message : String(error),
    stack: error instanceof Error ? (error.stack ?? '') : '',
    info,
  }
  setEntries([entry, ...useErrorLog.getState().entries].slice(0, LIMIT))
}

export function clearErrorLog(): void {
  setEntries([])
}

function setEntries(entries: LogEntry[]): void {
  useErrorLog.setState({ entries })
  keep(KEY, entries)
}
