import type { ImportCalls, ImportColumn, ImportedRow, MendedRow } from '@xueheng/contract/platform/table-import.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { useState } from 'react'
import { useAction } from '../action/use-action.ts'
import { type Params, callApi, download, upload } from '../api/client.ts'
import { useGridEdits } from '../grid/use-grid-edits.ts'
import type { Edits } from '../grid/edits.ts'
import { useLastBook } from './use-last-book.ts'

export interface Verdict {
  fileId: string
  columns: ImportColumn[]
  rows: ImportedRow[]
  total: number
  faulty: number
  added: number
  changed: number
  same: number
  passed: string[]
  message: string
}

/** Something to tick, sent as 0 or 1. */
export interface LookOption {
  name: string
  label: string
}

interface LookSettings {
  calls: Omit<ImportCalls<Fields>, 'commit'>
  /** Sent with every step beside the file. */
  asked?: Params | undefined
  option?: LookOption | undefined
  /** A file is about to be looked through: another one, or the same once more. */
  onCheck?: (isOther: boolean) => void
}

/** A workbook is chosen and looked through by the server, and its cells are mended; nothing is kept by that. */
export function useLook({ calls, asked: given, option, onCheck }: LookSettings) {
  const [isTicked, setTicked] = useState(false)
  const [file, setFile] = useState<File>()
  const [share, setShare] = useState(0)
  const [verdict, setVerdict] = useState<Verdict>()
  const last = useLastBook(calls.check.path)
  const edits = useGridEdits(`table-import ${verdict?.fileId ?? ''}`)
  const asked = (ticked = isTicked): Params => ({ ...given, ...(option && { [option.name]: ticked ? 1 : 0 }) })
  const checking = useAction(
    (next: File, ticked: boolean) => upload<Verdict>(calls.check.path, asked(ticked), [next], setShare),
    {
      isInline: true,
      done: '',
      onDone(found, { name }) {
        setVerdict(found)
        last.hold({ fileId: found.fileId, name })
      },
    },
  )
  const mending = useAction(
    (fileId: string, mends: MendedRow[], ticked: boolean) => callApi(calls.mend, { fileId, mends, ...asked(ticked) }),
    { isInline: true, done: '', onDone: (found) => setVerdict(found ?? undefined) },
  )
  const books = useBooks(calls, given, asked)

  function check(next: File, ticked = isTicked): void {
    setFile(next)
    setShare(0)
    setVerdict(undefined)
    mending.reset()
    onCheck?.(true)
    void checking.run(next, ticked)
  }

  return {
    isChecking: checking.isBusy || mending.isBusy,
    /** Of the file that has arrived, 0 to 1; one that is looked through again is there. */
    share: mending.isBusy ? 1 : share,
    isTicked,
    verdict,
    refusal: checking.refusal ?? mending.refusal,
    /** What is typed over the cells and not looked through yet. */
    edits,
    /** The file that was looked through last in this window, and not imported. */
    last: last.book,
    /** The file is imported: there is nothing to go on with. */
    forgetLast: last.forget,
    asked,
    check,
    /** Goes on with the file of the last time, as it was mended. */
    resume: (fileId: string) => void mending.run(fileId, [], isTicked),
    /** Sends what was typed over the cells and looks through the file again. */
    async mend({ fileId, columns }: Verdict): Promise<void> {
      const sent = edits.edits.cells
      onCheck?.(false)
      if (await mending.run(fileId, mendedRows(sent, columns), isTicked)) edits.settle(sent)
    },
    tick(ticked: boolean) {
      setTicked(ticked)
      if (verdict) void mending.run(verdict.fileId, [], ticked)
      else if (file) check(file, ticked)
    },
    ...books,
  }
}

/** What can be carried away: the file with its faults, and the empty workbook. */
function useBooks(calls: LookSettings['calls'], given: Params | undefined, asked: () => Params) {
  const fetchingFaults = useAction(({ fileId }: Verdict) => download(calls.faults.path, { fileId, ...asked() }), {
    done: '',
  })
  const fetchingTemplate = useAction(() => download(calls.template.path, given), { done: '' })
  return { fetchFaults: fetchingFaults.run, fetchTemplate: fetchingTemplate.run }
}

export type Look = ReturnType<typeof useLook>

export function isFaulty({ faults }: ImportedRow): boolean {
  return Object.keys(faults).length > 0
}

/** The first column of the grid is what is said of the row. */
function mendedRows(cells: Edits['cells'], columns: ImportColumn[]): MendedRow[] {
  return Object.entries(cells).map(([rowNo, typed]) => ({
    rowNo: Number(rowNo),
    values: Object.fromEntries(
      Object.entries(typed).flatMap(([column, { to }]) => {
        const key = columns[Number(column) - 1]?.key
        return key === undefined ? [] : [[key, to]]
      }),
    ),
  }))
}
