import { ProfileOutlined } from '@ant-design/icons'
import { PAPERS } from '@xueheng/contract/domains/report/paper.ts'
import { useState } from 'react'
import { lazyPart } from '../../../platform/crud/lazy-part.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { Tool } from '../../../platform/ui/Tool.tsx'
import { useTabSearch } from '../../../platform/tabs/tab.ts'
import type { PaperUnits } from './PaperDialog.tsx'

const PaperDialog = lazyPart(async () => (await import('./PaperDialog.tsx')).PaperDialog)

interface PaperToolProps {
  examId: string
  /** Proposed at first: those of the screen. */
  units: PaperUnits
}

/** What is handed out of the exam on the screen, in one dialog; `paper` in the address opens it. */
export function PaperTool({ examId, units }: PaperToolProps) {
  const t = useT()
  const can = useCan()
  const [search, setSearch] = useTabSearch()
  const [isOpen, setOpen] = useState(false)
  const papers = PAPERS.filter(({ permission }) => can(permission))
  if (papers.length === 0) return null
  const isAsked = isOpen || search.has('paper')

  function close(): void {
    setOpen(false)
    if (search.has('paper')) setSearch({ paper: undefined })
  }

  return (
    <>
      <Tool label={t('印制报告')} icon={<ProfileOutlined />} onClick={() => setOpen(true)} />
      {isAsked && <PaperDialog {...{ papers, examId, units }} onClose={close} />}
    </>
  )
}
