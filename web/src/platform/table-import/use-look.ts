import type { ImportCalls, ImportColumn, ImportedRow } from '@xueheng/contract/platform/table-import.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { useState } from 'react'
import { useAction } from '../action/use-action.ts'
import { type Params, download, upload } from '../api/client.ts'

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
  /** Another file, or the same otherwise, is about to be looked through. */
  onCheck?: () => void
}

/** A workbook is chosen and looked through by the server; nothing is kept by that. */
export function useLook({ calls, asked: given, option, onCheck }: LookSettings) {
  const [isTicked, setTicked] = useState(false)
  const [file, setFile] = useState<File>()
  const [share, setShare] = useState(0)
  const [verdict, setVerdict] = useState<Verdict>()
  const asked = (ticked = isTicked): Params => ({ ...given, ...(option && { [option.name]: ticked ? 1 : 0 }) })
  const checking = useAction(
    (next: File, ticked: boolean) => upload<Verdict>(calls.check.path, asked(ticked), [next], setShare),
    { isInline: true, done: '', onDone: setVerdict },
  )
  const fetchingFaults = useAction(({ fileId }: Verdict) => download(calls.faults.path, { fileId, ...asked() }), {
    done: '',
  })
  const fetchingTemplate = useAction(() => download(calls.template.path, given), { done: '' })

  function check(next: File, ticked = isTicked): void {
    setFile(next)
    setShare(0)
    setVerdict(undefined)
    onCheck?.()
    void checking.run(next, ticked)
  }

  return {
    isChecking: checking.isBusy,
    /** Of the file that has arrived, 0 to 1. */
    share,
    isTicked,
    verdict,
    refusal: checking.refusal,
    asked,
    check,
    tick: (ticked: boolean) => {
      setTicked(ticked)
      if (file) check(file, ticked)
    },
    fetchFaults: fetchingFaults.run,
    fetchTemplate: fetchingTemplate.run,
  }
}

export type Look = ReturnType<typeof useLook>
